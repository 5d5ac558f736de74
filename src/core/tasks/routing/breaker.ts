/**
 * The circuit breaker of a route. Three failures among the last five starts, one refusal of the key, or one
 * that names the time of the next try, open it: the route gets no tasks for 5 seconds, or as long as it
 * requested. Then it is half-open: one task tries it. If that fails, the pause is doubled, up to a minute; if
 * it succeeds, the route is closed, which means in use. An engine that cannot be reached about its work
 * counts as a failed start. Pure: decisions/025 explains why it never disables a route.
 */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import { type EngineFailure, isAboutAccount, isAway } from '../../../engines/contract/engine-failure.ts';
import { reasonTexts, appendMessage, type Reason, type ReasonTexts } from '@kinora/shared/errors/reason';
import type { BreakerState } from './plan-pulls.ts';

/** The circuit breaker of a route that failed lately. A route without one works. */
export interface Breaker {
  /** The last five starts, the newest last: whether each failed. */
  readonly starts: readonly boolean[];
  /** When the pause of the route ends. Undefined if the breaker is closed. */
  readonly openUntilMs: number | undefined;
  readonly pauseSeconds: number | undefined;
  /** When the time of the task that tries the route is over. Undefined if no task tries it. */
  readonly trialUntilMs: number | undefined;
  /** Why the last start failed, as operators read it. */
  readonly reason: ReasonTexts | undefined;
  /** The code of the last start, if it failed. During a pause, it is the reason of the pause. */
  readonly code: EngineFailure | undefined;
}

const maxStarts = 5;
const failuresToOpen = 3;
const firstPauseSeconds = 5;
/** The maximum if the engine demands no pause. An engine that is back should not wait long for its tasks. */
const maxPauseSeconds = 60;
const maxMessageLength = 500;
/** How long a trial may take, which is longer than the time limit of a start. */
export const trialSeconds = 90;

const closedBreaker: Breaker = {
  starts: [],
  openUntilMs: undefined,
  pauseSeconds: undefined,
  trialUntilMs: undefined,
  reason: undefined,
  code: undefined,
};

/** Whether the failure of a start concerns the engine, and not the job. */
export function countsAgainst({ code }: Pick<EngineError, 'code'>): boolean {
  return code !== 'engine_rejected' && code !== 'content_refused';
}

export function breakerState(breaker: Breaker | undefined, nowMs: number): BreakerState {
  if (breaker?.openUntilMs === undefined) return 'closed';
  if (nowMs < breaker.openUntilMs) return 'open';
  return breaker.trialUntilMs !== undefined && nowMs < breaker.trialUntilMs ? 'open' : 'half_open';
}

/** For operators only, so with the words of the engine. */
function toReasonTexts({
  reason,
  cause,
}: {
  readonly reason: Reason;
  readonly cause?: unknown;
}): ReasonTexts {
  return reasonTexts(
    appendMessage(reason, typeof cause === 'string' ? cause.slice(0, maxMessageLength) : ''),
  );
}

export function afterFailure(
  breaker: Breaker = closedBreaker,
  failure: Pick<EngineError, 'code' | 'reason'> & Partial<Pick<EngineError, 'retryAfterMs' | 'cause'>>,
  nowMs: number,
): Breaker {
  const starts = [...breaker.starts, true].slice(-maxStarts);
  const { openUntilMs, pauseSeconds = firstPauseSeconds } = breaker;
  const { code } = failure;
  const openBreaker = (seconds: number): Breaker => ({
    starts,
    openUntilMs: nowMs + seconds * 1000,
    pauseSeconds: seconds,
    trialUntilMs: undefined,
    reason: toReasonTexts(failure),
    code,
  });
  const requestedSeconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
  if (openUntilMs === undefined) {
    if (requestedSeconds > 0) return openBreaker(requestedSeconds);
    const isEnough = starts.filter(Boolean).length >= failuresToOpen;
    return isEnough || isAboutAccount(failure)
      ? openBreaker(firstPauseSeconds)
      : { ...breaker, starts, code };
  }
  // A start that was under way when the breaker opened changes nothing.
  if (nowMs < openUntilMs) return { ...breaker, starts };
  return openBreaker(Math.max(requestedSeconds, Math.min(maxPauseSeconds, pauseSeconds * 2)));
}

/** Another try of a job proves no more than its first one, unless it is the trial of the route. */
export function afterRepetition(
  breaker: Breaker | undefined,
  failure: Parameters<typeof afterFailure>[1],
  nowMs: number,
): Breaker | undefined {
  return breaker?.openUntilMs === undefined ? breaker : afterFailure(breaker, failure, nowMs);
}

/** Whether the route is paused because its engine cannot be reached. */
export function isPausedAway(breaker: Breaker | undefined): boolean {
  return breaker?.openUntilMs !== undefined && isAway(breaker);
}

/** Returns the breaker after a successful start, or undefined if the route works without one. */
export function afterSuccess(breaker: Breaker | undefined, nowMs: number): Breaker | undefined {
  if (!breaker) return undefined;
  if (breaker.openUntilMs !== undefined) return nowMs < breaker.openUntilMs ? breaker : undefined;
  const starts = [...breaker.starts, false].slice(-maxStarts);
  return starts.some(Boolean) ? { ...breaker, starts, code: undefined } : undefined;
}
