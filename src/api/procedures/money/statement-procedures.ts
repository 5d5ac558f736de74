/** statement show. */
import { z } from 'zod';
import { ownAccount } from '../fields/account-fields.ts';
import { monthSpan, moneyStatement } from '../../../core/billing/month-statement.ts';
import { money } from '../fields/fields.ts';
import { procedure } from '../procedure.ts';
import { resolveAccount } from '../scope.ts';
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
      const accountId = await resolveAccount(context, input.account);
      const { from, to } = await monthSpan(context.db, input.month);
      const statement = await moneyStatement(context.db, { accountId, from, to });
      return {
        account: accountId,
        month: input.month,
        from: from.toISOString(),
        to: to.toISOString(),
        opening: money(statement.openingMicros),
        closing: money(statement.closingMicros),
        currency: context.currency,
        lines: statement.lines.map(line => ({
          kind: line.kind,
          count: line.count,
          amount: money(line.amountMicros),
          change: money(line.changeMicros),
        })),
      };
    },
  }),
];
