/** The form for a new token: purpose, name and spending caps; other limits are collapsed. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ArrowLeft } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { createTokens, type TokenWithKey } from '../../data/tokens/create-tokens.ts';
import { useUser } from '../../data/session.ts';
import { bindFields, type BoundField } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/fields/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { builtIn, GroupChoice } from './group-choice.tsx';
import { groupsQuery, type Group } from '../../data/tokens/account-groups.ts';
import { MoreLimits } from './more-limits.tsx';
import { SpendFields } from './spend-fields.tsx';
import { draftFrom, noDraft, toCreateInput, type Draft } from './token-draft.ts';
import { tokenMessages } from './messages.ts';

interface TokenFormProps {
  readonly account: string;
  readonly isFirst: boolean;
  readonly onMade: (tokens: readonly TokenWithKey[]) => void;
}

export function TokenForm({ account, isFirst, onMade }: TokenFormProps) {
  const t = useMessages(tokenMessages);
  const user = useUser();
  const [address, change] = useAddress();
  const [draft, setDraft] = useState<Draft>(() => draftFrom(address));
  const { data: groups = [] } = useQuery(groupsQuery);
  const group = groups.find(({ group: name }) => name === draft.group);
  const changeDraft = (fields: Partial<Draft>) => setDraft(before => ({ ...before, ...fields }));
  const bind = bindFields(draft, changeDraft);
  const create = useMutation({
    mutationFn: () => createTokens({ ...toCreateInput(draft), ...(account !== user.account && { account }) }),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Page
      title={t.createTitle}
      intro={isFirst ? `${t.intro} ${t.firstIntro}` : t.createIntro}
      actions={
        !isFirst && (
          <Button icon={ArrowLeft} kind="quiet" onClick={() => change(noDraft)}>
            {t.backToList}
          </Button>
        )
      }
    >
      <form onSubmit={submit} onBlur={() => change(draft)} className="grid max-w-200 gap-6">
        <GroupChoice
          groups={groups}
          value={draft.group}
          onChange={name => changeDraft({ group: name, also: '', models: '', both: '' })}
        />
        <BothInterfaces groups={groups} draft={draft} onChange={changeDraft} />
        {group && (
          <>
            {draft.both === '' && <AlsoChoice groups={groups} kind={group.kind} {...bind('also')} />}
            <TextField
              label={t.name}
              hint={t.nameHint}
              placeholder={t.namePlaceholder}
              required
              maxLength={100}
              className="max-w-100"
              {...bind('name')}
            />
            <SpendFields draft={draft} onChange={changeDraft} />
            <MoreLimits draft={draft} group={group} onChange={changeDraft} />
          </>
        )}
        <ErrorNote error={create.error} />
        <div>
          <Button type="submit" kind="primary" disabled={!group} busy={create.isPending}>
            {draft.both ? t.createBoth : t.create}
          </Button>
        </div>
      </form>
    </Page>
  );
}

interface AlsoChoiceProps extends BoundField {
  readonly groups: readonly Group[];
  /** The kind of the first group. */
  readonly kind: Group['kind'];
}

/** A group of the other kind for the same key. */
function AlsoChoice({ groups, kind, ...fieldProps }: AlsoChoiceProps) {
  const t = useMessages(tokenMessages);
  const otherGroups = groups.filter(group => group.kind !== kind);
  if (otherGroups.length === 0) return null;
  return (
    <SelectField
      label={t.also[kind]}
      hint={t.alsoHint}
      className="max-w-100"
      choices={[
        { value: '', label: t.alsoNone },
        ...otherGroups.map(({ group }) => ({ value: group, label: group })),
      ]}
      {...fieldProps}
    />
  );
}

interface BothInterfacesProps {
  readonly groups: readonly Group[];
  readonly draft: Draft;
  readonly onChange: (fields: Partial<Draft>) => void;
}

/** Creates a token for images and one for video, if the account may use both groups. */
function BothInterfaces({ groups, draft, onChange }: BothInterfacesProps) {
  const t = useMessages(tokenMessages);
  const isOffered = builtIn.every(name => groups.some(({ group }) => group === name));
  if (!isOffered || !builtIn.includes(draft.group)) return null;
  return (
    <SwitchField
      label={t.both}
      hint={t.bothHint}
      checked={draft.both !== ''}
      onChange={isBoth => onChange({ both: isBoth ? '1' : '' })}
    />
  );
}
