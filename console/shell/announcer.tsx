/**
 * Announces finished tasks to screen readers on every page, batched to at most one
 * announcement every five seconds.
 */
import { useEffect, useState } from 'react';
import { subscribeToTasks } from '../data/events/live-updates.ts';
import type { User } from '../data/session.ts';
import { isEnded, type Task } from '../data/tasks/tasks.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

const batchMs = 5000;
const longestPrompt = 120;

export function Announcer({ user: { account } }: { readonly user: User }) {
  const t = useMessages(shellMessages);
  const [endedTasks, setEndedTasks] = useState<readonly Task[]>([]);
  useEffect(() => collectEnded(account, setEndedTasks), [account]);
  const failed = endedTasks.filter(({ state }) => state === 'failed').length;
  const [onlyTask] = endedTasks;
  const message =
    endedTasks.length > 1
      ? t.endedMany(endedTasks.length - failed, failed)
      : onlyTask && t.ended((onlyTask.prompt ?? onlyTask.id).slice(0, longestPrompt), failed > 0);
  return (
    <div role="status" className="sr-only">
      {/* A new element for each announcement, so that a repeated text is announced again. */}
      <p key={onlyTask?.id}>{message}</p>
    </div>
  );
}

/**
 * Collects tasks of this account that were seen in progress and have ended. Returns a function that stops it.
 */
function collectEnded(account: string, announce: (endedTasks: readonly Task[]) => void): () => void {
  const inProgress = new Set<string>();
  let batch: Task[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = batch.length > 0 ? setTimeout(flush, batchMs) : undefined;
    if (batch.length > 0) announce(batch);
    batch = [];
  };
  const stopListening = subscribeToTasks(task => {
    if (task.account !== account) return;
    if (!isEnded(task)) inProgress.add(task.id);
    // The user already knows about cancelled tasks.
    else if (inProgress.delete(task.id) && task.state !== 'cancelled') batch.push(task);
    if (timer === undefined) flush();
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}
