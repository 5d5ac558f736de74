/** Counts of tasks by what they have in common. */
import { z } from 'zod';
import { count, decimal } from './values.ts';

const valueCounts = z.array(z.strictObject({ value: z.string(), count }));
const namedCounts = z.array(z.strictObject({ value: z.string(), count, name: z.string() }));

export const taskFacets = z.strictObject({
  total: count,
  state: valueCounts,
  kind: valueCounts,
  model: namedCounts,
  tier: valueCounts,
  action: valueCounts,
  token: namedCounts,
  starred: count,
  amount: decimal,
  held: decimal,
  currency: z.string(),
});
