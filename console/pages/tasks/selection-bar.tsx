/** Actions on the selected tasks, each with its effect. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelTasks, deleteTasks } from '../../data/actions/change-tasks.ts';
import { useCurrency } from '../../data/session.ts';
import { sumAmounts } from '../../data/amounts.ts';
import { isEnded, type Task } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { taskMessages } from './messages.ts';

interface SelectionBarProps {
  readonly tasks: readonly Task[];
  readonly onNone: () => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

export function SelectionBar({ tasks, onNone, onDeleted }: SelectionBarProps) {
  const t = useMessages(taskMessages);
  const [openDialog, setOpenDialog] = useState<'cancel' | 'delete'>();
  const open = tasks.filter(task => !isEnded(task));
  const endedTasks = tasks.filter(isEnded);
  const close = () => setOpenDialog(undefined);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-accent bg-accent-soft px-3 py-1.5 text-sm">
      <span role="status" className="mr-auto font-medium">
        {t.chosen(formatCount(tasks.length))}
      </span>
      {open.length > 0 && (
        <Button size="s" kind="danger" onClick={() => setOpenDialog('cancel')}>
          {t.cancelSome(formatCount(open.length))}
        </Button>
      )}
      {endedTasks.length > 0 && (
        <Button size="s" kind="danger" onClick={() => setOpenDialog('delete')}>
          {t.deleteSome(formatCount(endedTasks.length))}
        </Button>
      )}
      <Button size="s" kind="quiet" onClick={onNone}>
        {t.none}
      </Button>
      {openDialog === 'cancel' && <ConfirmCancel tasks={open} onClose={close} />}
      {openDialog === 'delete' && <ConfirmDelete tasks={endedTasks} onClose={close} onDeleted={onDeleted} />}
    </div>
  );
}

interface ConfirmProps {
  readonly tasks: readonly Task[];
  readonly onClose: () => void;
}

function ConfirmCancel({ tasks, onClose }: ConfirmProps) {
  const t = useMessages(taskMessages);
  const client = useQueryClient();
  const currency = useCurrency();
  const heldAmount = sumAmounts(tasks.map(({ price }) => (price.state === 'held' ? price.amount : '0')));
  return (
    <ConfirmDialog
      title={t.confirmCancel(formatCount(tasks.length))}
      confirm={t.cancelSome(formatCount(tasks.length))}
      run={() =>
        cancelTasks(
          client,
          tasks.map(({ id }) => id),
        )
      }
      onClose={onClose}
    >
      {t.confirmCancelDescription(formatMoney(heldAmount, currency))}
    </ConfirmDialog>
  );
}

function ConfirmDelete({ tasks, onClose, onDeleted }: ConfirmProps & Pick<SelectionBarProps, 'onDeleted'>) {
  const t = useMessages(taskMessages);
  const client = useQueryClient();
  const currency = useCurrency();
  const chargedAmount = sumAmounts(tasks.map(({ price }) => price.charged ?? '0'));
  const ids = tasks.map(({ id }) => id);
  return (
    <ConfirmDialog
      title={t.confirmDelete(formatCount(ids.length))}
      confirm={t.deleteSome(formatCount(ids.length))}
      run={() => deleteTasks(client, ids).then(() => onDeleted(ids))}
      onClose={onClose}
    >
      {t.confirmDeleteDescription(formatMoney(chargedAmount, currency))}
    </ConfirmDialog>
  );
}
