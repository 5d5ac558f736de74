/** What the operator is expected to pay a provider for a job. */
import type { Micros } from '@kinora/shared/money';
import type { Route } from '../../catalogue/routes/route.ts';
import { countCandidates, type TaskJob } from '../task.ts';

/** Returns undefined if there is nothing. */
export function jobCost(
  { cost }: Pick<Route, 'cost'>,
  job: Pick<TaskJob, 'kind' | 'clips' | 'seconds'>,
): Micros | undefined {
  return cost && cost.micros * BigInt(countUnits(job, cost.unit));
}

/** Returns how many units of its cost a job has: pictures, clips or seconds. */
function countUnits(
  job: Pick<TaskJob, 'kind' | 'clips' | 'seconds'>,
  unit: NonNullable<Route['cost']>['unit'],
): number {
  const results = Math.max(1, countCandidates(job));
  return unit === 'second' ? results * (job.seconds ?? 1) : results;
}
