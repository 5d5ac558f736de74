/** statement show. */
import { z } from 'zod';
import { moneyStatement } from '../billing/month-statement.ts';
import { money } from './fields.ts';
import { procedure } from './procedure.ts';
import { accountOf } from './scope.ts';

const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month is expected, as 2026-11')
  .describe('Which, as 2026-11, by UTC.');

export const statementProcedures = [
  procedure({
    name: 'statement show',
    says: 'The statement of a month: what it began with, the sum of each kind of movement, what it ended with.',
    who: 'owner',
    changes: false,
    word: 'month',
    input: z.strictObject({
      month,
      account: z.string().optional().describe('By name or id; your own unless you say so.'),
    }),
    run: async (context, input) => {
      const accountId = await accountOf(context, input.account);
      const from = new Date(`${input.month}-01T00:00:00Z`);
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
      const made = await moneyStatement(context.db, { accountId, from, to });
      return {
        account: accountId,
        month: input.month,
        from: from.toISOString(),
        to: to.toISOString(),
        opening: money(made.openingMicros),
        closing: money(made.closingMicros),
        currency: context.currency,
        lines: made.lines.map(line => ({
          kind: line.kind,
          count: line.count,
          amount: money(line.amountMicros),
          change: money(line.changeMicros),
        })),
      };
    },
  }),
];
