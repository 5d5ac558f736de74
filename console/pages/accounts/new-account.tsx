import { useState } from 'react';
import { useProcedure } from '../../data/change.ts';
import { useCurrency } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { accountWords } from './words.ts';

interface NewAccountProps {
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Opens an account. */
export function NewAccount({ onClose, onMade }: NewAccountProps) {
  const t = useWords(accountWords);
  const currency = useCurrency();
  const [name, setName] = useState('');
  const [balance, setBalance] = useState('');
  const create = useProcedure<object, { id: string }>('account create', ['accounts']);
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
