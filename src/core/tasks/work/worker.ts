/**
 * The worker: leases due tasks up to the free slots of each engine, advances them step by step, keeps the
 * leases alive, sleeps until notified or due, and drains on stop. All state is in the database.
 */
import { isUnavailable } from '../../../platform/db/open.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EnginePool } from '../../../engines/contract/engine-pool.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { withLogFields } from '../../../platform/log/log-context.ts';
import { openThrottle } from '../../../platform/lib/async/throttle.ts';
import { openPace, type Pace } from '../../../platform/lib/async/pace.ts';
import { advanceTask } from './advance-task.ts';
import { withForeignMark } from '../../../platform/lib/network/own-requests.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import { pauseAfterPull } from './gather-pulls.ts';
import { isAboutTask, taskIdFromKey, type WorkReport } from './work-report.ts';
import { leaseLost, type AdvanceDependencies, type Execution, type Outcome } from './execution.ts';
import type { LeasedTask } from '../task.ts';
import { hasNewSecret, toRunning, type RunningTask } from './running-task.ts';
import { leaseMs, openPull, type PullDependencies, type PullTasks } from './pull-tasks.ts';

export interface Worker {
  /** Queries for due tasks now. */
  wake(): void;
  /** Call when the cancellation of a task was requested. */
  cancel(taskId: string): void;
  /** Checks reported work now, at most once a second. Returns whether this worker has the task. */
  checkNow(report: WorkReport): boolean;
  /** The number of tasks that this worker is advancing. */
  readonly busy: number;
  /** Leases no more tasks, waits up to `drainMs` for those it advances, then releases the rest. */
  stop(drainMs: number): Promise<void>;
}

export interface WorkerDependencies extends AdvanceDependencies, PullDependencies {
  readonly engines: EnginePool;
}

const renewEveryMs = 3_000;
/** Due tasks are announced by hints. This limits the delay if a hint was lost. */
const maxSleepMs = 2_000;
/** The sleep while no engine here may take the due tasks. It is doubled each time. */
const crowdedSleepMs = 100;
/** How often the database is asked what is due without a hint, while there are many hints. */
const askDueEvery = { minMs: 50, maxMs: maxSleepMs };
/** Delay of a pull after a task that no request waited for: clients have read the result by then. */
const latePullMs = 100;
const errorDelayMs = 250;

export function startWorker(parts: WorkerDependencies): Worker {
  return new LeasingWorker(parts);
}

/** Owns the leases of the tasks that it advances. */
class LeasingWorker implements Worker {
  readonly #parts: WorkerDependencies;
  readonly #owner = newRowId();
  readonly #running = new Map<string, RunningTask>();
  readonly #working = new Set<Promise<void>>();
  /** Aborted when no more tasks are leased. Leased tasks continue. */
  readonly #stopped = new AbortController();
  /** Aborted when all leases are released. */
  readonly #released = new AbortController();
  readonly #looping: Promise<void>;
  /** Aborted to end the sleep between two queries of the queue. */
  #alarm = new AbortController();
  readonly #pull: PullTasks;
  /** See `PullResult`. False during a pull, because slots may become free meanwhile. */
  #isDry = false;
  /** How many pulls in a row have brought no task. */
  #emptyPulls = 0;
  readonly #askingDue: Pace;
  readonly #wakeLater: () => void;

  constructor(parts: WorkerDependencies) {
    this.#parts = parts;
    this.#pull = openPull(parts, this.#owner);
    this.#askingDue = openPace(parts.clock, askDueEvery);
    const pace = { clock: parts.clock, delayMs: latePullMs, signal: this.#stopped.signal };
    this.#wakeLater = openThrottle(() => this.wake(), pace);
    this.#looping = this.#loop();
    void this.#renewLoop();
  }

  get busy(): number {
    return this.#running.size;
  }

  wake(): void {
    if (!this.#alarm.signal.aborted) this.#alarm.abort();
  }

  cancel(taskId: string): void {
    const running = this.#running.get(taskId);
    if (!running || running.task.cancelRequested) return;
    running.task = { ...running.task, cancelRequested: true };
    running.interrupt.abort();
  }

  checkNow(report: WorkReport): boolean {
    const running = this.#running.get(taskIdFromKey(report));
    if (!running || running.isLost) return false;
    if (!isAboutTask(report, running.task)) return true;
    this.#parts.checkPace.noteReport(report.engine);
    running.early.request();
    return true;
  }

  async stop(drainMs: number): Promise<void> {
    const { clock, store, events } = this.#parts;
    this.#stopped.abort();
    this.wake();
    await this.#looping;
    const drainEnd = new AbortController();
    void Promise.all(this.#working).then(() => drainEnd.abort());
    await clock.sleep(drainMs, drainEnd.signal);
    const remainingTasks = [...this.#running.values()];
    for (const running of remainingTasks) {
      running.isLost = true;
      running.interrupt.abort();
    }
    this.#released.abort();
    if (remainingTasks.length === 0) return;
    const taskIds = [...this.#running.keys()];
    await store.release(this.#owner, taskIds).catch((error: unknown) => events.workerError(error));
  }

  async #loop(): Promise<void> {
    const { clock, events } = this.#parts;
    while (!this.#stopped.signal.aborted) {
      this.#alarm = new AbortController();
      try {
        await this.#leaseDue();
        await clock.sleep(await this.#pauseMs(), this.#alarm.signal);
      } catch (error) {
        events.workerError(error);
        await clock.sleep(errorDelayMs, this.#stopped.signal);
      }
    }
  }

  async #leaseDue(): Promise<void> {
    const free = new Map(this.#parts.engines.engines.map(engine => [engine, this.#freeSlots(engine)]));
    const startedMs = this.#parts.clock.now();
    this.#isDry = false;
    const { tasks, isDry } = await this.#pull({ free, except: [...this.#running.keys()] });
    this.#isDry = isDry;
    this.#emptyPulls = tasks.length > 0 ? 0 : this.#emptyPulls + 1;
    for (const { engine, task, isResumed } of tasks) this.#begin(task, engine, { isResumed });
    const slots = [...this.#running.values()].map(({ engine }) => engine.traits.slots);
    const pull = { startedMs, pulledCount: tasks.length, slots };
    await pauseAfterPull(this.#parts.clock, pull, this.#stopped.signal);
  }

  /** Returns the milliseconds until a task is due that no hint announces. */
  async #pauseMs(): Promise<number> {
    const { store, engines } = this.#parts;
    const names = engines.engines.filter(engine => this.#freeSlots(engine) > 0).map(engine => engine.name);
    if (names.length === 0) return maxSleepMs;
    if (this.#askingDue.waitMs > 0) return this.#askingDue.waitMs;
    const dueMs = await this.#askingDue.run(() => store.nextDueMs(this.#owner, names));
    if (dueMs === undefined) return maxSleepMs;
    // A task is due and could not be leased: the engine is full, or another worker was faster.
    const crowdedMs = Math.min(maxSleepMs, crowdedSleepMs * 2 ** Math.min(10, this.#emptyPulls));
    return dueMs <= 0 ? crowdedMs : Math.min(maxSleepMs, Math.max(1, dueMs));
  }

  /** Counts the free slots. Work that an instance began before it was changed takes slots, too. */
  #freeSlots({ name, traits }: Engine): number {
    return traits.slots - [...this.#running.values()].filter(({ engine }) => engine.name === name).length;
  }

  /** `isResumed`: another process may have done part of the current step. */
  #begin(task: LeasedTask, engine: Engine, { isResumed }: { isResumed: boolean }): void {
    const { taskId } = task.lease;
    this.#parts.events.taskLeased(task);
    const running = toRunning({ task, engine, isResumed }, this.#parts.clock);
    this.#running.set(taskId, running);
    const releaseEngine = this.#parts.engines.hold(engine);
    const working = withLogFields({ task: task.publicId }, () => this.#work(running)).finally(() => {
      running.spans.end();
      releaseEngine();
      if (this.#running.get(taskId) === running) this.#running.delete(taskId);
      this.#working.delete(working);
      if (!this.#isDry || !running.hasEnded || running.isSuspect) this.wake();
      // Probably no task is waiting, and an immediate pull would delay clients that read the result.
      else this.#wakeLater();
    });
    this.#working.add(working);
  }

  async #work(running: RunningTask): Promise<void> {
    while (!running.isLost) {
      const outcome = await this.#step(running);
      if (outcome.kind === 'moved') {
        running.task = { ...outcome.task, cancelRequested: running.task.cancelRequested };
        running.isResumed = false;
        delete running.memo.isCalled;
        if (outcome.delayMs && (await this.#pause(running, outcome.delayMs))) return;
      } else if (outcome.kind === 'rescheduled') {
        if (await this.#pause(running, outcome.delayMs)) return;
      } else {
        running.hasEnded = outcome.kind === 'finished';
        if (outcome.kind !== 'lease_lost') return;
        running.isLost = true;
      }
    }
    // This process ends. The next one continues with what the engine has stored.
    if (this.#released.signal.aborted) return;
    this.#parts.events.leaseLost(running.task);
    await advanceTask(toExecution(running), this.#parts, { what: 'lease_lost' });
  }

  /** Returns whether the task was given back instead. */
  async #pause(running: RunningTask, delayMs: number): Promise<boolean> {
    if (await this.#isGivenBack(running)) return true;
    const waking = this.#wakingOf(running);
    // A report is about work that was begun. The pause before a repeated start stays as it is.
    if (running.task.phase === 'running') await running.early.pause(delayMs, waking);
    else await this.#parts.clock.sleep(delayMs, waking);
    return false;
  }

  /**
   * A worker that stops does not wait for a remote engine: another worker continues. An engine whose secret
   * was replaced can no longer be asked: the one with the new secret continues.
   */
  async #isGivenBack(running: RunningTask): Promise<boolean> {
    const { task, engine, memo } = running;
    if (engine.traits.local || !(this.#stopped.signal.aborted || hasNewSecret(running, this.#parts.engines)))
      return false;
    // Work that was begun or stored, but not written to the database yet, is known only to this process.
    if (memo.unwritten) return false;
    const { store, events } = this.#parts;
    const { taskId } = task.lease;
    await store.release(this.#owner, [taskId]).catch((error: unknown) => events.workerError(error));
    return true;
  }

  #wakingOf({ engine, interrupt }: RunningTask): AbortSignal {
    return engine.traits.local ? interrupt.signal : AbortSignal.any([interrupt.signal, this.#stopped.signal]);
  }

  async #step(running: RunningTask): Promise<Outcome> {
    if (running.interrupt.signal.aborted && !this.#stopped.signal.aborted)
      running.interrupt = new AbortController();
    try {
      const { via } = running.task;
      const step = () => withForeignMark(via, () => advanceTask(toExecution(running), this.#parts));
      const outcome = await running.spans.step(running.task, step);
      running.faults = 0;
      return outcome;
    } catch (error) {
      this.#parts.events.workerError(error);
      // Before the engine was called to start a job, nothing can have begun.
      running.isResumed ||= running.task.phase !== 'starting' || running.memo.isCalled === true;
      return this.#recover(running, error);
    }
  }

  /** If the database or the disk is unavailable or full, it may pass. Anything else is our own error. */
  async #recover(running: RunningTask, error: unknown): Promise<Outcome> {
    const cause = error instanceof StorageError ? 'storage' : isUnavailable(error) ? 'database' : 'code';
    if (cause === 'code') running.faults++;
    const fault = { what: 'fault', cause, faults: running.faults } as const;
    return advanceTask(toExecution(running), this.#parts, fault).catch((reason: unknown) => {
      this.#parts.events.workerError(reason);
      return leaseLost;
    });
  }

  async #renewLoop(): Promise<void> {
    const { clock, events } = this.#parts;
    while (!this.#released.signal.aborted) {
      await clock.sleep(renewEveryMs, this.#released.signal);
      if (this.#running.size > 0) await this.#renew().catch((error: unknown) => events.workerError(error));
    }
  }

  async #renew(): Promise<void> {
    const runningTasks = [...this.#running.values()];
    const taskIds = runningTasks.map(running => running.task.lease.taskId);
    const leases = await this.#parts.store.renew(this.#owner, taskIds, leaseMs);
    for (const running of runningTasks) {
      const { taskId, attempt } = running.task.lease;
      const lease = leases.get(taskId);
      if (lease?.attempt === attempt) {
        if (lease.cancelRequested) this.cancel(taskId);
        continue;
      }
      running.isLost = true;
      running.interrupt.abort();
    }
  }
}

function toExecution(running: RunningTask): Execution {
  return { ...running, signal: running.interrupt.signal };
}
