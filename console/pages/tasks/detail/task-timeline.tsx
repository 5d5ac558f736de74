/** The timeline of a task: its phases with start and duration. */
import type { TaskDetail, TaskState } from '../../../data/tasks/tasks.ts';
import { isEnded } from '../../../data/tasks/tasks.ts';
import { classes } from '../../../ui/class-names.ts';
import { useSeconds } from '../../../ui/clock.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { formatSeconds, formatTime } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { detailMessages } from './messages.ts';
import { Fact, Facts, Part } from './task-facts.tsx';

const colors: Readonly<Record<TaskState, string>> = {
  waiting: 'bg-warn',
  queued: 'bg-line-strong',
  starting: 'bg-info/60',
  running: 'bg-info',
  saving: 'bg-ok/60',
  succeeded: 'bg-ok',
  failed: 'bg-bad',
  cancelled: 'bg-muted',
};

export function TaskLifeLine({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const now = useSeconds(!isEnded(task));
  const steps = task.life.map(({ phase, at, seconds }) => {
    const isNow = seconds === null && phase === task.state && !isEnded(task);
    return {
      phase,
      at,
      isNow,
      seconds: isNow ? Math.max(0, (now - Date.parse(at)) / 1000) : seconds,
    };
  });
  return (
    <Part title={t.life}>
      <Bar steps={steps} />
      <ol aria-label={t.lifeTable}>
        {steps.map(({ phase, at, seconds, isNow }, index) => (
          <li key={`${phase} ${at}`} className="relative flex min-h-8 items-start gap-3 pl-5 text-sm">
            {index < steps.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span
              aria-hidden
              className={classes(
                'absolute top-1.5 left-0 size-2.5 rounded-full',
                colors[phase],
                isNow && 'animate-pulse',
              )}
            />
            <span className="w-28 shrink-0">
              <StateBadge state={phase} />
            </span>
            <time dateTime={at} className="tabular min-w-0 flex-1 truncate text-muted" title={formatTime(at)}>
              {formatTime(at)}
            </time>
            <span className="tabular shrink-0 whitespace-nowrap">
              {seconds !== null && formatSeconds(seconds)}
              {isNow && <span className="text-muted"> {t.soFar}</span>}
            </span>
          </li>
        ))}
      </ol>
      <Facts>
        <Fact name={t.engine}>{task.engine}</Fact>
        <Fact name={t.attempts}>
          <span className="tabular">{task.attempts}</span>
          {task.tries > 0 && <span className="text-warn"> · {t.tries(task.tries)}</span>}
        </Fact>
        {task.trace && <Fact name={t.because}>{task.trace.reason}</Fact>}
        {task.error_cause !== null && (
          <Fact name={t.cause}>
            <span className="whitespace-pre-wrap wrap-anywhere">{task.error_cause}</span>
          </Fact>
        )}
      </Facts>
    </Part>
  );
}

interface Step {
  readonly phase: TaskState;
  readonly seconds: number | null;
}

/** The phases in proportion to their duration; the list below has the same information as text. */
function Bar({ steps }: { readonly steps: readonly Step[] }) {
  const ui = useMessages(uiMessages);
  const parts = steps.filter(({ seconds }) => seconds !== null && seconds > 0);
  const totalSeconds = parts.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  if (parts.length === 0) return null;
  return (
    <div aria-hidden className="mb-3 flex h-2 gap-px overflow-hidden rounded-full">
      {parts.map(({ phase, seconds }, index) => (
        <span
          key={index}
          title={`${ui.state[phase]} ${formatSeconds(seconds)}`}
          className={classes('min-w-1', colors[phase])}
          // Flex factors that add up to less than 1 would leave part of the line empty.
          style={{ flexGrow: ((seconds ?? 0) / totalSeconds) * 1000 }}
        />
      ))}
    </div>
  );
}
