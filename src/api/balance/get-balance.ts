/** GET /v1/balance: what a token may spend, and what its account has if the token may see that. */
import { z } from 'zod';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { readCurrentToken } from '../../core/accounts/tokens.ts';
import { tokenBalance } from '../../core/billing/token-balance.ts';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import type { Call } from '../http/route.ts';

const amount = z.string();
const cap = z.string().nullable().describe('Null: no limit.');

export const balanceRecord = z.object({
  object: z.literal('balance'),
  currency: z.string(),
  scope: z
    .enum(['own', 'account'])
    .describe(
      'Scope of the token: `account` shows the balance of the account, `own` only what the token itself may spend.',
    ),
  available: amount
    .nullable()
    .describe(
      'What the account can spend. With the scope `own`: what the caps of the token leave; null: it has no cap.',
    ),
  held: amount.describe(
    'What is held for tasks of the account that have not ended. With the scope `own`: for those of the token.',
  ),
  time_zone: z.string().describe('Time zone in which days and months begin.'),
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

export interface BalanceDependencies {
  readonly db: Queryable;
  readonly currency: string;
}

export function getBalance({ db, currency }: BalanceDependencies) {
  return async ({ token: authenticatedToken, reply }: Call): Promise<z.infer<typeof balanceRecord>> => {
    const token = await readCurrentToken(db, authenticatedToken);
    const { account, spendableMicros } = await tokenBalance(db, token);
    reply.header('cache-control', 'no-store');
    return {
      object: 'balance',
      currency,
      scope: token.scope,
      available: orNull(account?.availableMicros ?? spendableMicros),
      held: formatMicros(account?.heldMicros ?? token.heldMicros),
      time_zone: await readTimeZone(db),
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

function orNull(micros: Micros | null | undefined): string | null {
  return micros === null || micros === undefined ? null : formatMicros(micros);
}
