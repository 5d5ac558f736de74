/** The jobs of one backend: it runs some of them at a time, and the others wait. */
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import { systemClock } from '@kinora/shared/clock';
import { parseMicros } from '@kinora/shared/money';
import { deriveSeed, seededRandom } from '@kinora/sketch/random';
import type { Behavior } from './behavior.ts';

/** A start as the adapter sends it, without the bytes of the input images. */
export interface ReceivedStart {
  /** The start key of the task. */
  readonly key: string;
  readonly job: Omit<EngineJob, 'inputs'> & { readonly inputs?: readonly { readonly role: string }[] };
  /** The settings of the instance that a generation depends on. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/** An accepted start, as a test reads it. */
export interface ReceivedJob extends ReceivedStart {
  readonly id: string;
  /** The route's upstream name of the model, and the card's parameters. */
  readonly upstream: string | undefined;
  readonly parameters: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ServedJob extends ReceivedJob {
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: () => number;
  /** Decimal text. */
  cost?: string | undefined;
  failure?: Behavior['failWith'];
}

export interface JobCounts {
  /** How often a start with this key started a job. More than once is work that is paid twice. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly queued: number;
  readonly running: number;
  readonly maxRunning: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Trials of an operator among the accepted starts. */
  readonly tests: number;
  /** The costs of all succeeded jobs. */
  readonly billedMicros: number;
}

interface Work extends ServedJob {
  /** Compared with `failShare` at the end, so that a change of the share also affects jobs in progress. */
  readonly luck: number;
  readonly stop: AbortController;
  readonly end: PromiseWithResolvers<void>;
  begunAt?: number;
  workMs?: number;
}

export class JobDesk {
  /** Every start that was accepted since the backend exists, in order. */
  readonly received: ReceivedJob[] = [];
  readonly #name: string;
  readonly #behavior: Behavior;
  readonly #random: () => number;
  readonly #jobs = new Map<string, Work>();
  readonly #byKey = new Map<string, Work>();
  readonly #queued = new Set<Work>();
  readonly #running = new Set<Work>();
  readonly #counts = { maxRunning: 0, succeeded: 0, failed: 0, cancelled: 0, tests: 0, billedMicros: 0 };
  readonly #accepted = new Map<string, number>();

  constructor(name: string, behavior: Behavior, seed: number) {
    this.#name = name;
    this.#behavior = behavior;
    this.#random = seededRandom(deriveSeed(seed, name));
  }

  get counts(): JobCounts {
    const acceptedStarts = Object.fromEntries(this.#accepted);
    return {
      ...this.#counts,
      accepted: acceptedStarts,
      queued: this.#queued.size,
      running: this.#running.size,
    };
  }

  /** Accepts a job. With `deduplicates`, a known key returns the job of its first start. */
  accept(start: ReceivedStart): ServedJob {
    const earlierJob = this.#behavior.deduplicates ? this.findByKey(start.key) : undefined;
    if (earlierJob) return earlierJob;
    const { upstream, parameters } = start.job;
    const id = `${this.#name}-${this.received.length + 1}`;
    const received = { ...start, id, upstream, parameters, at: systemClock.now() };
    const work: Work = {
      ...received,
      state: 'queued',
      progress: () => workProgress(work),
      luck: this.#random(),
      stop: new AbortController(),
      end: Promise.withResolvers(),
    };
    this.received.push(received);
    this.#jobs.set(id, work);
    this.#byKey.set(start.key, work);
    this.#queued.add(work);
    this.#accepted.set(start.key, (this.#accepted.get(start.key) ?? 0) + 1);
    if (start.key.startsWith('trial:')) this.#counts.tests++;
    this.fillSlots();
    return work;
  }

  find(id: string): ServedJob | undefined {
    return this.#jobs.get(id);
  }

  findByKey(key: string): ServedJob | undefined {
    return this.#byKey.get(key);
  }

  /** Resolves when the job has ended, after `waitMs`, or when the signal is aborted. */
  async awaitEnd(id: string, waitMs: number, signal: AbortSignal): Promise<void> {
    const work = this.#jobs.get(id);
    if (!work || waitMs <= 0) return;
    const controller = new AbortController();
    await Promise.race([
      work.end.promise,
      systemClock.sleep(waitMs, AbortSignal.any([signal, controller.signal])),
    ]);
    controller.abort();
  }

  /** Discards a job and its files. False if it has not ended and cannot be cancelled. */
  discard(id: string): boolean {
    const work = this.#jobs.get(id);
    if (!work) return true;
    const isOpen = work.state === 'queued' || work.state === 'running';
    if (isOpen && !this.#behavior.canCancel) return false;
    if (isOpen) this.#counts.cancelled++;
    this.#stop(work);
    return true;
  }

  forgetAll(): void {
    for (const work of this.#jobs.values()) this.#stop(work);
  }

  /** Finishes the work in progress now, as if its time had elapsed. */
  finishRunning(): void {
    for (const work of this.#running) work.stop.abort();
  }

  /** Starts queued jobs while a slot is free. Called for each change of the slots. */
  fillSlots(): void {
    for (const work of this.#queued) {
      if (this.#running.size >= this.#behavior.slots) break;
      void this.#workOn(work);
    }
    this.#counts.maxRunning = Math.max(this.#counts.maxRunning, this.#running.size);
  }

  async #workOn(work: Work): Promise<void> {
    this.#queued.delete(work);
    this.#running.add(work);
    work.state = 'running';
    work.begunAt = systemClock.now();
    work.workMs = this.#behavior.secondsPerJob * 1000;
    await systemClock.sleep(work.workMs, work.stop.signal);
    if (work.state === 'running') this.#end(work);
    this.#running.delete(work);
    this.fillSlots();
  }

  #end(work: Work): void {
    const { failShare, failWith, cost } = this.#behavior;
    if (work.luck < failShare) {
      work.state = 'failed';
      work.failure = failWith;
      this.#counts.failed++;
    } else {
      work.state = 'done';
      work.cost = cost ?? undefined;
      this.#counts.succeeded++;
      if (cost) this.#counts.billedMicros += Number(parseMicros(cost));
    }
    work.end.resolve();
  }

  #stop(work: Work): void {
    this.#jobs.delete(work.id);
    if (this.#byKey.get(work.key) === work) this.#byKey.delete(work.key);
    this.#queued.delete(work);
    this.#running.delete(work);
    work.state = 'cancelled';
    work.stop.abort();
    work.end.resolve();
  }
}

function workProgress({ state, begunAt, workMs = 0 }: Work): number {
  if (state !== 'running' || begunAt === undefined) return state === 'done' ? 1 : 0;
  return Math.min(0.99, (systemClock.now() - begunAt) / Math.max(1, workMs));
}
