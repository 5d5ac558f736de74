import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
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
  const [name, setName] = useState('');
  const [balance, setBalance] = useState('');
  const create = useProcedure('account create', ['accounts']);
  const submit = () =>
    create.mutate({ name: name.trim(), ...(balance && { balance }) }, { onSuccess: ({ id }) => onMade(id) });
  return (
    <ActionDialog
      title={t.create}
      action={t.make}
      isReady={name.trim() !== ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        autoFocus
        maxLength={100}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        label={`${t.balance} (${currency})`}
        hint={t.balanceHint}
        inputMode="decimal"
        value={balance}
        onChange={event => setBalance(event.target.value.trim())}
      />
    </ActionDialog>
  );
}
