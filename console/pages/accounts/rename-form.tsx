import { useState } from 'react';
import { useProcedure } from '../../data/change.ts';
import type { Account } from '../../data/operate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { isCommit } from '../../ui/keys.ts';
import { useWords } from '../../words/words.ts';
import { accountWords } from './words.ts';

interface RenameProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Calls an account something else. */
export function RenameForm({ account, onClose }: RenameProps) {
  const t = useWords(accountWords);
  const [name, setName] = useState(account.name);
  const rename = useProcedure<object>('account rename', ['accounts']);
  const submit = () => rename.mutate({ account: account.id, name: name.trim() }, { onSuccess: onClose });
  return (
    <Dialog
      title={t.rename}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={rename.isPending} disabled={name.trim() === ''} onClick={submit}>
          {t.rename}
        </Button>
      }
    >
      <TextField
        label={t.name}
        autoFocus
        maxLength={100}
        value={name}
        error={rename.error?.message}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => isCommit(event) && submit()}
      />
    </Dialog>
  );
}
