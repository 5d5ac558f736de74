/** Has an engine make something small, beside all tasks: nothing is kept, charged or written down. */
import { EngineError, candidatesOf, type Engine, type EngineJob, type Operation } from '../engines/engine.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { callEngine, engineFailure, readAll } from '../tasks/call-engine.ts';

export interface TrialResult {
  readonly tookMs: number;
  /** How many files it handed over; undefined: it failed. */
  readonly files: number | undefined;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
}

const checkWaitMs = 1_000;

/** The same calls in the same order as for a task. Never rejects. */
export async function tryEngine(
  engine: Engine,
  job: EngineJob,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<TrialResult> {
  const startMs = clock.now();
  const tookMs = () => Math.max(0, clock.now() - startMs);
  try {
    const work = (signal: AbortSignal) => make(engine, job, { clock, signal });
    const files = await callEngine(undefined, work, timeoutMs);
    return { tookMs: tookMs(), files, error: undefined };
  } catch (error) {
    const { code, message } = engineFailure(error);
    return { tookMs: tookMs(), files: undefined, error: { code, details: { reason: message } } };
  }
}

interface Making {
  readonly clock: Clock;
  /** Fires when nobody waits any more. */
  readonly signal: AbortSignal;
}

async function make(engine: Engine, job: EngineJob, making: Making): Promise<number> {
  const operation = await engine.start(job, `trial:${job.taskId}`, making.signal);
  const forget = () => void engine.cancel(operation).catch(() => {});
  // Also of an engine that ignores the signal, and of a start that took too long.
  if (making.signal.aborted) forget();
  else making.signal.addEventListener('abort', forget, { once: true });
  const media = await finished(engine, operation, making);
  if (media.length < candidatesOf(job)) throw new EngineError('engine_error', 'it handed over too few files');
  for (const file of media)
    if ((await readAll(await engine.open(operation, file, making.signal), making.signal)).length === 0)
      throw new EngineError('engine_error', 'it handed over an empty file');
  return media.length;
}

async function finished(engine: Engine, operation: Operation, { clock, signal }: Making) {
  for (;;) {
    const state = await engine.check(operation, checkWaitMs, signal);
    if (state.state === 'done') return state.media;
    if (state.state === 'lost') throw new EngineError('engine_error', 'it lost the job');
    if (state.state === 'failed') throw new EngineError(state.code, state.message);
    if (signal.aborted) throw new EngineError('engine_unavailable', 'it was too late');
    await clock.sleep(state.checkAgainMs, signal);
  }
}
