/** Actions on a task: cancel, retry, delete. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, RotateCcw, Trash, WandSparkles } from '../../../icons/icons.ts';
import { useActingToken } from '../../../data/tokens/acting-token.ts';
import { cancelTask, deleteTasks } from '../../../data/actions/change-tasks.ts';
import { retryTask } from '../../../data/actions/retry-task.ts';
import { useCurrency, useUser } from '../../../data/session.ts';
import { isEnded, type TaskDetail } from '../../../data/tasks/tasks.ts';
import { PayerNote } from '../../../pictures/actions/acting-token-note.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { formatMoney } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { detailMessages } from './messages.ts';

interface ActionsProps {
  readonly task: TaskDetail;
  readonly onOpen: (id: string) => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

export function TaskActions({ task, onOpen, onDeleted }: ActionsProps) {
  if (!isEnded(task)) return <Cancel key={task.id} task={task} />;
  return (
    <div key={task.id} className="flex flex-wrap items-start gap-2">
      {task.state === 'succeeded' ? <OpenLink task={task} /> : <Retry task={task} onOpen={onOpen} />}
      <Remove task={task} onDeleted={onDeleted} />
    </div>
  );
}

function Cancel({ task }: Pick<ActionsProps, 'task'>) {
  const t = useMessages(detailMessages);
  const client = useQueryClient();
  const currency = useCurrency();
  const cancel = useMutation({ mutationFn: () => cancelTask(client, task.id) });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        kind="danger"
        icon={Ban}
        busy={cancel.isPending}
        disabled={cancel.data === 'asked'}
        onClick={() => cancel.mutate()}
      >
        {task.price.state === 'held' && task.state !== 'waiting'
          ? t.cancelDescription(formatMoney(task.price.amount, currency))
          : t.cancel}
      </Button>
      <span role="status" className="text-sm text-muted">
        {cancel.data && t.cancelled[cancel.data]}
      </span>
      <ErrorNote error={cancel.error} />
    </div>
  );
}

/** The page for follow-ups. Not for tasks of other accounts, which the user's tokens cannot access. */
function OpenLink({ task: { id, kind, account, cells, clips } }: Pick<ActionsProps, 'task'>) {
  const t = useMessages(detailMessages);
  const user = useUser();
  if (account !== user.account || cells.length + clips.length === 0) return null;
  const place =
    kind === 'video' ? { to: '/video', search: { task: id } } : { to: '/image', search: { view: `${id}.1` } };
  return (
    <Link {...(place as { to: string })} className={buttonClasses('primary')}>
      <WandSparkles size={16} aria-hidden />
      {t.makeMore}
    </Link>
  );
}

/** Retries the task at the current price. */
function Retry({ task, onOpen }: Pick<ActionsProps, 'task' | 'onOpen'>) {
  const t = useMessages(detailMessages);
  const payer = useActingToken(task);
  const retry = useMutation({
    mutationFn: () => retryTask(task.id, payer.isOwn ? undefined : payer.token?.id),
    onSuccess: onOpen,
  });
  return (
    <div className="grid gap-1">
      <Button icon={RotateCcw} kind="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
        {t.tryAgainToday}
      </Button>
      <PayerNote task={task} payer={payer} />
      <ErrorNote error={retry.error} />
    </div>
  );
}

function Remove({ task, onDeleted }: Pick<ActionsProps, 'task' | 'onDeleted'>) {
  const t = useMessages(detailMessages);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteTasks(client, [task.id]),
    onSuccess: () => onDeleted([task.id]),
  });
  return (
    <div>
      <Button icon={Trash} busy={remove.isPending} onClick={() => remove.mutate()}>
        {t.remove}
      </Button>
      <ErrorNote error={remove.error} />
    </div>
  );
}
