/**
 * Calls an engine with a time limit, so that an engine that ignores its abort signal cannot block a worker.
 */
import { reason } from '@kinora/shared/errors/reason';
import { AppError } from '@kinora/shared/errors/errors';
import { AdapterFailure, isAdapterFailure } from '../../../engines/contract/adapter-failure.ts';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import { isDiskFailure } from '../../../platform/lib/disk/is-disk-failure.ts';
import { systemClock } from '@kinora/shared/clock';
import { inSpan } from '../../../platform/lib/trace/spans.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import { lastCallMs } from './retry-pause.ts';

/** The engine did not respond in time. After a `start`, it is unknown whether the work began. */
export class StepTimeout extends EngineError {
  constructor() {
    super('engine_unavailable', reason('answer_late'), { retryable: true });
    this.name = 'StepTimeout';
  }
}

const stepTimeoutMs = 60_000;
/** One error for all calls, because to create one takes longer than the rest of the call. */
const callIsOver = new DOMException('The call to the engine is over', 'AbortError');

/** A call may take no longer than what is left of its task's time. */
export function callTimeoutMs(leftMs: number): number {
  return Math.min(stepTimeoutMs, Math.max(lastCallMs, leftMs));
}

/**
 * Runs one call; rejects with StepTimeout after a minute, or after `withinMs`. `outerSignal` is passed
 * on, so that waits end early.
 */
export async function callEngine<Result>(
  outerSignal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Result> | undefined,
  withinMs = stepTimeoutMs,
): Promise<Awaited<Result>> {
  const callEnd = new AbortController();
  const signal = outerSignal ? AbortSignal.any([outerSignal, callEnd.signal]) : callEnd.signal;
  const timeout = systemClock.sleep(withinMs, callEnd.signal).then(() => {
    if (!callEnd.signal.aborted) throw new StepTimeout();
  });
  timeout.catch(() => {});
  try {
    return (await Promise.race([call(signal), timeout])) as Awaited<Result>;
  } finally {
    callEnd.abort(callIsOver);
  }
}

/** Runs one call in a span. The span of the phase around it has the name of the engine. */
export function inEngineSpan<Result>(
  call: 'find' | 'start' | 'open',
  work: () => Promise<Result>,
): Promise<Result> {
  return inSpan(`engine ${call}`, { kind: 'client' }, work);
}

/**
 * Classifies an error. Anything but an EngineError comes from the network and may pass, or from the adapter.
 * An error of the database or the storage is thrown again: the worker handles it, and it proves nothing about
 * the engine. So is `UnusableMedia`, with which an engine rejects its own result.
 */
export function engineFailure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof AppError || error instanceof StorageError || error instanceof UnusableMedia)
    throw error;
  if (isAdapterFailure(error)) return new AdapterFailure(error);
  const unavailableReason = isDiskFailure(error) ? reason('server_disk') : reason('answer_none');
  return new EngineError('engine_unavailable', unavailableReason, { retryable: true, cause: error });
}
