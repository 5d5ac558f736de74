/** Why an engine failed, for operators: with what clients do not see. */
import { mistakeIn } from '../../engines/contract/adapter-failure.ts';
import type { EngineError } from '../../engines/contract/engine.ts';
import { engineReason, operatorReason } from '../../engines/contract/engine-reasons.ts';
import type { ErrorDetails } from '@kinora/shared/errors/errors';

/** With the cause, or the mistake of an adapter. */
export function detailsForOperators(failure: EngineError): ErrorDetails {
  const mistake = mistakeIn(failure);
  return mistake ? engineReason(failure.message, mistake.message) : operatorReason(failure);
}
