/**
 * Holds the requests of engines that answer with the result itself: a request continues in this process while
 * its task is followed. Before a step is done, its files are in the spool, so a result that was received is
 * never lost. A request is lost when its process ends.
 *
 * An engine that uses this is `local`: only the process that started a step can wait for it. `cancel` must be
 * called when a step has ended.
 */
import { reason } from '@kinora/shared/errors/reason';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineResult } from '../../contract/engine-result.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { Json } from '../../contract/json.ts';
import { failedState } from '../http/http-failures.ts';
import type { Spool } from '../../contract/spool.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import {
  fileLink,
  openAnswered,
  readAnswer,
  storeAnswer,
  type HeldAnswer,
  type HeldFile,
  type LinkedFile,
} from './spooled-answer.ts';
import { UnreadUpdates, type RequestUpdate } from './unread-updates.ts';

export type { HeldAnswer, HeldFile, LinkedFile, RequestUpdate };

export interface HeldCall {
  /** Aborted when the step is cancelled. */
  readonly signal: AbortSignal;
  /** Call this when the whole request has been sent. */
  readonly onSent: () => void;
  /**
   * Call this with each preview or progress, if the engine shows its work before it
   * answers. The next check reports it.
   */
  readonly onUpdate: (updates: RequestUpdate) => void;
}

/** Sends the request, and reads the answer. Rejects with an EngineError. */
export type Ask = (call: HeldCall) => Promise<HeldAnswer>;

export interface HeldOptions {
  readonly clock?: Clock;
  /** Fetches the file of a link, for engines whose answers may link to their files. */
  readonly fetchLink?: ((address: string, signal: AbortSignal) => Promise<Uint8Array>) | undefined;
}

interface OpenAnswer {
  readonly stop: AbortController;
  readonly answer: Promise<HeldAnswer>;
  readonly updates: UnreadUpdates;
  /** The answer as it is stored in the spool. Undefined if storing it failed. */
  savedResult: Promise<EngineResult> | undefined;
}

/** How long a start waits for a rejection after it was sent: with one, another engine can take the job. */
const rejectionMs = 2_000;
/**
 * The most recent failures of steps are remembered, so that their check can be repeated. Not
 * all of them are ever cancelled.
 */
const maxFailures = 100;

export class HeldAnswers {
  readonly #spool: Spool;
  readonly #clock: Clock;
  readonly #fetchLink: HeldOptions['fetchLink'];
  readonly #answersByKey = new Map<string, OpenAnswer>();
  readonly #failed = new LRUCache<string, EngineError>({ max: maxFailures });

  constructor(spool: Spool, { clock = systemClock, fetchLink }: HeldOptions = {}) {
    this.#spool = spool;
    this.#clock = clock;
    this.#fetchLink = fetchLink;
  }

  /**
   * Begins the request, unless there is one with this key or its answer. Resolves with the handle when the
   * request was sent and was not rejected soon after; rejects with the error of `ask` otherwise. The signal
   * matters until the request was sent.
   */
  async start(key: string, ask: Ask, signal: AbortSignal): Promise<Json> {
    if (this.#answersByKey.has(key) || this.#failed.has(key) || (await readAnswer(this.#spool, key)))
      return { key };
    const stop = new AbortController();
    const abort = () => stop.abort();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    const sending = Promise.withResolvers<void>();
    const timer = new AbortController();
    const answer = this.#begin(key, stop, call => ask({ ...call, onSent: sending.resolve }));
    const acceptance = sending.promise.then(() => {
      signal.removeEventListener('abort', abort);
      return this.#clock.sleep(rejectionMs, timer.signal);
    });
    try {
      await Promise.race([answer, acceptance]);
      return { key };
    } catch (error) {
      this.#answersByKey.delete(key);
      this.#failed.delete(key);
      throw error;
    } finally {
      timer.abort();
      signal.removeEventListener('abort', abort);
    }
  }

  /** Waits for the answer or an update. Most engines send no updates: then the progress of `running` is 0. */
  async check(handle: Json, waitMs: number, signal: AbortSignal): Promise<EngineStatus> {
    const key = readKey(handle);
    const request = this.#answersByKey.get(key);
    const failure = this.#failed.get(key);
    if (failure) return failedRequest(failure);
    if (!request) {
      const manifest = key === '' ? undefined : await readAnswer(this.#spool, key);
      return manifest ? { state: 'done', ...manifest } : { state: 'lost' };
    }
    request.savedResult ??= saveAnswer(this.#spool, key, request.answer);
    try {
      const next = Promise.race([request.savedResult, request.updates.arrival()]);
      const manifest = await this.#within(next, waitMs, signal);
      if (!manifest) return { state: 'running', ...request.updates.take(), checkAgainMs: 0 };
      this.#answersByKey.delete(key);
      return { state: 'done', ...manifest };
    } catch (error) {
      if (error instanceof EngineError) return this.#fail(key, error);
      // The spool failed, not the engine: the answer is still here, and is stored by the next check.
      request.savedResult = undefined;
      throw error;
    }
  }

  async open(handle: Json, media: EngineMedia, signal: AbortSignal): Promise<Uint8Array> {
    const link = fileLink(media);
    if (link !== undefined && this.#fetchLink) return this.#fetchLink(link, signal);
    return openAnswered(this.#spool, readKey(handle), media);
  }

  /** Ends the request, and forgets it and its answer. */
  async cancel(handle: Json): Promise<void> {
    await this.cancelKey(readKey(handle));
  }

  /** Does what `cancel` does for a start whose handle is unknown. */
  async cancelKey(key: string): Promise<void> {
    this.#answersByKey.get(key)?.stop.abort();
    this.#answersByKey.delete(key);
    this.#failed.delete(key);
    if (key !== '') await this.#spool.drop(key);
  }

  /** The methods of a step engine that follow a start. */
  methods(): Pick<StepEngine, 'check' | 'open' | 'cancel'> & Required<Pick<StepEngine, 'cancelKey'>> {
    return {
      check: (handle, waitMs, signal) => this.check(handle, waitMs, signal),
      open: (handle, media, signal) => this.open(handle, media, signal),
      cancel: handle => this.cancel(handle),
      cancelKey: key => this.cancelKey(key),
    };
  }

  /** Ends all requests. */
  close(): void {
    for (const { stop } of this.#answersByKey.values()) stop.abort();
    this.#answersByKey.clear();
  }

  #fail(key: string, error: EngineError): EngineStatus {
    // The failure is not remembered if the request was cancelled meanwhile.
    if (this.#answersByKey.delete(key)) this.#failed.set(key, error);
    return failedRequest(error);
  }

  #begin(
    key: string,
    stop: AbortController,
    ask: (call: Omit<HeldCall, 'onSent'>) => Promise<HeldAnswer>,
  ): Promise<HeldAnswer> {
    const updates = new UnreadUpdates();
    const answer = ask({ signal: stop.signal, onUpdate: each => updates.add(each) }).catch(
      (error: unknown) => {
        throw asEngineError(error);
      },
    );
    const openAnswer = { stop, answer, updates, savedResult: saveAnswer(this.#spool, key, answer) };
    this.#answersByKey.set(key, openAnswer);
    this.#forgetWhenOver(key, openAnswer);
    return answer;
  }

  /**
   * Forgets a request that has ended: its result is in the spool or among the failures. Nothing else would
   * remove it if another process follows the step by now.
   */
  #forgetWhenOver(key: string, openAnswer: OpenAnswer): void {
    const isHeld = () => this.#answersByKey.get(key) === openAnswer;
    openAnswer.savedResult?.then(
      () => isHeld() && this.#answersByKey.delete(key),
      (error: unknown) => {
        if (error instanceof EngineError && isHeld()) this.#fail(key, error);
      },
    );
  }

  /** Returns the value of the promise, or undefined if the time or the signal ends first. */
  async #within<Value>(
    promise: Promise<Value>,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Value | undefined> {
    const timer = new AbortController();
    const sleep = this.#clock.sleep(waitMs, AbortSignal.any([signal, timer.signal]));
    try {
      return await Promise.race([promise, sleep.then(() => undefined)]);
    } finally {
      timer.abort();
    }
  }
}

/** A request that was rejected late, for example by a queue of the engine, began nothing. */
function failedRequest(error: EngineError): EngineStatus {
  const state = failedState(error);
  return error.notStarted ? { ...state, notStarted: true } : state;
}

function saveAnswer(spool: Spool, key: string, answer: Promise<HeldAnswer>): Promise<EngineResult> {
  const savedResult = answer.then(heldAnswer => storeAnswer(spool, key, heldAnswer));
  // Only checks await it, and they may come later.
  savedResult.catch(() => {});
  return savedResult;
}

/** Returns an empty key for a handle that `start` did not return. */
function readKey(handle: Json): string {
  const key =
    typeof handle === 'object' && handle !== null && !Array.isArray(handle) ? handle['key'] : undefined;
  return typeof key === 'string' ? key : '';
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  return new EngineError('engine_error', reason('answer_unusable'), { retryable: true, cause: error });
}
