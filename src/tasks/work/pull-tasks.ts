/** Pulls work into the free slots of an engine: first runs without a lease, then tasks from the queue. */
import type { Engine } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import { openPace, type Pace } from '../../lib/pace.ts';
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

/** What is known of the queue of an engine. Queries get slow when an older transaction keeps the rows that were deleted since. */
interface QueuePace {
  readonly adopting: Pace;
  readonly fromStart: Pace;
  /** By tier: the turn with which a query of the queue begins. */
  readonly fromTurns: bigint[];
}

export const leaseMs = 10_000;
/** Between two queries that found no run to adopt. */
const adoptEvery = { minMs: 100, maxMs: 10_000 };
/** A task that is submitted while others are leased can get a lower turn than theirs. Queries begin this far below the last one. */
const turnSlack = 100n;
/** Between two queries that begin with the lowest turn. */
const fromStartEvery = { minMs: 2_000, maxMs: 30_000 };

export function openPull({ store, clock, taskTimeoutSeconds }: PullParts, owner: string): PullTasks {
  const paces = new Map<Engine, QueuePace>();
  const paceOf = (engine: Engine): QueuePace => {
    const known = paces.get(engine);
    if (known) return known;
    const fresh = {
      adopting: openPace(clock, adoptEvery),
      fromStart: openPace(clock, fromStartEvery),
      fromTurns: tiers.map(() => 0n),
    };
    paces.set(engine, fresh);
    return fresh;
  };
  const adopt = async (engine: Engine, limit: number, except: readonly string[]): Promise<PulledTask[]> => {
    const { adopting } = paceOf(engine);
    if (adopting.waitMs > 0) return [];
    const request = { engine: engine.name, owner, limit, leaseMs, except };
    const tasks = await adopting.run(() => store.adopt(request));
    if (tasks.length > 0) adopting.reset();
    return tasks.map(task => ({ task, resumed: true }));
  };
  /** Leased tasks leave dead rows at the head of the queue as long as an older transaction is open. Queries begin behind them. */
  const lease = async (engine: Engine, limit: number): Promise<PulledTask[]> => {
    const { fromStart, fromTurns: from } = paceOf(engine);
    const isFromStart = fromStart.waitMs === 0;
    if (isFromStart) from.fill(0n);
    const { local, slots, afterUnknownStart } = engine.traits;
    const request = {
      engine: engine.name,
      owner,
      limit,
      leaseMs,
      // A local engine's runs in other processes use no resources of this one.
      maxRuns: local ? undefined : slots,
      isStarting: afterUnknownStart === 'repeat',
      timeoutSeconds: taskTimeoutSeconds,
      fromTurns: from,
    };
    const leased = await (isFromStart ? fromStart.run(() => store.lease(request)) : store.lease(request));
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
