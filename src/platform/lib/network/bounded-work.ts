/**
 * Runs work that depends on other servers: with a limit on how much runs at a time, a timeout for
 * each, and `close` to end all.
 */
import { reason } from '@kinora/shared/errors/reason';
import { type GateLimits, openGate } from '../async/gate.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

export interface BoundedWork {
  /**
   * Runs work with a signal that aborts after `timeoutMs`, which includes waiting for a place, on `close`, or
   * with the signal of the caller. Its reason is a SafeFetchError, or that of the caller's signal.
   */
  run<Result>(
    limits: { readonly timeoutMs: number; readonly holder: string; readonly signal?: AbortSignal },
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  close(): void;
}

export function openBoundedWork(limits: GateLimits): BoundedWork {
  const gate = openGate(limits);
  const controllers = new Set<AbortController>();
  let isClosed = false;

  return {
    async run({ timeoutMs, holder, signal: callerSignal }, work) {
      if (isClosed) throw closedError();
      const controller = new AbortController();
      const giveUp = () =>
        controller.abort(new SafeFetchError('timeout', reason('link_late', { timeout: timeoutMs })));
      const timer = setTimeout(giveUp, timeoutMs);
      const abort = () => controller.abort(callerSignal?.reason);
      callerSignal?.addEventListener('abort', abort, { once: true });
      if (callerSignal?.aborted) abort();
      controllers.add(controller);
      try {
        return await gate.run({ holder, signal: controller.signal }, () => work(controller.signal));
      } finally {
        clearTimeout(timer);
        callerSignal?.removeEventListener('abort', abort);
        controllers.delete(controller);
      }
    },
    close() {
      isClosed = true;
      for (const controller of controllers) controller.abort(closedError());
    },
  };
}

function closedError(): SafeFetchError {
  return new SafeFetchError('closed', reason('link_stopped'));
}
