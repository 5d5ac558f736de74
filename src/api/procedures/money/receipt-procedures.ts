/** receipt list | show, and billing show | change. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import {
  readBillingDetails,
  writeBillingDetails,
  type BillingSettings,
} from '../../../core/payments/receipts/billing-details.ts';
import { withPlanPeriods } from '../../../core/payments/plan-periods.ts';
import type { ReceiptWithPlan } from '../../../core/payments/receipts/receipt.ts';
import { findReceipt, listReceipts } from '../../../core/payments/receipts/receipt-rows.ts';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { flag, limit } from '../fields/fields.ts';
import { rowId } from '../../../platform/lib/id.ts';
import { period, rejectEmptyPeriod } from '../fields/period.ts';
import { procedure } from '../procedure.ts';
import { receiptRecord, toReceiptRecord } from '../records/receipt-record.ts';
import { resolveAccount, accountToRead, type ActorContext } from '../scope.ts';

export const receiptNumber = z.string().regex(/^[RC]-\d{4}-\d{6,9}$/);
const optionalText = (maxLength: number) => z.string().trim().max(maxLength).optional();
const billingRecord = z.strictObject({
  account: z.string(),
  name: z.string().describe('Empty: the name of the account.'),
  address: z.string(),
  tax_id: z.string(),
  statements: z.boolean().describe('The owners get the statement of each month by e-mail.'),
});

export const receiptProcedures = [
  procedure({
    name: 'receipt list',
    description: 'List receipts and credit notes, newest first.',
    who: 'owner',
    changes: false,
    isReport: true,
    input: z.strictObject({
      account: ownOrAllAccounts,
      ...period,
      payment: z.string().regex(rowId).optional().describe('Only those of this payment.'),
      before: receiptNumber.optional().describe('Number of the last one of the previous page.'),
      limit: limit.describe('Number of entries. Default: 100.'),
    }),
    output: z.array(receiptRecord),
    run: async (context, { account, payment: paymentId, limit: maxReceipts, ...input }) => {
      rejectEmptyPeriod(input);
      const accountId = await accountToRead(context, account);
      const filter = { ...input, accountId, paymentId, limit: maxReceipts };
      const receipts = await listReceipts(context.db, filter);
      return (await withPlanPeriods(context.db, receipts)).map(toReceiptRecord);
    },
  }),
  procedure({
    name: 'receipt show',
    description: 'Show a receipt or a credit note.',
    who: 'owner',
    changes: false,
    word: 'number',
    input: z.strictObject({ number: receiptNumber.describe('Number, for example R-2026-000123.') }),
    output: receiptRecord,
    run: async (context, { number }) => toReceiptRecord(await resolveReceipt(context, number)),
  }),
  procedure({
    name: 'billing show',
    description: 'Show the name, address and tax ID of an account on its receipts.',
    who: 'owner',
    changes: false,
    input: z.strictObject({ account: ownAccount }),
    output: billingRecord,
    run: async (context, { account }) => {
      const accountId = await resolveAccount(context, account);
      return toBillingRecord(accountId, await readBillingDetails(context.db, accountId));
    },
  }),
  procedure({
    name: 'billing change',
    description:
      'Change the name, address and tax ID of an account on its receipts, and whether statements are sent by e-mail. Receipts that were issued stay as they are.',
    who: 'owner',
    changes: true,
    input: z.strictObject({
      name: optionalText(200).describe('Name. Empty: the name of the account.'),
      address: optionalText(500).describe('Address, with several lines.'),
      tax_id: optionalText(50).describe('Tax ID.'),
      statements: flag
        .optional()
        .describe('Send the statement of each month to the owners by e-mail, when the next month begins.'),
      account: ownAccount,
    }),
    output: billingRecord,
    run: async (context, { account, tax_id: taxId, name, address, statements }) => {
      const accountId = await resolveAccount(context, account);
      const before = await readBillingDetails(context.db, accountId);
      const after = {
        name: name ?? before.name,
        address: address ?? before.address,
        taxId: taxId ?? before.taxId,
        mailsStatement: statements ?? before.mailsStatement,
      };
      await writeBillingDetails(context.db, accountId, after);
      const changedRecord = toBillingRecord(accountId, after);
      await context.note({
        accountId,
        object: accountId,
        before: toBillingRecord(accountId, before),
        after: changedRecord,
      });
      return changedRecord;
    },
  }),
];

/** Throws AppError `receipt_unknown`, also for one of an account that is not the actor's. */
export async function resolveReceipt(context: ActorContext, number: string): Promise<ReceiptWithPlan> {
  const receipt = await findReceipt(context.db, number, await accountToRead(context, undefined));
  const [soldReceipt] = await withPlanPeriods(context.db, receipt ? [receipt] : []);
  if (!soldReceipt) throw new AppError('receipt_unknown', { receipt: number });
  return soldReceipt;
}

function toBillingRecord(
  account: string,
  { name, address, taxId, mailsStatement: statements }: BillingSettings,
) {
  return { account, name, address, tax_id: taxId, statements };
}
