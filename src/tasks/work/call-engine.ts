/** Calls an engine with a time limit, so that an engine that ignores its abort signal cannot block a worker. */
import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { EngineError } from '../../engines/engine.ts';
import { systemClock } from '../../lib/clock.ts';

/** The engine did not respond in time. After a `start`, it is unknown whether the work began. */
class StepTimeout extends EngineError {
  constructor() {
    super('engine_unavailable', 'it did not respond in time', { retryable: true });
    this.name = 'StepTimeout';
  }
}

const stepTimeoutMs = 60_000;

/** Runs one call; rejects with StepTimeout after a minute, or sooner. `broken` is passed on, so that waits end early. */
export async function callEngine<Result>(
  broken: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Result> | undefined,
  withinMs = stepTimeoutMs,
): Promise<Awaited<Result>> {
  const over = new AbortController();
  const signal = broken ? AbortSignal.any([broken, over.signal]) : over.signal;
  const timeout = systemClock.sleep(Math.min(withinMs, stepTimeoutMs), over.signal).then(() => {
    throw new StepTimeout();
  });
  timeout.catch(() => {});
  try {
    return (await Promise.race([call(signal), timeout])) as Awaited<Result>;
  } finally {
    over.abort();
  }
}

/** Classifies an error. Anything but an EngineError comes from the network or the adapter and may pass. */
export function engineFailure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  // The database or the storage failed, not the engine. The worker handles that.
  if (error instanceof AppError) throw error;
  return new EngineError('engine_unavailable', 'no answer', { retryable: true, cause: error });
}

/** A clip of a minute at 1080p has about 100 MB. */
const maxMediaBytes = 512 * 1024 * 1024;

/** Reads all bytes of an engine's file. Rejects when the signal fires or there are too many. */
export async function readAll(source: Readable | Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of addAbortSignal(signal, source) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxMediaBytes) throw new EngineError('engine_error', 'the file is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
