/** Work that waits on strangers: so many at a time, each with an end, all ended by close. */
import { openGate } from './gate.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

export interface BoundedWork {
  /**
   * Runs the work with a signal that aborts after `timeoutMs`, waiting for a place included, or with `close`.
   * The signal's reason is a SafeFetchError.
   */
  run<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): void;
}

export function openBoundedWork(atOnce: number): BoundedWork {
  const gate = openGate(atOnce);
  const underWay = new Set<AbortController>();
  let isClosed = false;

  return {
    async run(timeoutMs, work) {
      if (isClosed) throw closed();
      const controller = new AbortController();
      const giveUp = () =>
        controller.abort(new SafeFetchError('timeout', `No answer within ${timeoutMs} ms.`));
      const timer = setTimeout(giveUp, timeoutMs);
      underWay.add(controller);
      try {
        return await gate.run(controller.signal, () => work(controller.signal));
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    close() {
      isClosed = true;
      for (const controller of underWay) controller.abort(closed());
    },
  };
}

function closed(): SafeFetchError {
  return new SafeFetchError('closed', 'Kinora is stopping.');
}
