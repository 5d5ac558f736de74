/**
 * The deliverer: posts each change of a task to the task's hooks, in order. What it posts is the task as it is now,
 * whenever that is further than what the hook was told before: so a slow receiver is told less often, never late or
 * twice, and the end is told in any case or given up after its tries. It holds no truth: a kill loses nothing, at most
 * one message comes again, under the same id.
 */
import type { Database } from '../db/open.ts';
import { newRowId } from '../lib/id.ts';
import { deliverHook, type DeliveryParts, postTimeoutMs } from './deliver-hook.ts';
import { type Attempt, type HookStore, type LeasedHook, maxPerOrigin, openHookStore } from './hook-store.ts';
import type { Verdict } from './judge-attempt.ts';

export interface Deliverer {
  /** The database announced a change of the task (`kinora_task`). Costs nothing while no hook is open. */
  taskChanged(publicId: string): void;
  /** It announced a hook (`kinora_hook`). */
  hookMade(): void;
  /** Announcements may have been missed: look at every open hook. */
  wake(): void;
  /** Takes no more, and lets what is being posted end, but not for long; safe to repeat. */
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

/** As many as the fetcher posts at once: one that waits for its turn there spends its time. */
const maxInHand = 16;
const leaseMs = 30_000;
const sweepEveryMs = 5_000;
const forgetEveryMs = 60_000;
/** Changes that come together are looked at together. */
const gatherMs = 20;
const troubleDelayMs = 1_000;
const drainMs = 2_000;

export function openDeliverer(parts: DelivererParts): Deliverer {
  return new LeasingDeliverer(parts);
}

/** Owns the leases of the hooks in hand. */
class LeasingDeliverer implements Deliverer {
  readonly #parts: DelivererParts;
  readonly #store: HookStore;
  readonly #hands = new Map<string, LeasedHook>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #looping: Promise<void>;
  #stopping: Promise<void> | undefined;
  /** Aborted to end the sleep between two looks. */
  #alarm = new AbortController();

  /** May there be an open hook at all? */
  #hasHooks = true;
  #heardOfHook = false;
  readonly #changed = new Set<string>();
  #lookAtAll = true;
  #sweepAtMs = 0;
  #forgetAtMs = 0;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#store = openHookStore(parts.db, newRowId());
    this.#looping = this.#loop();
  }

  taskChanged(publicId: string): void {
    if (!this.#hasHooks) return;
    this.#changed.add(publicId);
    this.#alarm.abort();
  }

  hookMade(): void {
    this.#hasHooks = true;
    this.#heardOfHook = true;
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
    const left = [...this.#hands.keys()];
    if (left.length > 0)
      await this.#store.putDown(left).catch((error: unknown) => events.workerTroubled(error));
  }

  async #loop(): Promise<void> {
    const { clock, events } = this.#parts;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.#alarm = new AbortController();
      try {
        await this.#look();
        await clock.sleep(Math.max(0, this.#sweepAtMs - clock.now()), this.#alarm.signal);
        await clock.sleep(gatherMs, signal);
      } catch (error) {
        events.workerTroubled(error);
        this.#lookAtAll = true;
        await clock.sleep(troubleDelayMs, signal);
      }
    }
  }

  async #look(): Promise<void> {
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
      await this.#learnWhetherHooks();
    }
    if (this.#hasHooks && (isSweep || publicIds.length > 0))
      await this.#take(isSweep ? undefined : publicIds);
  }

  async #learnWhetherHooks(): Promise<void> {
    this.#heardOfHook = false;
    const hasOpen = await this.#store.hasOpen();
    // One may have been made while the question was under way.
    this.#hasHooks = hasOpen || this.#heardOfHook;
  }

  async #take(publicIds: readonly string[] | undefined): Promise<void> {
    const limit = maxInHand - this.#hands.size;
    if (limit <= 0) return;
    const except = [...this.#hands.keys()];
    const takenMs = this.#parts.clock.now();
    const hooks = await this.#store.lease({ limit, leaseMs, except, busy: this.#busyOrigins(), publicIds });
    for (const hook of hooks) this.#takeUp(hook, takenMs);
  }

  #busyOrigins(): Record<string, number> {
    const busy: Record<string, number> = {};
    for (const { origin } of this.#hands.values()) busy[origin] = (busy[origin] ?? 0) + 1;
    return busy;
  }

  #takeUp(hook: LeasedHook, takenMs: number): void {
    this.#hands.set(hook.id, hook);
    const done = this.#work(hook, takenMs)
      .catch((error: unknown) => this.#parts.events.workerTroubled(error))
      .finally(() => {
        const wasFull =
          this.#hands.size >= maxInHand || (this.#busyOrigins()[hook.origin] ?? 0) >= maxPerOrigin;
        this.#hands.delete(hook.id);
        this.#working.delete(done);
        // What was left for want of room has it now.
        if (wasFull) this.wake();
        // While it was in hand, what was announced of its task was passed over.
        this.taskChanged(hook.publicId);
      });
    this.#working.add(done);
  }

  /** What it throws leaves the hook leased: it is taken up again when the lease runs out. */
  async #work(hook: LeasedHook, takenMs: number): Promise<void> {
    const attempt = await deliverHook(hook, takenMs + leaseMs - 2 * postTimeoutMs, this.#parts);
    if (!attempt) return this.#store.putDown([hook.id]);
    const verdict = await this.#store.note(hook, attempt);
    if (verdict) this.#parts.events.hookTried(hook, attempt, verdict);
  }
}
