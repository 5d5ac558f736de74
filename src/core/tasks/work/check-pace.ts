/**
 * How often the work of remote engines is checked: soon when it is new, less often while it cannot be done
 * yet, judging by the jobs before it, and then so often that its end is seen with a delay that is small
 * against the time that the job took. An engine that reports changes is asked less often, and one that asked
 * to be left alone not at all until then.
 */
import type { Clock } from '@kinora/shared/clock';
import { LRUCache } from 'lru-cache';
import type { LeasedTask } from '../task.ts';
import type { RunningStatus } from './step-event.ts';

/** A running job. `elapsedMs`: since its start. */
export interface RunningWork {
  readonly task: Pick<LeasedTask, 'engine' | 'model' | 'job'>;
  readonly elapsedMs: number;
}

/** What the adapter requests for the pause. */
export type ProposedPause = Pick<RunningStatus, 'checkAgainMs' | 'mayCheckSooner'>;

export interface CheckPace {
  /** Returns the milliseconds until the next check. */
  pauseMs(work: RunningWork, proposed: ProposedPause): number;
  /** The engine has reported that the job is done. */
  noteDone(work: RunningWork): void;
  /** The engine reports changes of its work. */
  noteReport(engine: string): void;
  /** The engine asked not to be asked again for so long. */
  leaveAlone(engine: string, forMs: number): void;
  /** How long a task waits until its engine may be asked. 0: it may be asked now. */
  quietMs(engine: string): number;
}

/** A check that is asked for sooner waits for a change itself. */
const shortestMs = 300;
/**
 * The shares of the time that a job has taken: until its next check, and while it is as
 * old as jobs are when they end.
 */
const usualShare = 0.1;
const closeShare = 0.08;
/** The share for a new job about whose kind nothing is known. */
const newShare = 0.25;
/**
 * How many durations are kept of a kind of job, from which the next jobs are judged. The newest is the last.
 */
const maxDurations = 32;
const minDurations = 5;
const maxKinds = 1000;
/** The share of the duration of the fastest jobs before which a job seldom ends. */
const soonestShare = 0.9;
const checksBeforeEnd = 3;
/** A report can be lost: work is checked without one, too, but this much less often. */
const reportedFactor = 4;
const reportsHoldMs = 600_000;
/** The time between two tasks that may ask an engine again. */
const quietStepMs = 5;

interface Quiet {
  readonly untilMs: number;
  waiting: number;
}

export function openCheckPace(clock: Pick<Clock, 'now'>): CheckPace {
  const durations = new LRUCache<string, number[]>({ max: maxKinds });
  const reportedMs = new Map<string, number>();
  const quiet = new Map<string, Quiet>();
  const reports = (engine: string): boolean =>
    clock.now() - (reportedMs.get(engine) ?? Number.NEGATIVE_INFINITY) < reportsHoldMs;
  return {
    pauseMs: ({ task, elapsedMs }, { checkAgainMs: requestedMs, mayCheckSooner = false }) => {
      if (requestedMs < shortestMs) return requestedMs;
      const soonestMs = soonestEnd(durations.get(jobKey(task)));
      const leastMs = mayCheckSooner && !reports(task.engine) ? shortestMs : requestedMs;
      const factor = reports(task.engine) ? reportedFactor : 1;
      return Math.max(leastMs, factor * pauseBefore(elapsedMs, requestedMs, soonestMs));
    },
    noteDone: ({ task, elapsedMs }) => {
      const knownDurations = durations.get(jobKey(task)) ?? [];
      knownDurations.push(elapsedMs);
      if (knownDurations.length > maxDurations) knownDurations.shift();
      durations.set(jobKey(task), knownDurations);
    },
    noteReport: engine => void reportedMs.set(engine, clock.now()),
    leaveAlone: (engine, forMs) => {
      const untilMs = clock.now() + forMs;
      if (untilMs > (quiet.get(engine)?.untilMs ?? 0)) quiet.set(engine, { untilMs, waiting: 0 });
    },
    quietMs: engine => {
      const entry = quiet.get(engine);
      if (!entry) return 0;
      const leftMs = entry.untilMs - clock.now();
      if (leftMs > 0) return leftMs + quietStepMs * entry.waiting++;
      quiet.delete(engine);
      return 0;
    },
  };
}

function jobKey({ engine, model, job }: RunningWork['task']): string {
  return `${engine} ${model} ${job.kind}`;
}

/**
 * Returns the milliseconds after which the fastest jobs of the kind are done. Undefined if too few are known.
 */
function soonestEnd(durationsMs: readonly number[] = []): number | undefined {
  if (durationsMs.length < minDurations) return undefined;
  const sortedDurations = [...durationsMs].sort((a, b) => a - b);
  return (sortedDurations[Math.floor(sortedDurations.length * 0.1)] ?? 0) * soonestShare;
}

function pauseBefore(elapsedMs: number, requestedMs: number, soonestMs: number | undefined): number {
  if (soonestMs === undefined)
    return Math.min(
      Math.max(shortestMs, elapsedMs * newShare),
      Math.max(requestedMs, elapsedMs * usualShare),
    );
  if (elapsedMs >= soonestMs) return elapsedMs * closeShare;
  return Math.min(soonestMs - elapsedMs, Math.max(requestedMs, soonestMs / checksBeforeEnd));
}
