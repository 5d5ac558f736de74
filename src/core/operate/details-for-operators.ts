/** Why an engine failed, for operators: with what clients do not see. */
import type { ErrorDetails } from '@kinora/shared/errors/errors';
import { reasonTexts, withSaid } from '@kinora/shared/errors/reason';
import { mistakeIn } from '../../engines/contract/adapter-failure.ts';
import type { EngineError } from '../../engines/contract/engine.ts';

/** With the cause, which may name hosts and quote the engine, or the mistake of an adapter. */
export function detailsForOperators(failure: EngineError): ErrorDetails {
  const said = mistakeIn(failure)?.message ?? detailOf(failure.cause);
  return { ...reasonTexts(withSaid(failure.reason, said)) };
}

/** What an engine said, or an error of the network. Other errors explain nothing to operators. */
function detailOf(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  const isOfNetwork = cause instanceof Error && 'code' in cause && cause.name !== 'AbortError';
  return isOfNetwork && typeof cause.code === 'string' ? cause.message.trim() : '';
}
