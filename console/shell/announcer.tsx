/** Tells screen readers which tasks have ended, together and every five seconds at most, on whatever page one is. */
import { useEffect, useState } from 'react';
import { onTask } from '../data/events/live-updates.ts';
import type { User } from '../data/session.ts';
import { isEnded, type Task } from '../data/tasks/tasks.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

const restMs = 5000;
const longestPrompt = 120;

export function Announcer({ user: { account } }: { readonly user: User }) {
  const t = useMessages(shellMessages);
  const [ended, setEnded] = useState<readonly Task[]>([]);
  useEffect(() => gatherEnded(account, setEnded), [account]);
  const failed = ended.filter(({ state }) => state === 'failed').length;
  const [only] = ended;
  const message =
    ended.length > 1
      ? t.endedMany(ended.length - failed, failed)
      : only && t.ended((only.prompt ?? only.id).slice(0, longestPrompt), failed > 0);
  return (
    <div role="status" className="sr-only">
      {/* Anew with each: the same words twice are said twice. */}
      <p key={only?.id}>{message}</p>
    </div>
  );
}

/** Of this account, and only what was seen under way. Returns how to stop. */
function gatherEnded(account: string, announce: (ended: readonly Task[]) => void): () => void {
  const underWay = new Set<string>();
  let gathered: Task[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = gathered.length > 0 ? setTimeout(flush, restMs) : undefined;
    if (gathered.length > 0) announce(gathered);
    gathered = [];
  };
  const stopListening = onTask(task => {
    if (task.account !== account) return;
    if (!isEnded(task)) underWay.add(task.id);
    // Whoever cancelled knows.
    else if (underWay.delete(task.id) && task.state !== 'cancelled') gathered.push(task);
    if (timer === undefined) flush();
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}
