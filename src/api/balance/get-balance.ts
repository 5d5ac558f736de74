/** GET /v1/balance: what the account of a token has, and what the token may spend of it. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { balanceOf } from '../../core/billing/ledger.ts';
import type { Queryable } from '../../platform/db/open.ts';
import type { Call } from '../http/route.ts';

const amount = z.string();
const cap = z.string().nullable().describe('Null: no limit.');

export const balanceRecord = z.object({
  object: z.literal('balance'),
  currency: z.string(),
  available: amount.describe('What the account can spend.'),
  held: amount.describe('What is held for tasks that have not ended.'),
  token: z
    .object({
      spent: amount,
      spent_today: amount,
      spent_month: amount,
      cap: cap,
      cap_day: cap,
      cap_month: cap,
    })
    .describe('What the token has spent, including what is held for its tasks, and its spending caps.'),
});

export interface BalanceParts {
  readonly db: Queryable;
  readonly currency: string;
}

export function getBalance({ db, currency }: BalanceParts) {
  return async ({ readToken, token: known, reply }: Call): Promise<z.infer<typeof balanceRecord>> => {
    const token = (await readToken()) ?? known;
    const balance = await balanceOf(db, token.accountId);
    if (!balance) throw new AppError('internal');
    reply.header('cache-control', 'no-store');
    return {
      object: 'balance',
      currency,
      available: formatMicros(balance.availableMicros),
      held: formatMicros(balance.heldMicros),
      token: {
        spent: formatMicros(token.spentMicros + token.heldMicros),
        spent_today: formatMicros(token.todayMicros),
        spent_month: formatMicros(token.monthMicros),
        cap: orNull(token.capTotalMicros),
        cap_day: orNull(token.capDayMicros),
        cap_month: orNull(token.capMonthMicros),
      },
    };
  };
}

function orNull(micros: Micros | null): string | null {
  return micros === null ? null : formatMicros(micros);
}
