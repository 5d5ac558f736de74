/** Counts of tasks by what they have in common. */
import { z } from 'zod';
import { count, decimal } from './values.ts';

const counted = z.array(z.strictObject({ value: z.string(), count }));
const named = z.array(z.strictObject({ value: z.string(), count, name: z.string() }));

export const taskFacets = z.strictObject({
  total: count,
  state: counted,
  kind: counted,
  model: named,
  tier: counted,
  action: counted,
  token: named,
  starred: count,
  amount: decimal,
  held: decimal,
  currency: z.string(),
});
