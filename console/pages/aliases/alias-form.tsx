/**
 * Creates an alias, or changes the model that it means. The name and the group of an
 * existing alias identify it, so they cannot be changed.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, type FieldErrors } from '../../data/field-errors.ts';
import { allModelsQuery, queriesOfModels } from '../../data/models/managed-models.ts';
import type { ModelFacts } from '../../data/models/models.ts';
import { groupsQuery, type Alias, type Group } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { ErrorNote } from '../../ui/page-states.tsx';
import { aliasMessages } from './messages.ts';

/** Model names that clients have built in, as of November 2026. */
const knownAliases = [
  'gpt-image-2',
  'gpt-image-1.5',
  'gpt-image-1',
  'gpt-image-1-mini',
  'chatgpt-image-latest',
  'dall-e-3',
  'dall-e-2',
];

interface FormProps {
  readonly aliases: readonly Alias[];
  /** Undefined if a new alias is created. */
  readonly editedAlias: Alias | undefined;
  /** The values of a new alias before the user enters anything. */
  readonly initial: Alias;
  readonly onClose: () => void;
}

export function AliasForm({ aliases, editedAlias, initial, onClose }: FormProps) {
  const t = useMessages(aliasMessages);
  const ui = useMessages(uiMessages);
  const { data: groups = [] } = useQuery(groupsQuery);
  const { data: models = [] } = useQuery(allModelsQuery);
  const [draft, setDraft] = useState<Alias>(editedAlias ?? initial);
  const save = useProcedure('alias set', queriesOfModels);
  const usable = modelsIn(
    groups.find(({ group }) => group === draft.group),
    models,
  );
  const chosenModel = usable.find(({ id }) => id === draft.model) ?? defaultModelIn(usable);
  const otherAlias = aliases.find(one => isSame(one, draft) && one.model !== chosenModel?.id);
  const replacedAlias = editedAlias ? undefined : otherAlias;
  const errors = fieldErrors(save.error, ['alias', 'group', 'model']);
  const submit = () => {
    if (!chosenModel) return;
    const { alias, group } = draft;
    save.mutate({ alias, model: chosenModel.id, ...(group !== null && { group }) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={editedAlias?.alias ?? t.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={draft.alias === '' || !chosenModel}
            onClick={submit}
          >
            {t.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {!editedAlias && <AliasName draft={draft} errors={errors} onChange={setDraft} />}
        <SelectField
          label={t.group}
          error={errors.at('group')}
          hint={t.groupHint}
          disabled={editedAlias !== undefined}
          value={draft.group ?? ''}
          choices={[
            { value: '', label: t.allGroups },
            ...groups.map(({ group }) => ({ value: group, label: group })),
          ]}
          onChange={event => setDraft({ ...draft, group: event.target.value || null })}
        />
        <SelectField
          label={t.model}
          error={errors.at('model')}
          hint={chosenModel && !chosenModel.offered ? t.notOffered : undefined}
          value={chosenModel?.id ?? ''}
          choices={usable.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          onChange={event => setDraft({ ...draft, model: event.target.value })}
        />
        {replacedAlias && (
          <p role="status" className="text-sm text-warn">
            {t.replaces(replacedAlias.alias, replacedAlias.model)}
          </p>
        )}
        <ErrorNote error={errors.other} />
      </div>
    </Dialog>
  );
}

interface NameProps {
  readonly draft: Alias;
  readonly errors: FieldErrors;
  readonly onChange: (draft: Alias) => void;
}

function AliasName({ draft, errors, onChange }: NameProps) {
  const t = useMessages(aliasMessages);
  const bind = bindFields(draft, fields => onChange({ ...draft, ...fields }), errors);
  return (
    <>
      <TextField
        label={t.name}
        hint={t.nameHint}
        list="known-aliases"
        maxLength={100}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        {...bind('alias', { convert: trimText })}
      />
      <datalist id="known-aliases">
        {knownAliases.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function isSame(candidate: Alias, { alias, group }: Alias): boolean {
  return candidate.alias === alias && candidate.group === group;
}

/** Returns the models that tokens of the group can use, or all models without a group. */
function modelsIn(group: Group | undefined, models: readonly ModelFacts[]): readonly ModelFacts[] {
  if (!group) return models;
  return models.filter(model => group.models?.includes(model.id) ?? model.group === group.group);
}

/**
 * Returns a model that generates images, because the names that clients have built in are those of such
 * models.
 */
function defaultModelIn(models: readonly ModelFacts[]): ModelFacts | undefined {
  return models.find(({ operations }) => operations.includes('grid')) ?? models[0];
}
