import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
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
    <Dialog
      title={t.create}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={create.isPending} disabled={name.trim() === ''} onClick={submit}>
          {t.make}
        </Button>
      }
    >
      <div className="grid gap-4">
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
        <ErrorNote error={create.error} />
      </div>
    </Dialog>
  );
}
