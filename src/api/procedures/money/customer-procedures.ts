/** customer list and revenue show: what an operator sees of the business. */
import { z } from 'zod';
import { type Customer, customerSorts, listCustomers } from '../../../core/payments/reports/customers.ts';
import { readRevenue } from '../../../core/payments/reports/revenue.ts';
import { accountPage } from '../fields/account-fields.ts';
import { defaultLimit, money } from '../fields/fields.ts';
import { readPeriod, recentPeriod } from '../fields/period.ts';
import { procedure } from '../procedure.ts';
import { count, decimal, time } from '../records/values.ts';

const customerRecord = z.strictObject({
  account: z.string(),
  name: z.string(),
  state: z.enum(['active', 'suspended']),
  available: decimal,
  held: decimal,
  bought: decimal.describe('Credit that was bought and not taken back.'),
  spent: decimal.describe('Charges of the last 30 days, less refunds.'),
  cost: decimal.describe('What providers charged for its tasks in the last 30 days.'),
  margin: decimal,
  tasks: count.describe('Tasks that ended in the last 30 days.'),
  users: count,
  tokens: count,
  active: time.nullable().describe('When a token was used or a user signed in. Null: never.'),
  created: time,
  currency: z.string(),
});

export const customerProcedures = [
  procedure({
    name: 'customer list',
    description: 'List accounts with their balance, spending and margin of 30 days, and last activity.',
    who: 'operator',
    changes: false,
    isReport: true,
    input: z.strictObject({
      sort: z
        .enum(customerSorts)
        .default('created')
        .describe(
          'Sort by: created, name, or, only accounts that have some of it, spent, margin, bought. The highest or newest come first, names from A to Z.',
        ),
      ...accountPage,
    }),
    output: z.array(customerRecord),
    pageKey: 'account',
    run: async ({ db, currency }, { sort, q: search, before, limit = defaultLimit }) =>
      (await listCustomers(db, { sort, search, before, limit })).map(customer =>
        toRecord(customer, currency),
      ),
  }),
  procedure({
    name: 'revenue show',
    description: 'Show payments, refunds, charges and new accounts by day.',
    who: 'operator',
    changes: false,
    isReport: true,
    input: z.strictObject({
      ...recentPeriod,
    }),
    output: z.array(
      z.strictObject({
        day: z.string(),
        currency: z.string().describe('A day has a line for each currency in which something was paid.'),
        payments: count,
        paid: decimal,
        returned: decimal.describe(
          'Refunded or disputed, less what came again after a dispute that was won.',
        ),
        kept: decimal,
        tax: decimal.describe('The part of what was kept that is tax.'),
        charged: decimal.describe(
          'Charges of tasks less refunds, in the line of the currency of the server.',
        ),
        new_accounts: count,
      }),
    ),
    run: async ({ db, currency }, input) => {
      const { from, to } = readPeriod(input);
      return (await readRevenue(db, { from, to, currency })).map(line => ({
        day: line.day,
        currency: line.currency,
        payments: line.payments,
        paid: money(line.paidMicros),
        returned: money(line.returnedMicros),
        kept: money(line.paidMicros - line.returnedMicros),
        tax: money(line.taxMicros),
        charged: money(line.chargedMicros),
        new_accounts: line.newAccounts,
      }));
    },
  }),
];

function toRecord(customer: Customer, currency: string) {
  return {
    account: customer.id,
    name: customer.name,
    state: customer.suspendedAt ? ('suspended' as const) : ('active' as const),
    available: money(customer.availableMicros),
    held: money(customer.heldMicros),
    bought: money(customer.boughtMicros),
    spent: money(customer.spentMicros),
    cost: money(customer.costMicros),
    margin: money(customer.spentMicros - customer.costMicros),
    tasks: customer.tasks,
    users: customer.users,
    tokens: customer.tokens,
    active: customer.activeAt?.toISOString() ?? null,
    created: customer.createdAt.toISOString(),
    currency,
  };
}
