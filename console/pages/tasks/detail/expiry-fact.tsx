/** The date until which a task's files are kept, with a note if that is soon. */
import { Clock, Download } from '../../../icons/icons.ts';
import { withQuery } from '../../../data/api.ts';
import { useAbout } from '../../../data/session.ts';
import type { Task } from '../../../data/tasks/tasks.ts';
import { saveFile } from '../../../pictures/downloads/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { useSeconds } from '../../../ui/clock.ts';
import { formatAgo, formatKeptFor, formatTime, formatUntil } from '../../../i18n/format.ts';
import { hoursBetween, isWithinADay } from '../../../i18n/retention.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { detailMessages } from './messages.ts';
import { basePath } from '../../../data/server-path.ts';

/** The day, with the exact time and the reason as a tooltip and below. */
export function ExpiryFact({ task: { expires, finished, starred } }: { readonly task: Task }) {
  const { files } = useAbout();
  const t = useMessages(detailMessages);
  if (!expires) return null;
  const time = finished && formatKeptFor(finished, expires);
  const isLonger = starred && finished && hoursBetween(finished, expires) > files.hours;
  const reason = !time ? t.keptSome : isLonger ? t.keptStarred(time) : t.keptBecause(time);
  return (
    <span title={`${formatTime(expires)}. ${reason}`}>
      <time dateTime={expires}>{formatUntil(expires)}</time>
      <span className="block text-xs text-muted">{reason}</span>
    </span>
  );
}

export function ExpiryWarning({ task }: { readonly task: Task }) {
  const t = useMessages(detailMessages);
  const now = useSeconds(false);
  const { expires, expired, id, state } = task;
  if (state !== 'succeeded' || expired || !expires || !isWithinADay(expires, now)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-warn">
      <Clock size={14} aria-hidden />
      <span className="min-w-0 flex-1">{t.soonGone(formatAgo(expires, now))}</span>
      <Button
        size="s"
        icon={Download}
        onClick={() => saveFile(withQuery(`${basePath}/api/task.download`, { tasks: id }))}
      >
        {t.download}
      </Button>
    </p>
  );
}
