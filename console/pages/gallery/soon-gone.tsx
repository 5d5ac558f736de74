/** What is deleted within a day, and the way to keep it. */
import { Clock, Download } from 'lucide-react';
import { useState } from 'react';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Task } from '../../data/tasks.ts';
import { useDeeds } from '../../pictures/use-deeds.ts';
import { Button } from '../../ui/button.tsx';
import { isSoon } from '../../words/keeping.ts';
import { useWords } from '../../words/words.ts';
import { galleryWords } from './words.ts';

export function SoonGone({ tasks }: { readonly tasks: readonly Task[] }) {
  const t = useWords(galleryWords);
  const deeds = useDeeds();
  const [now] = useState(() => systemClock.now());
  const soon = tasks.filter(({ expires, expired }) => expires && !expired && isSoon(expires, now));
  if (soon.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Clock size={14} className="text-warn" aria-hidden />
      <span>{t.soonGone(soon.length)}</span>
      <Button size="s" icon={Download} onClick={() => deeds.downloadAll(soon.map(({ id }) => id))}>
        {t.keepThem}
      </Button>
    </p>
  );
}
