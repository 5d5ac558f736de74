/** The reason of an engine failure for operators, with details that clients do not see. */
import { appendMessage, type Reason } from '@kinora/shared/errors/reason';
import { mistakeIn } from './adapter-failure.ts';
import type { EngineError } from './engine-error.ts';

/** Adds the cause, which may name hosts and quote the engine, or the mistake of an adapter. */
export function operatorReason(failure: EngineError): Reason {
  return appendMessage(failure.reason, mistakeIn(failure)?.message ?? readCauseText(failure.cause));
}

/** Returns the message of an engine or of a network error. Other errors explain nothing to operators. */
function readCauseText(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  const isNetworkError = cause instanceof Error && 'code' in cause && cause.name !== 'AbortError';
  return isNetworkError && typeof cause.code === 'string' ? cause.message.trim() : '';
}
