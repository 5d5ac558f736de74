/** discount create | list | revoke, and referral show. */
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import type { Discount } from '../../../core/payments/discounts/discount.ts';
import {
  createDiscount,
  listDiscounts,
  revokeDiscount,
} from '../../../core/payments/discounts/discount-rows.ts';
import { percentText } from '../../../core/payments/receipts/receipt-document.ts';
import { readReferralCode, referralSums } from '../../../core/payments/referrals.ts';
import { ownAccount } from '../fields/account-fields.ts';
import { amount, count as times, limit, money, orNever, positiveAmount } from '../fields/fields.ts';
import { futureTime } from '../fields/when.ts';
import { procedure } from '../procedure.ts';
import { count, decimal, time } from '../records/values.ts';
import { resolveAccount } from '../scope.ts';
import { reasonCode } from '@kinora/shared/errors/reason-code';

const hundredPercent = 100_000_000n;
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,64}$/, reasonCode('discount_code'));
const percent = amount.refine(
  micros => micros > 0n && micros < hundredPercent,
  reasonCode('discount_percent'),
);

const discountRecord = z.strictObject({
  id: z.string(),
  code: z.string(),
  percent: z.string().nullable(),
  amount: decimal.nullable().describe('In the currency of the server.'),
  state: z.enum(['good', 'revoked', 'expired', 'used_up']),
  uses: count.describe('Payments that were credited with it.'),
  max_uses: count.nullable().describe('Null: any number.'),
  max_uses_per_account: count.nullable(),
  note: z.string(),
  created: time,
  expires: time.nullable(),
});

export const discountProcedures = [
  procedure({
    name: 'discount create',
    description: 'Create a code with which customers pay less for the same credit.',
    who: 'operator',
    changes: true,
    word: 'code',
    input: z.strictObject({
      code: code.describe(
        'The code that customers enter, such as SPRING20. Upper and lower case are the same.',
      ),
      percent: percent.optional().describe('Discount in percent, such as 20.'),
      amount: positiveAmount.optional().describe('Discount as an amount in the currency of the server.'),
      uses: orNever(times).optional().describe('Number of payments in all. Default: any number.'),
      uses_per_account: times.default(1).describe('Number of payments of one account. Default: 1.'),
      note: z.string().trim().max(200).default('').describe('Note, for example what the code is for.'),
      expires: orNever(futureTime)
        .optional()
        .describe('Expiry: a time or a duration such as 90d. Default: never.'),
    }),
    output: discountRecord,
    run: async ({ db, note }, input) => {
      if ((input.percent === undefined) === (input.amount === undefined))
        throw fieldInvalid('percent', 'discount_either');
      const createdDiscount = await createDiscount(db, {
        code: input.code,
        percentMicros: input.percent,
        amountMicros: input.amount,
        maxUses: input.uses ?? undefined,
        maxUsesOfAccount: input.uses_per_account,
        note: input.note,
        expiresAt: input.expires ?? undefined,
      });
      if (!createdDiscount) throw fieldInvalid('code', 'discount_taken', { code: input.code });
      const record = toRecord({ ...createdDiscount, uses: 0 });
      await note({ object: createdDiscount.id, after: record });
      return record;
    },
  }),
  procedure({
    name: 'discount list',
    description: 'List discount codes and how often they were used, newest first.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ limit: limit.describe('Number of entries. Default: 100.') }),
    output: z.array(discountRecord),
    run: async ({ db }, input) => (await listDiscounts(db, input.limit)).map(toRecord),
  }),
  procedure({
    name: 'discount revoke',
    description: 'Revoke a discount code. Payments that were started with it keep their price.',
    who: 'operator',
    changes: true,
    word: 'code',
    input: z.strictObject({ code: z.string().max(64).describe('The code, or its ID.') }),
    output: z.strictObject({ code: z.string(), revoked: z.boolean() }),
    run: async ({ db, note }, { code: codeOrId }) => {
      if (!(await revokeDiscount(db, codeOrId)))
        throw new AppError('discount_unknown', { discount: codeOrId });
      await note({ object: codeOrId, after: { revoked: true } });
      return { code: codeOrId, revoked: true };
    },
  }),
  procedure({
    name: 'referral show',
    description: 'Show the referral link of an account, and what it has brought.',
    who: 'owner',
    changes: false,
    input: z.strictObject({ account: ownAccount }),
    output: z.strictObject({
      code: z.string(),
      link: z.string().describe('Who signs up with it is brought by the account.'),
      credit: decimal.describe('What both get for the first payment of the new account. 0: nothing.'),
      accounts: count.describe('Accounts that it brought.'),
      paying: count.describe('Those of them that have paid.'),
      credited: decimal,
    }),
    run: async (context, input) => {
      const accountId = await resolveAccount(context, input.account);
      const { accounts, paying, creditedMicros } = await referralSums(context.db, accountId);
      const ownCode = await readReferralCode(context.db, accountId);
      return {
        code: ownCode,
        link: `${context.publicUrl ?? context.baseUrl}/console/?ref=${ownCode}`,
        credit: money(context.referralMicros),
        accounts,
        paying,
        credited: money(creditedMicros),
      };
    },
  }),
];

function toRecord(discount: Discount & { readonly uses: number }) {
  const { id, code: text, percentMicros, amountMicros, maxUses, maxUsesOfAccount, uses, note } = discount;
  return {
    id,
    code: text,
    percent: percentMicros === undefined ? null : percentText(percentMicros),
    amount: money(amountMicros),
    state: discountState(discount),
    uses,
    max_uses: maxUses ?? null,
    max_uses_per_account: maxUsesOfAccount ?? null,
    note,
    created: discount.createdAt.toISOString(),
    expires: discount.expiresAt?.toISOString() ?? null,
  };
}

function discountState({
  revokedAt,
  expiresAt,
  maxUses = Infinity,
  uses,
}: Discount & { readonly uses: number }): z.output<typeof discountRecord>['state'] {
  if (revokedAt) return 'revoked';
  if (uses >= maxUses) return 'used_up';
  return expiresAt && expiresAt.getTime() <= calendarNow() ? 'expired' : 'good';
}
