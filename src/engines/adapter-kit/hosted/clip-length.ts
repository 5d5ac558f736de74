/** The length of a clip, as providers take it. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { ClipStep } from '../../contract/steps/step.ts';

/**
 * Throws `engine_rejected` for a length that would have to be rounded, because the price is for the exact
 * length.
 */
export function wholeSeconds({ seconds }: Pick<ClipStep, 'seconds'>): number {
  if (Number.isInteger(seconds)) return seconds;
  throw new EngineError('engine_rejected', reason('whole_seconds', { seconds }), {
    notStarted: true,
  });
}
