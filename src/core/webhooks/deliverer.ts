/**
 * The deliverer: posts the changes of a task to its webhooks, in order. It posts the current state whenever
 * the task has advanced since the last delivery, so a slow receiver gets fewer messages, but never outdated
 * ones. The final event is retried until it is delivered or its retries are used up. All state is in the
 * database: after a kill, at most one message is repeated, with the same id.
 */
import type { TaskChange } from '../../platform/db/change-feed.ts';
import type { Database } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { withLogFields } from '../../platform/log/log-context.ts';
import { deliverHook, type DeliveryDependencies, postTimeoutMs } from './deliver-hook.ts';
import {
  type Attempt,
  type HookStore,
  type LeasedHook,
  maxPerAccount,
  maxPerOrigin,
  openHookStore,
} from './hook-store.ts';
import type { Verdict } from './classify-attempt.ts';

export interface Deliverer {
  /** Handles changes of tasks (db/change-feed.ts). Costs nothing for tasks without an open hook. */
  readonly tasksChanged: (changes: readonly TaskChange[]) => void;
  /** Checks every open hook. Call it when changes may have been missed. */
  wake(): void;
  /** Stops leasing hooks and waits briefly for deliveries in progress. Can be called again. */
  stop(): Promise<void>;
}

export interface DelivererEvents {
  /** @NOTE Do not log the URL or the secret of a hook. A URL may contain a key. */
  hookAttempted(hook: LeasedHook, attempt: Attempt, verdict: Verdict): void;
  workerError(error: unknown): void;
}

export interface DelivererDependencies extends DeliveryDependencies {
  readonly db: Database;
  readonly events: DelivererEvents;
}

const maxRunning = 64;
/**
 * Limits of the fetcher for deliveries. They allow all leased webhooks at the same time, because waiting in
 * the fetcher counts toward the timeout.
 */
export const deliveriesAtOnce = { places: maxRunning, perHolder: maxPerAccount };
const leaseMs = 30_000;
const sweepEveryMs = 5_000;
const cleanUpEveryMs = 60_000;
/** Changes within this time are handled together. */
const gatherMs = 20;
const errorDelayMs = 1_000;
const drainMs = 2_000;

export function openDeliverer(parts: DelivererDependencies): Deliverer {
  return new LeasingDeliverer(parts);
}

/** A class because it owns the leases of the hooks that it is delivering. */
class LeasingDeliverer implements Deliverer {
  readonly #parts: DelivererDependencies;
  readonly #store: HookStore;
  readonly #running = new Map<string, LeasedHook>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #looping: Promise<void>;
  #stopping: Promise<void> | undefined;
  /** Aborted to end the sleep between two checks. */
  #wakeUp = new AbortController();

  readonly #changedTasks = new Set<string>();
  #isSweepDue = true;
  #sweepAtMs = 0;
  #cleanUpAtMs = 0;

  constructor(parts: DelivererDependencies) {
    this.#parts = parts;
    this.#store = openHookStore(parts.db, newRowId());
    this.#looping = this.#loop();
  }

  readonly tasksChanged = (changes: readonly TaskChange[]): void => {
    for (const { publicId, isHooked } of changes) if (isHooked) this.#markChanged(publicId);
  };

  #markChanged(publicId: string): void {
    this.#changedTasks.add(publicId);
    this.#wakeUp.abort();
  }

  wake(): void {
    this.#isSweepDue = true;
    this.#wakeUp.abort();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#drain();
    return this.#stopping;
  }

  async #drain(): Promise<void> {
    const { clock, events } = this.#parts;
    this.#stopped.abort();
    this.#wakeUp.abort();
    await this.#looping;
    const drainEnd = new AbortController();
    void Promise.all(this.#working).then(() => drainEnd.abort());
    await clock.sleep(drainMs, drainEnd.signal);
    const runningIds = [...this.#running.keys()];
    if (runningIds.length > 0)
      await this.#store.release(runningIds).catch((error: unknown) => events.workerError(error));
  }

  async #loop(): Promise<void> {
    const { clock, events } = this.#parts;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.#wakeUp = new AbortController();
      try {
        await this.#leaseDue();
        await clock.sleep(Math.max(0, this.#sweepAtMs - clock.now()), this.#wakeUp.signal);
        await clock.sleep(gatherMs, signal);
      } catch (error) {
        events.workerError(error);
        this.#isSweepDue = true;
        await clock.sleep(errorDelayMs, signal);
      }
    }
  }

  async #leaseDue(): Promise<void> {
    const nowMs = this.#parts.clock.now();
    if (nowMs >= this.#cleanUpAtMs) {
      await this.#store.deleteExpired();
      this.#cleanUpAtMs = nowMs + cleanUpEveryMs;
    }
    const isSweep = this.#isSweepDue || nowMs >= this.#sweepAtMs;
    const publicIds = [...this.#changedTasks];
    this.#isSweepDue = false;
    this.#changedTasks.clear();
    if (isSweep) {
      this.#sweepAtMs = nowMs + sweepEveryMs;
      if (await this.#store.hasOpen()) await this.#lease(undefined);
    } else if (publicIds.length > 0) await this.#lease(publicIds);
  }

  async #lease(publicIds: readonly string[] | undefined): Promise<void> {
    const limit = maxRunning - this.#running.size;
    if (limit <= 0) return;
    const except = [...this.#running.keys()];
    const leasedMs = this.#parts.clock.now();
    const hooks = await this.#store.lease({ limit, leaseMs, except, busy: this.#busyPlaces(), publicIds });
    for (const hook of hooks) this.#begin(hook, leasedMs);
  }

  #busyPlaces(): Record<string, number> {
    const busy: Record<string, number> = {};
    for (const { origin, accountId } of this.#running.values())
      for (const key of [origin, accountId]) busy[key] = (busy[key] ?? 0) + 1;
    return busy;
  }

  /** Whether other hooks may be waiting for the place of this one. */
  #isFullFor({ origin, accountId }: LeasedHook): boolean {
    const busy = this.#busyPlaces();
    return (
      this.#running.size >= maxRunning ||
      (busy[origin] ?? 0) >= maxPerOrigin ||
      (busy[accountId] ?? 0) >= maxPerAccount
    );
  }

  #begin(hook: LeasedHook, leasedMs: number): void {
    this.#running.set(hook.id, hook);
    const working = withLogFields({ task: hook.publicId }, () => this.#work(hook, leasedMs))
      .catch((error: unknown) => this.#parts.events.workerError(error))
      .finally(() => {
        const wasFull = this.#isFullFor(hook);
        this.#running.delete(hook.id);
        this.#working.delete(working);
        // Hooks that waited for a place can be delivered now.
        if (wasFull) this.wake();
        // Changes of its task were ignored during the delivery.
        this.#markChanged(hook.publicId);
      });
    this.#working.add(working);
  }

  /** If it throws, the hook stays leased, and is delivered again when the lease expires. */
  async #work(hook: LeasedHook, leasedMs: number): Promise<void> {
    const attempt = await deliverHook(hook, leasedMs + leaseMs - 2 * postTimeoutMs, this.#parts);
    if (!attempt) return this.#store.release([hook.id]);
    const verdict = await this.#store.recordAttempt(hook, attempt);
    if (verdict) this.#parts.events.hookAttempted(hook, attempt, verdict);
  }
}
