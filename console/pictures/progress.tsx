/** The phase of a task, with a percentage only if the engine reports one. */
import { useTypicalSeconds } from '../data/models/models.ts';
import type { Task } from '../data/tasks/tasks.ts';
import { Button } from '../ui/button.tsx';
import { useSeconds } from '../ui/clock.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import { uiMessages } from '../ui/messages.ts';
import { formatSeconds, formatTime } from '../i18n/format.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { pictureMessages } from './messages.ts';

export function Progress({ task, onCancel }: { readonly task: Task; readonly onCancel: () => void }) {
  const states = useMessages(uiMessages).state;
  const t = useMessages(pictureMessages);
  const hasProgress = task.state === 'running' && task.progress > 0;
  return (
    <div className="mt-2">
      <Bar
        name={states[task.state]}
        share={hasProgress ? task.progress : undefined}
        isMoving={task.state !== 'queued'}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StateBadge state={task.state} progress={task.progress} />
        {task.state === 'queued' && (task.ahead ?? 0) > 0 && (
          <span className="tabular">{t.ahead(task.ahead ?? 0)}</span>
        )}
        {task.away_since && <span className="text-warn">{t.away(formatTime(task.away_since))}</span>}
        <Elapsed since={task.ordered ?? task.created} />
        <TypicalTime task={task} />
        <Button kind="quiet" size="s" className="ml-auto text-muted" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Without a percentage, an indeterminate animation. */
export function Bar({
  name,
  share,
  isMoving,
}: {
  /** The phase, for screen readers. */
  readonly name: string;
  readonly share?: number | undefined;
  readonly isMoving: boolean;
}) {
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      className="h-0.5 overflow-hidden rounded-full bg-line"
    >
      {share !== undefined ? (
        <div
          className="h-full origin-left bg-accent transition-transform duration-200"
          style={{ scale: `${share / 100} 1` }}
        />
      ) : (
        isMoving && (
          <div className="h-full w-1/3 animate-[sweep_1.6s_ease-in-out_infinite] rounded-full bg-accent" />
        )
      )}
    </div>
  );
}

function Elapsed({ since }: { readonly since: string }) {
  const now = useSeconds(true);
  return (
    <span className="tabular">
      {formatSeconds(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))}
    </span>
  );
}

function TypicalTime({ task }: { readonly task: Task }) {
  const t = useMessages(pictureMessages);
  const seconds = useTypicalSeconds()(task);
  if (seconds === undefined) return null;
  return <span className="tabular">{t.usually(formatSeconds(seconds))}</span>;
}
