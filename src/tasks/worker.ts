/**
 * The worker: leases due tasks up to the free slots of each engine, advances them step by step, keeps the leases
 * alive, sleeps until woken or due, and drains on stop. It holds no truth: all of it is in the database.
 */
import type { Engine } from '../engines/engine.ts';
import { AppError } from '../errors.ts';
import { newRowId } from '../lib/id.ts';
import { advanceTask } from './advance-task.ts';
import { StorageError } from '../media/storage.ts';
import { callEngine } from './call-engine.ts';
import { finishTask } from './finish-task.ts';
import type { AdvanceParts, Memo, Outcome } from './step-outcome.ts';
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
  readonly memo: Memo;
}

const leaseMs = 10_000;
const renewEveryMs = 3_000;
/** Due tasks are announced; this only catches an announcement that was missed. */
const longestSleepMs = 2_000;
const crowdedSleepMs = 100;
const troubleDelayMs = 250;
const fullDiskDelayMs = 2_000;
const maxFaults = 3;

export function startWorker(parts: WorkerParts): Worker {
  return new LeasingWorker(parts);
}

/** Owns the leases of the tasks in hand. */
class LeasingWorker implements Worker {
  readonly #parts: WorkerParts;
  readonly #owner = newRowId();
  readonly #hands = new Map<string, Hand>();
  readonly #working = new Set<Promise<void>>();
  /** Takes no more; what is in hand goes on. */
  readonly #stopped = new AbortController();
  /** Nothing is in hand any more. */
  readonly #over = new AbortController();
  readonly #looping: Promise<void>;
  /** Aborted to end the sleep between two looks at the queue. */
  #alarm = new AbortController();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#looping = this.#loop();
    void this.#renewLoop();
  }

  get busy(): number {
    return this.#hands.size;
  }

  wake(): void {
    this.#alarm.abort();
  }

  cancel(taskId: string): void {
    const hand = this.#hands.get(taskId);
    if (!hand || hand.task.cancelRequested) return;
    hand.task = { ...hand.task, cancelRequested: true };
    hand.interrupt.abort();
  }

  async stop(drainMs: number): Promise<void> {
    const { clock, store, events } = this.#parts;
    this.#stopped.abort();
    this.wake();
    await this.#looping;
    const drained = new AbortController();
    void Promise.all(this.#working).then(() => drained.abort());
    await clock.sleep(drainMs, drained.signal);
    const left = [...this.#hands.values()];
    for (const hand of left) {
      hand.lost = true;
      hand.interrupt.abort();
    }
    this.#over.abort();
    if (left.length === 0) return;
    await store
      .release(this.#owner, [...this.#hands.keys()])
      .catch((error: unknown) => events.workerTroubled(error));
  }

  async #loop(): Promise<void> {
    const { clock, store, engines, events } = this.#parts;
    while (!this.#stopped.signal.aborted) {
      this.#alarm = new AbortController();
      try {
        if (await this.#takeDue()) continue;
        const names = engines.filter(engine => this.#freeSlots(engine) > 0).map(engine => engine.name);
        const dueMs = await store.nextDueMs(names);
        // Due, and yet nothing could be taken: the engine is full, or another was quicker.
        const pauseMs = dueMs === undefined ? longestSleepMs : dueMs <= 0 ? crowdedSleepMs : dueMs;
        await clock.sleep(Math.min(longestSleepMs, Math.max(1, pauseMs)), this.#alarm.signal);
      } catch (error) {
        events.workerTroubled(error);
        await clock.sleep(troubleDelayMs, this.#stopped.signal);
      }
    }
  }

  /** True when there may be more to take. */
  async #takeDue(): Promise<boolean> {
    let taken = 0;
    for (const engine of this.#parts.engines) {
      const limit = this.#freeSlots(engine);
      if (limit <= 0) continue;
      // What a local engine has begun elsewhere is no burden here.
      const maxBegun = engine.traits.local ? undefined : engine.traits.slots;
      const except = [...this.#hands.keys()];
      const request = { engine: engine.name, owner: this.#owner, limit, maxBegun, leaseMs, except };
      const tasks = await this.#parts.store.lease(request);
      for (const task of tasks) this.#takeUp(task, engine);
      taken += tasks.length;
    }
    return taken > 0;
  }

  #freeSlots(engine: Engine): number {
    return engine.traits.slots - [...this.#hands.values()].filter(hand => hand.engine === engine).length;
  }

  #takeUp(task: LeasedTask, engine: Engine): void {
    const { taskId } = task.lease;
    this.#parts.events.taskLeased(task);
    const resumed = task.phase !== 'queued';
    const hand: Hand = {
      task,
      engine,
      resumed,
      interrupt: new AbortController(),
      lost: false,
      faults: 0,
      memo: {},
    };
    this.#hands.set(taskId, hand);
    const done = this.#work(hand).finally(() => {
      if (this.#hands.get(taskId) === hand) this.#hands.delete(taskId);
      this.#working.delete(done);
      this.wake();
    });
    this.#working.add(done);
  }

  async #work(hand: Hand): Promise<void> {
    const { clock, events } = this.#parts;
    while (!hand.lost) {
      const outcome = await this.#step(hand);
      if (outcome.kind === 'moved') {
        hand.task = { ...outcome.task, cancelRequested: hand.task.cancelRequested };
        hand.resumed = false;
      } else if (outcome.kind === 'again') {
        await clock.sleep(outcome.delayMs, hand.interrupt.signal);
      } else {
        if (outcome.kind === 'lease_lost') hand.lost = true;
        else return;
      }
    }
    events.leaseLost(hand.task);
    await this.#forget(hand);
  }

  /** Somebody else has the task now: what a local engine holds of it here is of no use to anybody. */
  async #forget({ task, engine, memo }: Hand): Promise<void> {
    const operation = task.operation ?? memo.operation;
    if (!engine.traits.local || operation === undefined) return;
    await engine.cancel(operation).catch((error: unknown) => this.#parts.events.workerTroubled(error));
  }

  async #step(hand: Hand): Promise<Outcome> {
    if (hand.interrupt.signal.aborted && !this.#stopped.signal.aborted)
      hand.interrupt = new AbortController();
    try {
      const outcome = await advanceTask({ ...hand, signal: hand.interrupt.signal }, this.#parts);
      hand.faults = 0;
      return outcome;
    } catch (error) {
      this.#parts.events.workerTroubled(error);
      hand.resumed = true;
      // The database or the disk is away or full: wait for it. Anything else is a fault of ours, and must not go round for ever.
      const mayPass =
        error instanceof StorageError || (error instanceof AppError && error.code === 'database_unavailable');
      if (!mayPass && ++hand.faults >= maxFaults) return this.#giveUp(hand);
      if (error instanceof StorageError && isPast(hand.task.deadlineMs, this.#parts))
        return this.#giveUp(hand);
      return { kind: 'again', delayMs: error instanceof StorageError ? fullDiskDelayMs : troubleDelayMs };
    }
  }

  async #giveUp({ task, engine, memo }: Hand): Promise<Outcome> {
    const operation = task.operation ?? memo.operation;
    if (operation !== undefined) await callEngine(undefined, () => engine.cancel(operation)).catch(() => {});
    const { db, events, retentionHours } = this.#parts;
    const ending = { phase: 'failed', code: 'internal', details: {}, retentionHours } as const;
    const written = await finishTask(db, task.lease, ending).catch(() => false);
    if (written) events.taskEnded(task, ending);
    return written ? { kind: 'finished', phase: 'failed' } : { kind: 'lease_lost' };
  }

  async #renewLoop(): Promise<void> {
    const { clock, events } = this.#parts;
    while (!this.#over.signal.aborted) {
      await clock.sleep(renewEveryMs, this.#over.signal);
      if (this.#hands.size > 0) await this.#renew().catch((error: unknown) => events.workerTroubled(error));
    }
  }

  async #renew(): Promise<void> {
    const hands = [...this.#hands.values()];
    const taskIds = hands.map(hand => hand.task.lease.taskId);
    const held = await this.#parts.store.renew(this.#owner, taskIds, leaseMs);
    for (const hand of hands) {
      const { taskId, attempt } = hand.task.lease;
      const lease = held.get(taskId);
      if (lease?.attempt === attempt) {
        if (lease.cancelRequested) this.cancel(taskId);
        continue;
      }
      hand.lost = true;
      hand.interrupt.abort();
    }
  }
}

function isPast(deadlineMs: number | undefined, { clock }: WorkerParts): boolean {
  return deadlineMs !== undefined && clock.now() > deadlineMs;
}
