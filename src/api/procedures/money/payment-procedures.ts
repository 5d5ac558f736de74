/** payment options | quote | start | list. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { listPayments } from '../../../core/payments/payment-rows.ts';
import { quotePayment, startPayment } from '../../../core/payments/start-payment.ts';
import { openFaultCounter } from '../../../core/payments/reports/payment-faults.ts';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { limit, money, positiveAmount } from '../fields/fields.ts';
import { rowId } from '../../../platform/lib/id.ts';
import { procedure } from '../procedure.ts';
import { paymentRecord, toPaymentRecord } from '../records/payment-record.ts';
import { decimal } from '../records/values.ts';
import { resolveAccount, accountToRead, actorUserId } from '../scope.ts';

const paymentInput = {
  amount: positiveAmount.describe('Credit to buy, for example 20.'),
  method: z.string().max(32).describe('Payment method, as "payment options" lists them.'),
  code: z.string().trim().min(1).max(64).optional().describe('Discount code.'),
  account: ownAccount,
};

const titles = { en: 'Credit', zh: '余额' } as const;

export const paymentProcedures = [
  procedure({
    name: 'payment options',
    description: 'Show how an account can top up: methods, suggested amounts and limits.',
    who: 'owner',
    changes: false,
    input: z.strictObject({}),
    output: z.strictObject({
      methods: z.array(
        z.strictObject({
          method: z.string(),
          currency: z.string(),
          price: decimal.describe('What one unit of credit costs in that currency.'),
        }),
      ),
      amounts: z.array(decimal),
      min: decimal,
      max: decimal,
    }),
    run: async ({ payments, topUp }) => ({
      methods: payments.flatMap(({ methods, currency, priceMicros }) =>
        methods.map(method => ({ method, currency, price: money(priceMicros) })),
      ),
      amounts: topUp.amounts.map(amount => money(amount)),
      min: money(topUp.minMicros),
      max: money(topUp.maxMicros),
    }),
  }),
  procedure({
    name: 'payment quote',
    description: 'Show what a top-up would cost, with and without a discount code.',
    who: 'owner',
    changes: false,
    word: 'amount',
    input: z.strictObject(paymentInput),
    output: z.strictObject({ amount: decimal, full_amount: decimal, currency: z.string() }),
    run: async (context, { amount: creditMicros, account, ...requestFields }) => {
      const { payments: providers, topUp, db } = context;
      const accountId = await resolveAccount(context, account);
      const request = { ...requestFields, accountId, creditMicros, code: requestFields.code };
      const quote = await quotePayment(db, { providers, ...topUp }, request);
      return {
        amount: money(quote.amountMicros),
        full_amount: money(quote.fullAmountMicros),
        currency: quote.provider.currency,
      };
    },
  }),
  procedure({
    name: 'payment start',
    description: 'Start a top-up, and return the page on which it is paid. Credit follows the payment.',
    who: 'owner',
    changes: true,
    isOwnTransaction: true,
    word: 'amount',
    input: z.strictObject(paymentInput),
    output: paymentRecord.extend({ url: z.string().describe('The page on which it is paid.') }),
    run: async (context, { amount, method, code, account }) => {
      const { payments: providers, topUp, publicUrl } = context;
      if (publicUrl === undefined || providers.length === 0) throw new AppError('payments_closed');
      const accountId = await resolveAccount(context, account);
      const { payment, url } = await startPayment(
        context.database,
        { providers, ...topUp, baseUrl: publicUrl },
        {
          accountId,
          userId: actorUserId(context.actor),
          creditMicros: amount,
          method,
          code,
          title: titles[context.language],
        },
      ).catch(async (error: unknown) => {
        const provider = providers.find(({ methods }) => methods.includes(method));
        const isDown = error instanceof AppError && error.code === 'payment_unavailable';
        if (provider && isDown) await openFaultCounter(context.database)(provider.name, 'checkout');
        throw error;
      });
      const record = toPaymentRecord({ ...payment, receipts: [] });
      await context.note({ accountId, object: payment.id, after: record });
      return { ...record, url };
    },
  }),
  procedure({
    name: 'payment list',
    description: 'List payments, newest first.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: ownOrAllAccounts,
      before: z.string().regex(rowId).optional().describe('ID of the last payment of the previous page.'),
      limit: limit.describe('Number of entries. Default: 100.'),
    }),
    output: z.array(paymentRecord),
    run: async (context, { account, before, limit: most }) => {
      const accountId = await accountToRead(context, account);
      return (await listPayments(context.db, { accountId, before, limit: most })).map(toPaymentRecord);
    },
  }),
];
