/** The query of the usage lines. */
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import type { Asked, UsageKey } from './usage.ts';

/** An empty `by` returns one line with the totals. */
export function usageQuery({ values }: Asked, by: readonly UsageKey[]) {
  const asked = { ...values, by: by.join(',') || ',' };
  return queryOptions({
    queryKey: ['usage', asked],
    queryFn: () => list('usage show', asked),
    placeholderData: before => before,
  });
}
