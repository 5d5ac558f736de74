import { useProcedure } from '../../data/change.ts';
import type { Account } from '../../data/operate.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { useWords } from '../../words/words.ts';
import { accountWords } from './words.ts';

interface RenameProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Calls an account something else. */
export function RenameForm({ account, onClose }: RenameProps) {
  const t = useWords(accountWords);
  const rename = useProcedure<object>('account rename', ['accounts']);
  return (
    <NameDialog
      title={t.rename}
      label={t.name}
      confirm={t.rename}
      first={account.name}
      maxLength={100}
      run={name => rename.mutateAsync({ account: account.id, name })}
      onClose={onClose}
    />
  );
}
