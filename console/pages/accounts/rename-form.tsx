import { useProcedure } from '../../data/use-procedure.ts';
import type { Account } from '../../data/operators/operator-queries.ts';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

interface RenameProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Renames an account. */
export function RenameForm({ account, onClose }: RenameProps) {
  const t = useMessages(accountMessages);
  const rename = useProcedure('account rename', ['accounts']);
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
