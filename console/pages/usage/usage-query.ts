/** Asks the server for usage. */
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import type { Asked, UsageKey } from './usage.ts';

/** `by` of none is one line of everything. */
export function usageQuery({ values }: Asked, by: readonly UsageKey[]) {
  const asked = { ...values, by: by.join(',') || ',' };
  return queryOptions({
    queryKey: ['usage', asked],
    queryFn: () => list('usage show', asked),
    placeholderData: before => before,
  });
}
