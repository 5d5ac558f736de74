/**
 * The deliverer: posts the changes of a task to its webhooks, in order. It posts the task as it is now, whenever the task
 * has advanced since the last delivery. So a slow receiver gets fewer messages, never outdated ones. The end is delivered,
 * or given up after its retries. All state is in the database: after a kill, at most one message is repeated, with the
 * same id.
 */
import type { TaskChange } from '../db/change-feed.ts';
import type { Database } from '../db/open.ts';
import { newRowId } from '../lib/id.ts';
import { deliverHook, type DeliveryParts, postTimeoutMs } from './deliver-hook.ts';
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
  /** Tasks changed (db/change-feed.ts). Costs nothing for those without an open hook. */
  readonly tasksChanged: (changes: readonly TaskChange[]) => void;
  /** Changes may have been missed: look at every open hook. */
  wake(): void;
  /** Takes no more hooks and waits briefly for deliveries in progress. It can be called again. */
  stop(): Promise<void>;
}

export interface DelivererEvents {
  /** @NOTE A hook's URL can hold a key, and its secret is one: neither belongs in a log. */
  hookTried(hook: LeasedHook, attempt: Attempt, verdict: Verdict): void;
  workerTroubled(error: unknown): void;
}

export interface DelivererParts extends DeliveryParts {
  readonly db: Database;
  readonly events: DelivererEvents;
}

const maxRunning = 64;
/** Limits of the fetcher for deliveries. They allow all leased hooks at once, because waiting for a place there uses up the timeout. */
export const deliveriesAtOnce = { places: maxRunning, perHolder: maxPerAccount };
const leaseMs = 30_000;
const sweepEveryMs = 5_000;
const forgetEveryMs = 60_000;
/** Changes within this time are handled together. */
const gatherMs = 20;
const troubleDelayMs = 1_000;
const drainMs = 2_000;

export function openDeliverer(parts: DelivererParts): Deliverer {
  return new LeasingDeliverer(parts);
}

/** A class because it owns the leases of the hooks that it is delivering. */
class LeasingDeliverer implements Deliverer {
  readonly #parts: DelivererParts;
  readonly #store: HookStore;
  readonly #running = new Map<string, LeasedHook>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #looping: Promise<void>;
  #stopping: Promise<void> | undefined;
  /** Aborted to end the sleep between two checks. */
  #alarm = new AbortController();

  readonly #changed = new Set<string>();
  #lookAtAll = true;
  #sweepAtMs = 0;
  #forgetAtMs = 0;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#store = openHookStore(parts.db, newRowId());
    this.#looping = this.#loop();
  }

  readonly tasksChanged = (changes: readonly TaskChange[]): void => {
    for (const { publicId, isHooked } of changes) if (isHooked) this.#look(publicId);
  };

  #look(publicId: string): void {
    this.#changed.add(publicId);
    this.#alarm.abort();
  }

  wake(): void {
    this.#lookAtAll = true;
    this.#alarm.abort();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#drain();
    return this.#stopping;
  }

  async #drain(): Promise<void> {
    const { clock, events } = this.#parts;
    this.#stopped.abort();
    this.#alarm.abort();
    await this.#looping;
    const drained = new AbortController();
    void Promise.all(this.#working).then(() => drained.abort());
    await clock.sleep(drainMs, drained.signal);
    const left = [...this.#running.keys()];
    if (left.length > 0)
      await this.#store.release(left).catch((error: unknown) => events.workerTroubled(error));
  }

  async #loop(): Promise<void> {
    const { clock, events } = this.#parts;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.#alarm = new AbortController();
      try {
        await this.#takeDue();
        await clock.sleep(Math.max(0, this.#sweepAtMs - clock.now()), this.#alarm.signal);
        await clock.sleep(gatherMs, signal);
      } catch (error) {
        events.workerTroubled(error);
        this.#lookAtAll = true;
        await clock.sleep(troubleDelayMs, signal);
      }
    }
  }

  async #takeDue(): Promise<void> {
    const nowMs = this.#parts.clock.now();
    if (nowMs >= this.#forgetAtMs) {
      await this.#store.forget();
      this.#forgetAtMs = nowMs + forgetEveryMs;
    }
    const isSweep = this.#lookAtAll || nowMs >= this.#sweepAtMs;
    const publicIds = [...this.#changed];
    this.#lookAtAll = false;
    this.#changed.clear();
    if (isSweep) {
      this.#sweepAtMs = nowMs + sweepEveryMs;
      if (await this.#store.hasOpen()) await this.#take(undefined);
    } else if (publicIds.length > 0) await this.#take(publicIds);
  }

  async #take(publicIds: readonly string[] | undefined): Promise<void> {
    const limit = maxRunning - this.#running.size;
    if (limit <= 0) return;
    const except = [...this.#running.keys()];
    const takenMs = this.#parts.clock.now();
    const hooks = await this.#store.lease({ limit, leaseMs, except, busy: this.#busyPlaces(), publicIds });
    for (const hook of hooks) this.#begin(hook, takenMs);
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

  #begin(hook: LeasedHook, takenMs: number): void {
    this.#running.set(hook.id, hook);
    const done = this.#work(hook, takenMs)
      .catch((error: unknown) => this.#parts.events.workerTroubled(error))
      .finally(() => {
        const wasFull = this.#isFullFor(hook);
        this.#running.delete(hook.id);
        this.#working.delete(done);
        // Hooks that waited for a place can be delivered now.
        if (wasFull) this.wake();
        // Changes of its task were passed over during the delivery.
        this.#look(hook.publicId);
      });
    this.#working.add(done);
  }

  /** If it throws, the hook stays leased and is taken again when the lease expires. */
  async #work(hook: LeasedHook, takenMs: number): Promise<void> {
    const attempt = await deliverHook(hook, takenMs + leaseMs - 2 * postTimeoutMs, this.#parts);
    if (!attempt) return this.#store.release([hook.id]);
    const verdict = await this.#store.note(hook, attempt);
    if (verdict) this.#parts.events.hookTried(hook, attempt, verdict);
  }
}
