/** The values of a task in the table and on the cards. */
import { Clapperboard, Image, Type } from '../../icons/icons.ts';
import { isInProgress, type Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useSeconds } from '../../ui/clock.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { taskMessages } from './messages.ts';

/** The task's first picture, or an icon of its kind. */
export function Thumb({ task, className }: { readonly task: Task; readonly className?: string }) {
  const source = task.cells[0]?.thumbnail ?? task.clips[0]?.thumbnail ?? task.preview;
  const Icon = task.texts.length > 0 ? Type : task.kind === 'video' ? Clapperboard : Image;
  return (
    <span className={classes('grid shrink-0 place-items-center overflow-hidden rounded-sm bg-bg', className)}>
      {source ? (
        <img src={source} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Icon size={14} className="text-disabled" aria-hidden />
      )}
    </span>
  );
}

export function StateCell({ task }: { readonly task: Task }) {
  const t = useMessages(taskMessages);
  const isMoving = task.state === 'starting' || task.state === 'running' || task.state === 'saving';
  return (
    <span className="relative flex items-center gap-1.5">
      <StateBadge state={task.state} progress={task.progress} />
      {task.state === 'queued' && task.ahead !== null && (
        <span className="truncate text-xs text-muted">{t.ahead(task.ahead)}</span>
      )}
      {isMoving && (
        <Progress percent={task.state === 'saving' ? 0 : task.progress} className="absolute -bottom-1" />
      )}
    </span>
  );
}

/** An indeterminate animation if the progress is unknown. */
export function Progress({ percent, className }: { readonly percent: number; readonly className?: string }) {
  return (
    <span aria-hidden className={classes('block h-0.5 w-24 overflow-hidden rounded-full bg-line', className)}>
      <span
        className={classes(
          'block h-full rounded-full bg-info transition-[width] duration-220 ease-out',
          percent === 0 && 'animate-[sweep_1.4s_linear_infinite]',
        )}
        style={{ width: percent > 0 ? `${percent}%` : '30%' }}
      />
    </span>
  );
}

/** The amount charged. Held amounts are marked, and refunded ones struck through. */
export function PriceCell({ task: { price } }: { readonly task: Task }) {
  const t = useMessages(taskMessages);
  if (price.state === 'held')
    return (
      <span title={t.held} className="text-info">
        <Money amount={price.amount} />
      </span>
    );
  if (price.state === 'released')
    return (
      <span title={t.notCharged} className="text-muted">
        <Money amount="0" />
      </span>
    );
  const isRefunded = price.state === 'refunded';
  return (
    <span title={isRefunded ? t.refunded : t.charged} className={isRefunded ? 'text-muted line-through' : ''}>
      <Money amount={price.charged} />
    </span>
  );
}

/** The waiting and running time so far. */
export function DurationCell({ task }: { readonly task: Task }) {
  const now = useSeconds(isInProgress(task));
  const { waitSeconds, runSeconds } = measureTimes(task, now);
  return (
    <span className="tabular whitespace-nowrap">
      <span className="text-muted">{formatSeconds(waitSeconds)}</span>
      {' / '}
      {formatSeconds(runSeconds)}
    </span>
  );
}

function measureTimes({ created, started: startedAt, finished, state }: Task, now: number) {
  const between = (from: string, to: string | null) =>
    Math.max(0, ((to === null ? now : Date.parse(to)) - Date.parse(from)) / 1000);
  const waitSeconds = state === 'waiting' ? null : between(created, startedAt ?? finished);
  return { waitSeconds, runSeconds: startedAt === null ? null : between(startedAt, finished) };
}
