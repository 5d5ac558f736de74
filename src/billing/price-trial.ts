/** What last week's tasks of a model would have cost at another price. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Micros } from '../lib/money.ts';
import type { ModelCard } from '../models/model-card.ts';
import { quote, type Priced } from './quote.ts';

const lastWeek = statement(
  'last_weeks_prices',
  `select priced, count(*)::int as tasks, sum(charged_micros)::bigint as charged from tasks
   where model = $1 and phase = 'succeeded' and created_at > now() - interval '7 days' and priced is not null group by priced`,
);

export interface PriceTrial {
  readonly tasks: number;
  /** What was charged, and what would have been. */
  readonly chargedMicros: Micros;
  readonly wouldBeMicros: Micros;
  /** Tasks in a tier that the new price does not offer. */
  readonly notOffered: number;
}

export async function tryPrice(db: Queryable, card: ModelCard): Promise<PriceTrial> {
  const rows = await db.query<{ priced: Priced; tasks: number; charged: bigint }>(lastWeek, [card.id]);
  let [tasks, notOffered, chargedMicros, wouldBeMicros] = [0, 0, 0n, 0n];
  for (const row of rows) {
    if (card.tiers[row.priced.tier] === undefined) {
      notOffered += row.tasks;
      continue;
    }
    const priced = pricedOf(row.priced);
    tasks += row.tasks;
    chargedMicros += row.charged;
    wouldBeMicros += quote(card, priced).amountMicros * BigInt(row.tasks);
  }
  return { tasks, chargedMicros, wouldBeMicros, notOffered };
}

/** As it was stored: JSON has no bigint. */
export function pricedOf({ factorMicros, ...priced }: Priced): Priced {
  return { ...priced, ...(factorMicros !== undefined && { factorMicros: BigInt(factorMicros) }) };
}
