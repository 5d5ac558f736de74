/** An entry of the ledger, and the results of procedures that move money. */
import { z } from 'zod';
import { entryKinds, type Entry } from '../../../core/billing/ledger.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { count, decimal, time } from './values.ts';

export const entryKind = z.enum(entryKinds);

export const ledgerRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  at: time,
  kind: entryKind,
  from: z.string().describe('The book that the amount was taken from.'),
  to: z.string().describe('The book that the amount was added to.'),
  amount: decimal,
  available: decimal.nullable().describe('Available balance of the account after this entry.'),
  task: z.string().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  price_version: z.string().nullable(),
  token: z.string().nullable(),
  token_name: z.string().nullable(),
  user: z.string().nullable(),
  reason: z.string().nullable(),
});

export const movement = z.strictObject({
  account: z.string(),
  amount: decimal.describe('Negative if it was subtracted.'),
  reason: z.string(),
});

export const refund = z.strictObject({
  task: z.string(),
  account: z.string(),
  refunded: decimal,
  reason: z.string(),
});

export const statementRecord = z.strictObject({
  account: z.string(),
  month: z.string(),
  from: time,
  to: time,
  opening: decimal,
  closing: decimal,
  currency: z.string(),
  lines: z.array(
    z.strictObject({
      kind: entryKind,
      count,
      amount: decimal,
      change: decimal.describe('Change of the available balance.'),
    }),
  ),
});

export function toLedgerRecord(entry: Entry): ReadOnly<z.output<typeof ledgerRecord>> {
  return {
    id: String(entry.id),
    account: entry.accountId,
    at: entry.createdAt.toISOString(),
    kind: entry.kind,
    from: entry.fromBook,
    to: entry.toBook,
    amount: money(entry.amountMicros),
    available: money(entry.availableMicros),
    task: entry.task ?? null,
    model: entry.model ?? null,
    prompt: entry.prompt ?? null,
    price_version: entry.priceVersion ?? null,
    token: entry.tokenId ?? null,
    token_name: entry.tokenName ?? null,
    user: entry.userId ?? null,
    reason: entry.reason ?? null,
  };
}
