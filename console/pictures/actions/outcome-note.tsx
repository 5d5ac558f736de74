/** The outcome of a task without a result: the reason, whether it was charged, and the next step. */
import { useState } from 'react';
import { Hand } from '../../icons/icons.ts';
import { useActingToken } from '../../data/tokens/acting-token.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PayerNote } from './acting-token-note.tsx';
import type { TaskActions } from './use-task-actions.ts';
import { pictureMessages } from '../messages.ts';

interface EndNoteProps {
  readonly task: Task;
  readonly actions: TaskActions;
  /** Answers the modal that the task waits for. */
  readonly onAnswer?: () => void;
}

export function EndNote({ task, actions, onAnswer }: EndNoteProps) {
  const t = useMessages(pictureMessages);
  if (task.state === 'succeeded')
    return task.expired ? <p className="text-sm text-muted">{t.expired}</p> : null;
  if (task.state === 'waiting')
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-warn p-3 text-sm">
        <Hand size={16} className="text-warn" aria-hidden />
        <span className="min-w-0 flex-1">{t.waiting}</span>
        <Button size="s" kind="primary" onClick={onAnswer}>
          {t.answer}
        </Button>
        <Button size="s" kind="quiet" onClick={() => void actions.cancel(task)}>
          {t.cancel}
        </Button>
      </div>
    );
  return <Failed task={task} actions={actions} />;
}

function Failed({ task, actions }: Pick<EndNoteProps, 'task' | 'actions'>) {
  const t = useMessages(pictureMessages);
  const payer = useActingToken(task);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    setError(undefined);
    await actions.retry(task, payer.isOwn ? undefined : payer.token?.id).catch(setError);
    setBusy(false);
  };
  const { refunded: refundedAmount, amount } = task.price;
  // The modal was not answered in time, so there is nothing to retry.
  const isOrdered = Number(amount) > 0 || task.seed !== null || task.kind === 'video';
  return (
    <div className="rounded-md border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge state={task.state} />
        <span className="text-muted">
          {refundedAmount && Number(refundedAmount) > 0 ? (
            <>
              {t.refunded} <Money amount={refundedAmount} />
            </>
          ) : (
            t.notCharged
          )}
        </span>
        {isOrdered && (
          <Button size="s" className="ml-auto" busy={isBusy} onClick={() => void retry()}>
            {t.retry}
            <span className="text-xs opacity-75">{t.atTodaysPrice}</span>
          </Button>
        )}
      </div>
      {task.error && <p className="mt-1.5 wrap-anywhere">{task.error.message}</p>}
      {isOrdered && <PayerNote task={task} payer={payer} />}
      <ErrorNote error={error} className="mt-2" />
    </div>
  );
}
