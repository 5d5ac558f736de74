/** The kind, the names and the group of a model. */
import { useQuery } from '@tanstack/react-query';
import type { FieldErrors } from '../../../data/field-errors.ts';
import { groupsQuery } from '../../../data/operators/operator-queries.ts';
import { normalizeName, bindFields } from '../../../forms/bind-fields.ts';
import { SelectField, TextArea, TextField } from '../../../ui/fields/field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import { withKind, type ModelDraft } from './model-draft.ts';

export interface PartProps {
  readonly draft: ModelDraft;
  readonly errors: FieldErrors;
  readonly onChange: (draft: ModelDraft) => void;
}

export function IdentityPart({ draft, errors, isNew, onChange }: PartProps & { readonly isNew: boolean }) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  const bind = bindFields(draft, fields => onChange({ ...draft, ...fields }), errors);
  return (
    <FormPart title={t.identity} description={t.identityDescription}>
      {isNew && (
        <SegmentedControl
          label={t.kind}
          className="max-w-72"
          value={draft.kind}
          segments={(['image', 'video'] as const).map(value => ({ value, label: ui.kind[value] }))}
          onChange={kind => onChange(withKind(draft, kind))}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <TextField
            label={t.id}
            hint={t.idHint}
            maxLength={64}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            {...bind('id', { requestName: 'model', convert: normalizeName })}
          />
        )}
        <TextField label={t.name} hint={t.nameHint} maxLength={100} autoComplete="off" {...bind('name')} />
        <GroupField {...{ draft, errors, onChange }} />
        <TextField
          label={t.aliases}
          hint={t.aliasesHint}
          autoComplete="off"
          spellCheck={false}
          {...bind('aliases')}
        />
      </div>
    </FormPart>
  );
}

function GroupField({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const { data = [] } = useQuery(groupsQuery);
  const bind = bindFields(draft, fields => onChange({ ...draft, ...fields }), errors);
  const groups = data.filter(({ kind }) => kind === draft.kind);
  const groupModels = groups.find(({ group }) => group === draft.group)?.models;
  const isLeftOut = groupModels != null && !groupModels.includes(draft.id);
  const names = groups.length > 0 ? groups.map(({ group }) => group) : [draft.group];
  return (
    <SelectField
      label={t.group}
      hint={isLeftOut ? <span className="text-warn">{t.groupOfList}</span> : t.groupHint}
      {...bind('group')}
      choices={names.map(value => ({ value, label: value }))}
    />
  );
}

export function TextsPart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const bind = bindFields(draft, fields => onChange({ ...draft, ...fields }), errors);
  return (
    <FormPart title={t.texts} description={t.textsDescription}>
      <TextArea label={t.english} maxLength={2000} {...bind('description')} />
      <TextArea
        label={t.chinese}
        hint={t.chineseHint}
        maxLength={2000}
        {...bind('descriptionZh', { requestName: 'description_zh' })}
      />
    </FormPart>
  );
}
