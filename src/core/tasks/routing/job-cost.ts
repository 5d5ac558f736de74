/** What the operator is expected to pay a provider for a job. */
import type { Micros } from '@kinora/shared/money';
import type { Route } from '../../catalogue/routes/route.ts';
import { candidatesOf, type TaskJob } from '../task.ts';

/** Returns undefined if there is nothing. */
export function jobCost(
  { cost }: Pick<Route, 'cost'>,
  job: Pick<TaskJob, 'kind' | 'clips' | 'seconds'>,
): Micros | undefined {
  return cost && cost.micros * BigInt(unitsOf(job, cost.unit));
}

/** How many units of its cost a job has: pictures, clips or seconds. */
function unitsOf(
  job: Pick<TaskJob, 'kind' | 'clips' | 'seconds'>,
  unit: NonNullable<Route['cost']>['unit'],
): number {
  const results = Math.max(1, candidatesOf(job));
  return unit === 'second' ? results * (job.seconds ?? 1) : results;
}
