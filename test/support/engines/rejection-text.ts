/** Why an engine with these abilities cannot do a job, in English. Undefined if it can. */
import { reasonText } from '@kinora/shared/errors/reason';
import type { PlannableJob } from '../../../src/engines/contract/kind/plannable-job.ts';
import type { Abilities } from '../../../src/engines/contract/steps/ability.ts';
import { toOffer } from '../../../src/engines/planner/offer.ts';

export function rejectionText(can: Abilities, job: PlannableJob): string | undefined {
  const rejection = toOffer(can).rejection?.(job);
  return rejection && reasonText(rejection);
}
