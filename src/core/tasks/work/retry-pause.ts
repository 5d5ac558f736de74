/**
 * The pauses of retries: before a task or a step is tried again, and after a call to an engine
 * that failed and is repeated.
 */
import { EngineError } from '../../../engines/contract/engine-error.ts';

/**
 * The time limit of a last call at the deadline. Work that is done by then still counts, and the handle of
 * work that begins is still received, so that it can be cancelled.
 */
export const lastCallMs = 5_000;
const usualPauseMs = 2_000;
const maxOpenPauseMs = 60_000;

/**
 * The pause before a task or a step is tried for the `tries`th time after the first: one
 * second, then two, and so on.
 */
export function retryDelayMs(tries: number): number {
  return 500 * 2 ** tries;
}

/**
 * Returns the pause that the engine asks for, but at most so long that the task is checked once more before
 * its time is over.
 */
export function pauseAfter(error: unknown, leftMs: number): number {
  const requestedMs = (error instanceof EngineError && error.retryAfterMs) || 0;
  return Math.max(usualPauseMs, Math.min(requestedMs, leftMs - lastCallMs));
}

/**
 * Returns the pause before a file is opened again. It becomes longer after each failure, because the engine
 * keeps what is done.
 */
export function pauseAfterOpen(error: unknown, failures: number, leftMs: number): number {
  return Math.max(Math.min(maxOpenPauseMs, 1_000 * 2 ** failures), pauseAfter(error, leftMs));
}
