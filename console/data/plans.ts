/** The plans on offer, also for visitors; operators also get those that are retired. */
import type { LineOf } from '../../src/api/procedures/table/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { list } from './api.ts';

export type PlanLine = LineOf<'plan list'>;

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => list('plan list', {}),
  staleTime: 30_000,
});
