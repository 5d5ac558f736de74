/** An account with its balance. */
import { z } from 'zod';
import type { Account } from '../../../core/accounts/accounts.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, time } from './values.ts';

export const accountRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  available: decimal,
  held: decimal,
  state: z.enum(['active', 'suspended']),
  created: time,
  factor: decimal.describe("Factor on every price that the account pays, besides that of the token's group."),
  groups: z.array(z.string()).describe('The groups that are not open to all and that the account may use.'),
  max_open: z
    .number()
    .int()
    .nullable()
    .describe('Concurrent tasks. Null: any number. A plan may say something else as long as it lasts.'),
});

export const accountWithSpent = accountRecord.extend({
  spent: decimal.describe('Total of all charges, before refunds.'),
});

export const balance = z.strictObject({
  account: z.string(),
  available: decimal,
  held: decimal.describe('Amount held for tasks in progress.'),
  currency: z.string(),
  alert_below: decimal.nullable().describe('Below this balance the owners get a mail; null: they do not.'),
});

export function toAccountRecord(account: Account): ReadOnly<z.output<typeof accountRecord>> {
  return {
    id: account.id,
    name: account.name,
    available: money(account.availableMicros),
    held: money(account.heldMicros),
    state: account.suspendedAt ? 'suspended' : 'active',
    created: account.createdAt.toISOString(),
    factor: money(account.factorMicros),
    groups: [...account.groups],
    max_open: account.maxOpen ?? null,
  };
}
