/** Why an engine failed, for operators: with what clients do not see. */
import { appendMessage, type Reason } from '@kinora/shared/errors/reason';
import { mistakeIn } from './adapter-failure.ts';
import type { EngineError } from './engine-error.ts';

/** With the cause, which may name hosts and quote the engine, or the mistake of an adapter. */
export function operatorReason(failure: EngineError): Reason {
  return appendMessage(failure.reason, mistakeIn(failure)?.message ?? readCauseText(failure.cause));
}

/** Returns what an engine said, or an error of the network. Other errors explain nothing to operators. */
function readCauseText(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  const isOfNetwork = cause instanceof Error && 'code' in cause && cause.name !== 'AbortError';
  return isOfNetwork && typeof cause.code === 'string' ? cause.message.trim() : '';
}
