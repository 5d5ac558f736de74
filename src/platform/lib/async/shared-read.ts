/**
 * Reads that may hang, such as those of a network volume: they do not pile up, and
 * are waited for within a limit.
 */
import { systemClock } from '@kinora/shared/clock';

/**
 * While a read is pending, further calls get its result: each that hangs keeps a
 * thread of the process from others.
 */
export function shareRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () =>
    (pending ??= read().finally(() => {
      pending = undefined;
    }));
}

/** The value, or `otherwise` if it is not there in time. */
export async function valueWithin<Value, Otherwise>(
  ms: number,
  value: Promise<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  const timer = new AbortController();
  try {
    return await Promise.race([value, systemClock.sleep(ms, timer.signal).then(() => otherwise)]);
  } finally {
    timer.abort();
  }
}
