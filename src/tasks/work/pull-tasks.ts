/** Pulls work into the free slots of an engine: first runs without a lease, then tasks from the queue. */
import type { Engine } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import { tiers } from '../../models/model-card.ts';
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

/** By tier: where a query of the queue begins. */
interface ServedTurns {
  readonly from: bigint[];
  readonly sinceMs: number;
}

export const leaseMs = 10_000;
/** How long to wait after a query that found no run to adopt. */
const adoptEveryMs = 100;
/** A task that is submitted while others are leased can get a lower turn than theirs. Queries begin this far below the last one. */
const turnSlack = 100n;
/** After this time, a query begins with the lowest turn again. */
const forgetTurnsMs = 2_000;

export function openPull({ store, clock, taskTimeoutSeconds }: PullParts, owner: string): PullTasks {
  const adoptedMs = new Map<Engine, number>();
  const served = new Map<Engine, ServedTurns>();

  /** Leased tasks leave dead rows at the head of the queue as long as an older transaction is open. Queries begin behind them. */
  const turnsOf = (engine: Engine): ServedTurns => {
    const known = served.get(engine);
    if (known && clock.now() - known.sinceMs < forgetTurnsMs) return known;
    const fresh = { from: tiers.map(() => 0n), sinceMs: clock.now() };
    served.set(engine, fresh);
    return fresh;
  };
  const adopt = async (engine: Engine, limit: number, except: readonly string[]): Promise<PulledTask[]> => {
    if (clock.now() - (adoptedMs.get(engine) ?? 0) < adoptEveryMs) return [];
    const tasks = await store.adopt({ engine: engine.name, owner, limit, leaseMs, except });
    if (tasks.length === 0) adoptedMs.set(engine, clock.now());
    return tasks.map(task => ({ task, resumed: true }));
  };
  const lease = async (engine: Engine, limit: number): Promise<PulledTask[]> => {
    const { from } = turnsOf(engine);
    const { local, slots, afterUnknownStart } = engine.traits;
    const leased = await store.lease({
      engine: engine.name,
      owner,
      limit,
      leaseMs,
      // A local engine's runs in other processes use no resources of this one.
      maxRuns: local ? undefined : slots,
      isStarting: afterUnknownStart === 'repeat',
      timeoutSeconds: taskTimeoutSeconds,
      fromTurns: from,
    });
    return leased.map(task => {
      const { tierRank, turn } = task;
      const lowest = from[tierRank - 1] ?? 0n;
      if (turn - turnSlack > lowest) from[tierRank - 1] = turn - turnSlack;
      return { task, resumed: false };
    });
  };
  return async (engine, { limit, except }) => {
    if (limit <= 0) return [];
    const adopted = await adopt(engine, limit, except);
    return limit > adopted.length ? [...adopted, ...(await lease(engine, limit - adopted.length))] : adopted;
  };
}
