/** The time when a task's files are deleted, with the exact time as a tooltip. */
import type { Task } from '../data/tasks/tasks.ts';
import { useSeconds } from '../ui/clock.ts';
import { formatAgo, formatTime } from '../i18n/format.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { pictureMessages } from './messages.ts';

interface ExpiresProps {
  readonly task: Task;
  /** The separator from the preceding text. */
  readonly before?: string;
}

export function Expires({ task, before = '' }: ExpiresProps) {
  const text = useExpiry(task);
  return (
    text &&
    task.expires && (
      <>
        {before}
        <time dateTime={task.expires} title={formatTime(task.expires)}>
          {text}
        </time>
      </>
    )
  );
}

/** Returns undefined if the task has no files, or they do not expire. */
export function useExpiry({ state, expired, expires }: Task): string | undefined {
  const t = useMessages(pictureMessages);
  const now = useSeconds(false);
  const hasFiles = state === 'succeeded' && !expired && expires !== null;
  return hasFiles ? t.expires(formatAgo(expires, now)) : undefined;
}
