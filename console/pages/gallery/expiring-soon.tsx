/** Pictures that expire within a day, with an action to keep them. */
import { useState } from 'react';
import { systemClock } from '@kinora/shared/clock';
import { Clock, Download } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { useTaskActions } from '../../pictures/actions/use-task-actions.ts';
import { Button } from '../../ui/button.tsx';
import { isWithinADay } from '../../i18n/retention.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { galleryMessages } from './messages.ts';

export function ExpiringSoon({ tasks }: { readonly tasks: readonly Task[] }) {
  const t = useMessages(galleryMessages);
  const actions = useTaskActions();
  const [now] = useState(() => systemClock.now());
  const soon = tasks.filter(({ expires, expired }) => expires && !expired && isWithinADay(expires, now));
  if (soon.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Clock size={14} className="text-warn" aria-hidden />
      <span>{t.soonGone(soon.length)}</span>
      <Button size="s" icon={Download} onClick={() => actions.downloadAll(soon.map(({ id }) => id))}>
        {t.keepThem}
      </Button>
    </p>
  );
}
