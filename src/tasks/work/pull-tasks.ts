/** Pulls work into the free slots of an engine: first runs without a lease, then tasks from the queue. */
import type { Engine } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import { openPace, type Pace } from '../../lib/pace.ts';
import { mapOf } from '../../lib/map-of.ts';
import { openQueueStart, type QueueStart } from '../queue-start.ts';
import type { LeasedTask } from '../task.ts';
import type { TaskStore } from './task-store.ts';

export interface PulledTask {
  readonly task: LeasedTask;
  /** Another process may have done part of the current step. */
  readonly resumed: boolean;
}

/** `limit`: the number of free slots. `except`: ids of the tasks that the worker is advancing. */
export type PullTasks = (
  engine: Engine,
  request: { readonly limit: number; readonly except: readonly string[] },
) => Promise<PulledTask[]>;

export interface PullParts {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly taskTimeoutSeconds: number;
}

export const leaseMs = 10_000;
/** Between two queries that found no run to adopt. */
const adoptEvery = { minMs: 100, maxMs: 10_000 };

export function openPull({ store, clock, taskTimeoutSeconds }: PullParts, owner: string): PullTasks {
  const adopting = mapOf<Engine, Pace>(() => openPace(clock, adoptEvery));
  const starts = mapOf<Engine, QueueStart>(() => openQueueStart(clock));

  const adopt = async (engine: Engine, limit: number, except: readonly string[]): Promise<PulledTask[]> => {
    const pace = adopting(engine);
    if (pace.waitMs > 0) return [];
    const tasks = await pace.run(() => store.adopt({ engine: engine.name, owner, limit, leaseMs, except }));
    if (tasks.length > 0) pace.reset();
    return tasks.map(task => ({ task, resumed: true }));
  };
  const lease = async (engine: Engine, limit: number): Promise<PulledTask[]> => {
    const start = starts(engine);
    const { local, slots, afterUnknownStart } = engine.traits;
    const leased = await start.read(fromTurns =>
      store.lease({
        engine: engine.name,
        owner,
        limit,
        leaseMs,
        // A local engine's runs in other processes use no resources of this one.
        maxRuns: local ? undefined : slots,
        isStarting: afterUnknownStart === 'repeat',
        timeoutSeconds: taskTimeoutSeconds,
        fromTurns,
      }),
    );
    for (const { tierRank, turn } of leased) start.advance(tierRank, turn);
    return leased.map(task => ({ task, resumed: false }));
  };
  return async (engine, { limit, except }) => {
    if (limit <= 0) return [];
    const adopted = await adopt(engine, limit, except);
    return limit > adopted.length ? [...adopted, ...(await lease(engine, limit - adopted.length))] : adopted;
  };
}
