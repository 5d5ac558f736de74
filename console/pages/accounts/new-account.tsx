import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

interface NewAccountProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Creates an account. */
export function NewAccount({ onClose, onMade }: NewAccountProps) {
  const t = useMessages(accountMessages);
  const currency = useCurrency();
  const [draft, setDraft] = useState({ name: '', balance: '' });
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const create = useProcedure('account create', ['accounts']);
  const name = draft.name.trim();
  const { balance } = draft;
  const submit = () =>
    create.mutate({ name, ...(balance && { balance }) }, { onSuccess: ({ id }) => onMade(id) });
  return (
    <ActionDialog
      title={t.create}
      action={t.make}
      isReady={name !== ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t.name} autoFocus maxLength={100} {...bind('name')} />
      <TextField
        label={`${t.balance} (${currency})`}
        hint={t.balanceHint}
        inputMode="decimal"
        {...bind('balance', { convert: trimText })}
      />
    </ActionDialog>
  );
}
