/** Why an engine failed, for operators: with what clients do not see. */
import { mistakeIn } from '../engines/adapter-failure.ts';
import type { EngineError } from '../engines/engine.ts';
import { engineReason, operatorReason } from '../engine-reasons.ts';
import type { ErrorDetails } from '../errors.ts';

/** With the cause, or the mistake of an adapter. */
export function detailsForOperators(failure: EngineError): ErrorDetails {
  const mistake = mistakeIn(failure);
  return mistake ? engineReason(failure.message, mistake.message) : operatorReason(failure);
}
