/** The clock of the client. Tests of the server have another one, which a program of a user does not. */

export function now(): number {
  return Date.now();
}

/** Resolves early when the signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** Returns a signal that is aborted as soon as one of the two is. */
export function anySignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([one, other]) : one;
}

/** Rejects with the reason of the signal as soon as it is aborted. */
export function rejectOnAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => reject(signal?.reason);
    signal?.addEventListener('abort', end);
    promise.then(resolve, reject).then(() => signal?.removeEventListener('abort', end));
  });
}

/** Calls `onTimeout` unless the promise settles before. */
export async function withTimeout<Value>(
  milliseconds: number,
  promise: Promise<Value>,
  onTimeout: () => void,
): Promise<Value> {
  const timer = setTimeout(onTimeout, milliseconds);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
