/** Creates or changes a group. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMicros } from '@kinora/shared/money';
import { promptVersions } from '@kinora/shared/prompt/image-versions';
import { useProcedure } from '../../data/use-procedure.ts';
import { accountsQuery, modelLinesQuery, type Group } from '../../data/operators/operator-queries.ts';
import { useAbout, useCurrency } from '../../data/session.ts';
import { normalizeName, bindFields, trimText } from '../../forms/bind-fields.ts';
import { CheckList } from '../../ui/fields/check-list.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { groupMessages } from './messages.ts';

type Version = (typeof promptVersions)[number];

interface FormProps {
  /** Undefined creates a group. */
  readonly group: Group | undefined;
  readonly onClose: () => void;
}

/** Operators see the factor of every group. */
type GroupDraft = Group & { readonly factor: string };

const newGroup: GroupDraft = {
  group: '',
  kind: 'image',
  factor: '1',
  models: [],
  open: true,
  accounts: [],
  new_accounts: false,
  moderated: true,
  default_version: null,
  any_model: false,
};

export function GroupForm({ group, onClose }: FormProps) {
  const t = useMessages(groupMessages);
  const [draft, setDraft] = useState<GroupDraft>({ ...newGroup, ...group });
  const save = useProcedure(group ? 'group change' : 'group create', ['groups']);
  const change = (fields: Partial<GroupDraft>) => setDraft({ ...draft, ...fields });
  const submit = () => {
    const { group: name, kind, factor, models, open, accounts, new_accounts, moderated } = draft;
    // A video group has no such fields. The form may have been one for an image group before.
    const version = kind === 'image' ? (draft.default_version as Version | null) : null;
    const rules = {
      factor,
      models: models ?? 'none',
      open,
      accounts,
      new_accounts,
      moderated,
      default_version: version,
      any_model: kind === 'image' && draft.any_model,
    };
    save.mutate({ group: name, ...(!group && { kind }), ...rules }, { onSuccess: onClose });
  };
  return (
    <ActionDialog
      title={group?.group ?? t.create}
      action={t.save}
      isReady={draft.group !== ''}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!group && <Identity draft={draft} onChange={change} />}
      <Factor draft={draft} onChange={change} />
      <Models draft={draft} isBuiltIn={group !== undefined && group.models === null} onChange={change} />
      {draft.kind === 'image' && <DefaultVersion draft={draft} onChange={change} />}
      <Users draft={draft} onChange={change} />
      <SwitchField
        label={t.moderated}
        checked={draft.moderated}
        onChange={isModerated => change({ moderated: isModerated })}
      />
      {draft.kind === 'image' && (
        <SwitchField
          label={t.anyModel}
          hint={t.anyModelHint}
          checked={draft.any_model}
          onChange={anyModel => change({ any_model: anyModel })}
        />
      )}
    </ActionDialog>
  );
}

interface PartProps {
  readonly draft: GroupDraft;
  readonly onChange: (fields: Partial<GroupDraft>) => void;
}

function Identity({ draft, onChange }: PartProps) {
  const t = useMessages(groupMessages);
  const ui = useMessages(uiMessages);
  const bind = bindFields(draft, onChange);
  return (
    <>
      <TextField
        label={t.name}
        hint={t.nameHint}
        maxLength={40}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        {...bind('group', { convert: normalizeName })}
      />
      <SegmentedControl
        label={t.kind}
        value={draft.kind}
        segments={(['image', 'video'] as const).map(value => ({ value, label: ui.kind[value] }))}
        onChange={kind => onChange({ kind, models: [] })}
      />
    </>
  );
}

const example = '0.20';

function Factor({ draft, onChange }: PartProps) {
  const t = useMessages(groupMessages);
  const currency = useCurrency();
  const bind = bindFields(draft, onChange);
  const isAmount = /^\d{1,4}(\.\d{1,6})?$/.test(draft.factor);
  const result = isAmount ? Number((parseMicros(example) * parseMicros(draft.factor)) / 1_000_000n) / 1e6 : 0;
  return (
    <TextField
      label={t.factor}
      hint={
        isAmount
          ? t.factorDescription(formatMoney(example, currency), formatMoney(String(result), currency))
          : t.factorHint
      }
      inputMode="decimal"
      className="max-w-80"
      {...bind('factor', { convert: trimText })}
    />
  );
}

function Models({ draft, isBuiltIn, onChange }: PartProps & { readonly isBuiltIn: boolean }) {
  const t = useMessages(groupMessages);
  const { data = [] } = useQuery(modelLinesQuery);
  const sameKindModels = data.filter(({ kind }) => kind === draft.kind);
  return (
    <div className="grid gap-2">
      {isBuiltIn && (
        <SegmentedControl
          label={t.models}
          value={draft.models ? 'chosen' : 'card'}
          segments={[
            { value: 'card', label: t.byCard },
            { value: 'chosen', label: t.chosen },
          ]}
          onChange={value =>
            onChange({ models: value === 'card' ? null : sameKindModels.map(({ id }) => id) })
          }
        />
      )}
      {draft.models && (
        <CheckList
          label={t.models}
          isQuiet={isBuiltIn}
          choices={sameKindModels.map(({ id, name }) => ({ value: id, label: name, note: id }))}
          values={draft.models}
          onChange={models => onChange({ models })}
        />
      )}
    </div>
  );
}

function DefaultVersion({ draft, onChange }: PartProps) {
  const t = useMessages(groupMessages);
  const { default_version: ofServer } = useAbout();
  return (
    <SelectField
      label={t.defaultVersion}
      hint={t.defaultVersionHint}
      className="max-w-80"
      value={draft.default_version ?? ''}
      choices={[
        { value: '', label: t.versionOfServer(ofServer) },
        ...promptVersions.map(value => ({ value, label: value })),
      ]}
      onChange={event => onChange({ default_version: event.target.value || null })}
    />
  );
}

function Users({ draft, onChange }: PartProps) {
  const t = useMessages(groupMessages);
  const { data = [] } = useQuery(accountsQuery);
  return (
    <div className="grid gap-2">
      <SegmentedControl
        label={t.who}
        value={draft.open ? 'open' : 'these'}
        segments={[
          { value: 'open', label: t.everybody },
          { value: 'these', label: t.onlyThese },
        ]}
        onChange={value => onChange({ open: value === 'open' })}
      />
      {!draft.open && (
        <>
          <CheckList
            label={t.onlyThese}
            isQuiet
            choices={data.map(({ id, name }) => ({ value: id, label: name }))}
            values={draft.accounts ?? []}
            onChange={accounts => onChange({ accounts })}
          />
          <SwitchField
            label={t.newAccounts}
            checked={draft.new_accounts ?? false}
            onChange={isOn => onChange({ new_accounts: isOn })}
          />
        </>
      )}
    </div>
  );
}
