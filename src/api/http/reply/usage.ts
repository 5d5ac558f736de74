/** The cost of a task, in the form that both interfaces use. */
import { z } from 'zod';
import type { Language } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import { priceUnits } from '@kinora/shared/models/model-card';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';

export const usageShape = z.object({
  unit: z.enum(priceUnits).describe('Unit that the price applies to.'),
  quantity: z.number().int().describe('Number of units.'),
  unit_price: z.string().describe('Price per unit including the tier factor, as a decimal string.'),
  amount: z
    .string()
    .describe(
      'Amount held while the task runs. After the task has finished, the amount charged: 0.00 unless it succeeded.',
    ),
  currency: z.string(),
  charged: z.boolean(),
});
export type Usage = z.infer<typeof usageShape>;

export function toUsage(task: TaskView, currency: string): Usage {
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

/** What a record depends on besides the task. */
export interface RecordOptions {
  readonly baseUrl: string;
  readonly language: Language;
  readonly currency: string;
}
