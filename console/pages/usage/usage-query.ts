/** The query of the usage lines. */
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import type { UsageRequest, UsageKey } from './usage.ts';

/** An empty `by` returns one line with the totals. */
export function usageQuery({ values }: UsageRequest, groupKeys: readonly UsageKey[]) {
  const input = { ...values, by: groupKeys.join(',') || ',' };
  return queryOptions({
    queryKey: ['usage', input],
    queryFn: () => list('usage show', input),
    placeholderData: before => before,
  });
}
