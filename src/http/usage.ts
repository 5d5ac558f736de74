/** What a task costs, as both interfaces say it. */
import { z } from 'zod';
import type { Language } from '../errors.ts';
import { formatMicros } from '../lib/money.ts';
import { priceUnits } from '../models/model-card.ts';
import type { TaskView } from '../tasks/task-view.ts';

export const usageShape = z.object({
  unit: z.enum(priceUnits).describe('What the price is for.'),
  quantity: z.number().int().describe('How many units.'),
  unit_price: z.string().describe('Decimal, the tier included.'),
  amount: z
    .string()
    .describe('Held while the task runs; charged when it has ended: 0.00 unless it succeeded.'),
  currency: z.string(),
  charged: z.boolean(),
});
export type Usage = z.infer<typeof usageShape>;

export function usageOf(task: TaskView, currency: string): Usage {
  const { unit, quantity, unitPriceMicros, amountMicros } = task.price;
  return {
    unit,
    quantity,
    unit_price: formatMicros(unitPriceMicros),
    amount: formatMicros(task.chargedMicros ?? amountMicros),
    currency,
    charged: (task.chargedMicros ?? 0n) > 0n,
  };
}

/** What a record depends on besides its task. */
export interface RecordOptions {
  readonly baseUrl: string;
  readonly language: Language;
  readonly currency: string;
}
