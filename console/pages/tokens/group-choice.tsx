/** The group of a token as cards that describe what its key can and cannot call. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Check, Clapperboard, Image, X } from '../../icons/icons.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Group } from '../../data/tokens/account-groups.ts';
import { modelLinesQuery, modelsInGroup } from './groups.ts';
import { tokenMessages } from './messages.ts';

interface GroupChoiceProps {
  readonly groups: readonly Group[];
  readonly value: string;
  readonly onChange: (group: string) => void;
}

/** The built-in groups. */
export const builtIn = ['image', 'video'];

export function GroupChoice({ groups, value, onChange }: GroupChoiceProps) {
  const t = useMessages(tokenMessages);
  const name = useId();
  const [builtInGroups, otherGroups] = [
    groups.filter(({ group }) => builtIn.includes(group)),
    groups.filter(({ group }) => !builtIn.includes(group)),
  ];
  const renderChoice = (group: Group) => (
    <Choice
      key={group.group}
      {...{ group, name }}
      isChosen={value === group.group}
      onChange={() => onChange(group.group)}
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-lg font-semibold">{t.pickGroup}</legend>
      <div className="grid gap-3 sm:grid-cols-2">{builtInGroups.map(renderChoice)}</div>
      {otherGroups.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-sm font-medium text-muted">{t.otherGroups}</p>
          <div className="grid gap-3 sm:grid-cols-2">{otherGroups.map(renderChoice)}</div>
        </>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly group: Group;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChange: () => void;
}

function Choice({ group, name, isChosen, onChange }: ChoiceProps) {
  const t = useMessages(tokenMessages);
  const { data: models = [] } = useQuery(modelLinesQuery);
  const { kind } = group;
  const Icon = kind === 'image' ? Image : Clapperboard;
  const isBuiltIn = builtIn.includes(group.group);
  return (
    <label
      className={classes(
        'card grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1.5 p-4 transition-colors duration-120 hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen && 'border-accent! bg-accent-soft!',
      )}
    >
      <input
        type="radio"
        className="sr-only"
        name={name}
        value={group.group}
        checked={isChosen}
        onChange={onChange}
      />
      <Icon size={20} aria-hidden className={isChosen ? 'text-accent' : 'text-muted'} />
      <span className="flex items-baseline justify-between gap-2 font-semibold">
        {isBuiltIn ? t.groups[kind] : group.group}
        <code className="font-mono text-xs font-normal text-muted">{t.groupPath[kind]}</code>
      </span>
      <Check size={16} aria-hidden className="mt-0.5 justify-self-center text-ok" />
      <span>{t.groupCan[kind]}</span>
      <X size={16} aria-hidden className="mt-0.5 justify-self-center text-muted" />
      <span className="text-muted">{t.groupCannot[kind]}</span>
      <span className="col-span-2 mt-1 text-xs text-muted">
        {t.modelsLabel(
          modelsInGroup(group, models)
            .map(model => model.name)
            .join(', '),
        )}
      </span>
      {group.factor !== undefined && Number(group.factor) !== 1 && (
        <span className="col-span-2 text-xs font-medium">{t.factor(String(Number(group.factor)))}</span>
      )}
      {!group.moderated && <span className="col-span-2 text-xs text-muted">{t.unmoderated}</span>}
    </label>
  );
}
