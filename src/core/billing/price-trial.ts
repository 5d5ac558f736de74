/** Computes what the tasks of a model from the last week would have cost at another price. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { quote, type QuoteInput } from '@kinora/shared/billing/quote';

const lastWeek = statement(
  'last_weeks_prices',
  `select priced, count(*)::int as tasks, sum(charged_micros)::bigint as charged
   from tasks
   where model = $1 and phase = 'succeeded' and created_at > now() - interval '7 days' and priced is not null
   group by priced`,
);

export interface PriceTrial {
  readonly tasks: number;
  /** The actual charges, and those at the other price. */
  readonly chargedMicros: Micros;
  readonly wouldBeMicros: Micros;
  /** Tasks in a tier that the new price does not offer. */
  readonly notOffered: number;
  /** Groups of similar requests, those with the largest change first. */
  readonly changes: readonly PriceChange[];
}

export interface PriceChange {
  readonly quoteInput: QuoteInput;
  readonly tasks: number;
  readonly chargedMicros: Micros;
  readonly wouldBeMicros: Micros;
}

const maxChanges = 8;

export async function tryPrice(db: Queryable, card: ModelCard): Promise<PriceTrial> {
  const rows = await db.query<{ priced: QuoteInput; tasks: number; charged: bigint }>(lastWeek, [card.id]);
  const isOffered = (row: (typeof rows)[number]) => card.tiers[row.priced.tier] !== undefined;
  const lines = rows.filter(isOffered).map((row): PriceChange => {
    const quoteInput = toQuoteInput(row.priced);
    const wouldBeMicros = quote(card, quoteInput).amountMicros * BigInt(row.tasks);
    return { quoteInput, tasks: row.tasks, chargedMicros: row.charged, wouldBeMicros };
  });
  const notOffered = rows.filter(row => !isOffered(row)).reduce((sum, row) => sum + row.tasks, 0);
  return {
    tasks: lines.reduce((sum, line) => sum + line.tasks, 0),
    chargedMicros: lines.reduce((sum, line) => sum + line.chargedMicros, 0n),
    wouldBeMicros: lines.reduce((sum, line) => sum + line.wouldBeMicros, 0n),
    notOffered,
    changes: lines
      .filter(line => line.wouldBeMicros !== line.chargedMicros)
      .toSorted((one, other) => Number(changeSize(other) - changeSize(one)))
      .slice(0, maxChanges),
  };
}

function changeSize({ chargedMicros, wouldBeMicros }: PriceChange): Micros {
  const difference = wouldBeMicros - chargedMicros;
  return difference < 0n ? -difference : difference;
}

/** Restores the bigint of a stored `QuoteInput`, because JSON has none. */
export function toQuoteInput({ factorMicros, ...input }: QuoteInput): QuoteInput {
  return { ...input, ...(factorMicros !== undefined && { factorMicros: BigInt(factorMicros) }) };
}
