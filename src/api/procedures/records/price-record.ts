/** Prices of a model: current, future and past ones, and what last week's tasks would have cost. */
import { z } from 'zod';
import { newPrice } from '../../../core/billing/prices.ts';
import { count, decimal, tier, time } from './values.ts';

const version = z.string();

export const priceRecord = newPrice.extend({
  model: z.string(),
  in_effect: version,
  versions: z.array(newPrice.extend({ version, effective: time, created: time, note: z.string() })),
});

export const priceSet = newPrice.extend({ model: z.string(), version, effective: time });

const sums = {
  tasks: count,
  charged: decimal,
  would_be: decimal,
  difference: decimal,
};

export const priceTrial = z.strictObject({
  model: z.string(),
  ...sums,
  not_offered: count.describe('Tasks in a tier that the new price does not offer.'),
  currency: z.string(),
  changes: z
    .array(
      z.strictObject({
        tier,
        parameters: z.record(z.string(), z.unknown()),
        quantity: z.number(),
        ...sums,
      }),
    )
    .describe('Groups of identical requests, largest difference first.'),
});
