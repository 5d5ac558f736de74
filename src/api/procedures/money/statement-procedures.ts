/** statement show. */
import { z } from 'zod';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { dayBegins } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { ownAccount } from '../fields/account-fields.ts';
import { moneyStatement } from '../../../core/billing/month-statement.ts';
import { money } from '../fields/fields.ts';
import { procedure } from '../procedure.ts';
import { accountOf } from '../scope.ts';
import { statementRecord } from '../records/ledger-record.ts';
import { reasonCode } from '@kinora/shared/errors/reason-code';

export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, reasonCode('month'))
  .describe('Month, for example 2026-11.');

export const statementProcedures = [
  procedure({
    name: 'statement show',
    description: 'Show the statement of a month: opening balance, totals by kind of entry, closing balance.',
    who: 'owner',
    changes: false,
    isReport: true,
    word: 'month',
    input: z.strictObject({
      month,
      account: ownAccount,
    }),
    output: statementRecord,
    run: async (context, input) => {
      const accountId = await accountOf(context, input.account);
      const { from, to } = await spanOf(context.db, input.month);
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

/** The first moments of a month and of the next one. */
export async function spanOf(
  db: Queryable,
  asked: string,
): Promise<{ readonly from: Date; readonly to: Date }> {
  const days = [`${asked}-01`, `${monthAfter(asked)}-01`] as const;
  const [from, to] = await Promise.all(days.map(day => dayBegins(db, day)));
  if (!from || !to) throw new InvariantError('A month has a beginning and an end');
  return { from, to };
}

/** `2027-01` after `2026-12`. */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
