/**
 * The balance at the paths of OpenAI's former billing API, which clients of new-api ask: GET
 * /v1/dashboard/billing/subscription and usage. What is left is the limit less the usage. As new-api has it
 * (controller/billing.go, November 2026): amounts are numbers in the currency of the server, the usage is in
 * hundredths, and a token without a limit has 100,000,000.
 */
import { z } from 'zod';
import type { Micros } from '@kinora/shared/money';
import { readCurrentToken, type Token } from '../../core/accounts/tokens.ts';
import { tokenBalance } from '../../core/billing/token-balance.ts';
import type { Queryable } from '../../platform/db/open.ts';
import type { Call } from '../http/route.ts';

const unlimitedAmount = 100_000_000;

export const subscriptionRecord = z.object({
  object: z.literal('billing_subscription'),
  has_payment_method: z.boolean(),
  soft_limit_usd: z.number(),
  hard_limit_usd: z
    .number()
    .describe('What the token has spent and may still spend, in the currency of the server.'),
  system_hard_limit_usd: z.number(),
  access_until: z.int().describe('When the token expires, in seconds since 1970. 0: never.'),
});

export const usageRecord = z.object({
  object: z.literal('list'),
  total_usage: z.number().describe('What the token has spent, in hundredths of the currency of the server.'),
});

export function getSubscription({ db }: { readonly db: Queryable }) {
  return async ({ token: authenticatedToken, reply }: Call): Promise<z.infer<typeof subscriptionRecord>> => {
    const token = await readCurrentToken(db, authenticatedToken);
    const { spendableMicros } = await tokenBalance(db, token);
    const limit =
      spendableMicros === undefined ? unlimitedAmount : toAmount(spendableMicros + usedMicros(token));
    reply.header('cache-control', 'no-store');
    return {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      access_until: token.expiresAt ? Math.floor(token.expiresAt.getTime() / 1000) : 0,
    };
  };
}

export function getUsage({ db }: { readonly db: Queryable }) {
  return async ({ token: authenticatedToken, reply }: Call): Promise<z.infer<typeof usageRecord>> => {
    const token = await readCurrentToken(db, authenticatedToken);
    reply.header('cache-control', 'no-store');
    return { object: 'list', total_usage: toAmount(usedMicros(token) * 100n) };
  };
}

function usedMicros({ spentMicros, heldMicros }: Token): Micros {
  return spentMicros + heldMicros;
}

function toAmount(micros: Micros): number {
  return Number(micros) / 1e6;
}
