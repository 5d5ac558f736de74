/**
 * The worker: leases due tasks up to the free slots of each engine, advances them step by step, keeps the leases
 * alive, sleeps until woken or due, and drains on stop. It holds no truth: all of it is in the database.
 */
import type { Engine } from '../engines/engine.ts';
import { AppError } from '../errors.ts';
import { newRowId } from '../lib/id.ts';
import { advanceTask, type AdvanceParts, type Outcome } from './advance-task.ts';
import { finishTask } from './finish-task.ts';
import type { LeasedTask } from './task.ts';

export interface Worker {
  /** Look for due tasks now. */
  wake(): void;
  /** The cancellation of a task was asked for. */
  cancel(taskId: string): void;
  /** How many tasks are in hand. */
  readonly busy: number;
  /** Takes no more, lets what is in hand end for up to `drainMs`, then puts it down for others. */
  stop(drainMs: number): Promise<void>;
}

export interface WorkerParts extends AdvanceParts {
  readonly engines: readonly Engine[];
}

interface Hand {
  task: LeasedTask;
  readonly engine: Engine;
  resumed: boolean;
  /** Aborted to end a wait early; replaced when the task goes on. */
  interrupt: AbortController;
  lost: boolean;
  faults: number;
}

const leaseMs = 10_000;
const renewEveryMs = 3_000;
/** Due tasks are announced; this only catches an announcement that was missed. */
const longestSleepMs = 2_000;
const troubleDelayMs = 250;
const maxFaults = 3;

export function startWorker(parts: WorkerParts): Worker {
  const { store, engines, clock, events } = parts;
  const owner = newRowId();
  const hands = new Map<string, Hand>();
  const working = new Set<Promise<void>>();
  /** Takes no more; what is in hand goes on. */
  const stopped = new AbortController();
  /** Nothing is in hand any more. */
  const over = new AbortController();
  let alarm = new AbortController();

  const wake = () => alarm.abort();

  /** True when there may be more to take. */
  const takeDue = async (): Promise<boolean> => {
    let taken = 0;
    for (const engine of engines) {
      const { slots, local } = engine.traits;
      const free = slots - [...hands.values()].filter(hand => hand.engine === engine).length;
      if (free <= 0) continue;
      const maxBegun = local ? 2 ** 31 - 1 : slots;
      const tasks = await store.lease({ engine: engine.name, owner, limit: free, maxBegun, leaseMs });
      for (const task of tasks) takeUp(task, engine);
      taken += tasks.length;
    }
    return taken > 0;
  };

  const takeUp = (task: LeasedTask, engine: Engine): void => {
    events.taskLeased(task);
    const hand: Hand = {
      task,
      engine,
      resumed: task.phase !== 'queued',
      interrupt: new AbortController(),
      lost: false,
      faults: 0,
    };
    hands.set(task.lease.taskId, hand);
    const done = work(hand).finally(() => {
      hands.delete(task.lease.taskId);
      working.delete(done);
      wake();
    });
    working.add(done);
  };

  const work = async (hand: Hand): Promise<void> => {
    while (!hand.lost) {
      const outcome = await step(hand);
      if (outcome.kind === 'moved') {
        hand.task = { ...outcome.task, cancelRequested: hand.task.cancelRequested };
        hand.resumed = false;
      } else if (outcome.kind === 'again') {
        await clock.sleep(outcome.delayMs, hand.interrupt.signal);
      } else {
        if (outcome.kind === 'lease_lost') events.leaseLost(hand.task);
        return;
      }
    }
  };

  const step = async (hand: Hand): Promise<Outcome> => {
    if (hand.interrupt.signal.aborted && !stopped.signal.aborted) hand.interrupt = new AbortController();
    try {
      const outcome = await advanceTask({ ...hand, signal: hand.interrupt.signal }, parts);
      hand.faults = 0;
      return outcome;
    } catch (error) {
      events.workerTroubled(error);
      hand.resumed = true;
      // The database is away: wait for it. Anything else is a fault of ours, and must not go round for ever.
      const databaseAway = error instanceof AppError && error.code === 'database_unavailable';
      if (!databaseAway && ++hand.faults >= maxFaults) return giveUp(hand);
      return { kind: 'again', delayMs: troubleDelayMs };
    }
  };

  const giveUp = async ({ task }: Hand): Promise<Outcome> => {
    const ending = {
      phase: 'failed',
      code: 'internal',
      details: {},
      retentionHours: parts.retentionHours,
    } as const;
    const written = await finishTask(parts.db, task.lease, ending).catch(() => false);
    if (written) events.taskEnded(task, ending);
    return written ? { kind: 'finished', phase: 'failed' } : { kind: 'lease_lost' };
  };

  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      alarm = new AbortController();
      try {
        if (await takeDue()) continue;
        const dueMs = await store.nextDueMs(engines.filter(hasFreeSlot).map(engine => engine.name));
        await clock.sleep(Math.min(longestSleepMs, Math.max(1, dueMs ?? longestSleepMs)), alarm.signal);
      } catch (error) {
        events.workerTroubled(error);
        await clock.sleep(troubleDelayMs, stopped.signal);
      }
    }
  };

  const hasFreeSlot = (engine: Engine) =>
    [...hands.values()].filter(hand => hand.engine === engine).length < engine.traits.slots;

  const renewLoop = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(renewEveryMs, over.signal);
      if (hands.size > 0) await renew().catch((error: unknown) => events.workerTroubled(error));
    }
  };

  const renew = async (): Promise<void> => {
    const before = [...hands.values()];
    const held = await store.renew(
      owner,
      before.map(hand => hand.task.lease.taskId),
      leaseMs,
    );
    for (const hand of before) {
      const lease = held.get(hand.task.lease.taskId);
      if (lease?.attempt !== hand.task.lease.attempt) {
        hand.lost = true;
        hand.interrupt.abort();
      } else if (lease.cancelRequested) cancel(hand.task.lease.taskId);
    }
  };

  const cancel = (taskId: string): void => {
    const hand = hands.get(taskId);
    if (!hand || hand.task.cancelRequested) return;
    hand.task = { ...hand.task, cancelRequested: true };
    hand.interrupt.abort();
  };

  const stop = async (drainMs: number): Promise<void> => {
    stopped.abort();
    wake();
    await looping;
    const drained = new AbortController();
    void Promise.all(working).then(() => drained.abort());
    await clock.sleep(drainMs, drained.signal);
    for (const hand of hands.values()) {
      hand.lost = true;
      hand.interrupt.abort();
    }
    over.abort();
    if (hands.size > 0)
      await store.release(owner, [...hands.keys()]).catch((error: unknown) => events.workerTroubled(error));
  };

  const looping = loop();
  void renewLoop();
  return {
    wake,
    cancel,
    get busy() {
      return hands.size;
    },
    stop,
  };
}
