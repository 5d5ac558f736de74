/**
 * The submits of a job after its first one. Each is announced: the handle that announces it is stored before
 * the request is sent. Whoever finds such a handle without having announced it does not know whether the
 * request was sent, and sends it again only to an upstream that knows its key.
 */
import { LRUCache } from 'lru-cache';
import { newSecret } from '../../../platform/lib/id.ts';
import { without } from '../../../platform/lib/without.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import { failedState } from '../../adapter-kit/http/http-failures.ts';
import type { MjHandle } from './handle.ts';

export interface AnnouncedSubmit {
  readonly handle: MjHandle;
  /** The handle after the submit. */
  send(): Promise<MjHandle>;
  /** What follows if it is unknown whether the request was accepted. */
  readonly ifUnknown: EngineStatus;
}

const againAfterMs = 2_000;
const maxUnsent = 1000;

export class AnnouncedSubmits {
  readonly #knowsKey: boolean;
  /** The nonces of those that this process announced, and has not sent. */
  readonly #unsent = new LRUCache<string, true>({ max: maxUnsent });

  constructor(knowsKey: boolean) {
    this.#knowsKey = knowsKey;
  }

  announce(handle: MjHandle): EngineStatus {
    const nonce = newSecret();
    this.#unsent.set(nonce, true);
    return changedStatus({ ...handle, nonce }, 0);
  }

  async send({ handle, send, ifUnknown }: AnnouncedSubmit): Promise<EngineStatus> {
    // It was refused, and its pause is over.
    if (handle.nonce === undefined) return this.announce(handle);
    const isOwn = this.#unsent.delete(handle.nonce);
    if (!isOwn && !this.#knowsKey) return ifUnknown;
    try {
      return changedStatus(await send(), 0);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // An earlier request with this key may have been accepted, regardless of what this one is answered.
      const isCertain = error.notStarted && isOwn;
      if (isCertain && !error.retryable) return failedState(error);
      if (!isCertain && !this.#knowsKey) return ifUnknown;
      // Announced after the pause: the process that continues after a stop in between
      // knows that nothing is being sent.
      return changedStatus(without(handle, ['nonce']), againAfterMs);
    }
  }
}

export function changedStatus(handle: MjHandle, checkAgainMs: number): EngineStatus {
  return { state: 'running', progress: 0, handle, checkAgainMs };
}
