/** code create | list | totals | revoke | redeem. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { countCodes, createCodes, hashOfCode, listCodes, revokeCode } from '../../../core/billing/codes.ts';
import { redeemCode } from '../../../core/billing/ledger.ts';
import { ownAccount } from '../fields/account-fields.ts';
import { limit, money, number, orNever, positiveAmount } from '../fields/fields.ts';
import { futureTime } from '../fields/when.ts';
import { procedure } from '../procedure.ts';
import { codeRecord, codesWithSecret, toCodeRecord } from '../records/code-record.ts';
import { count, decimal, time } from '../records/values.ts';
import { resolveAccount, actorUserId } from '../scope.ts';

const amount = positiveAmount.describe('Amount, for example 12.50.');

export const codeProcedures = [
  procedure({
    name: 'code create',
    description: 'Create a redemption code, or many of one value. The codes are shown only once.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({
      amount,
      note: z.string().trim().max(200).default('').describe('Note, for example what the code is for.'),
      count: number().int().min(1).max(10_000).default(1).describe('Number of codes. Default: 1.'),
      expires: orNever(futureTime)
        .optional()
        .describe('Expiry: a time or a duration such as 90d. Default: never.'),
    }),
    output: codesWithSecret,
    run: async ({ db, note }, input) => {
      const createdCodes = await createCodes(db, input.count, {
        amountMicros: input.amount,
        note: input.note,
        expiresAt: input.expires ?? null,
      });
      const [first] = createdCodes;
      if (!first) throw new InvariantError('No code was inserted');
      const record = toCodeRecord(first.code);
      await note({ object: record.id, after: { ...record, count: input.count } });
      return { ...record, code: first.secret, codes: createdCodes.map(({ secret }) => secret) };
    },
  }),
  procedure({
    name: 'code list',
    description: 'List redemption codes, newest first. The codes themselves are not shown.',
    who: 'operator',
    changes: false,
    input: z.strictObject({
      note: z.string().trim().max(200).optional().describe('Only codes with this note.'),
      limit: limit.describe('Number of entries. Default: 100.'),
    }),
    output: z.array(codeRecord),
    run: async ({ db }, input) => (await listCodes(db, input)).map(toCodeRecord),
  }),
  procedure({
    name: 'code totals',
    description: 'Count redemption codes by note and value: valid, redeemed, revoked and expired.',
    who: 'operator',
    changes: false,
    isReport: true,
    input: z.strictObject({}),
    output: z.array(
      z.strictObject({
        note: z.string(),
        amount: decimal,
        codes: count,
        valid: count,
        redeemed: count,
        revoked: count,
        expired: count,
        first_created: time,
      }),
    ),
    run: async ({ db }) =>
      (await countCodes(db)).map(({ amountMicros, firstCreatedAt, ...line }) => ({
        ...line,
        amount: money(amountMicros),
        first_created: firstCreatedAt.toISOString(),
      })),
  }),
  procedure({
    name: 'code revoke',
    description: 'Revoke an unredeemed code.',
    who: 'operator',
    changes: true,
    word: 'id',
    input: z.strictObject({ id: z.string().describe('Code ID, as shown by "code list".') }),
    output: z.strictObject({ id: z.string(), revoked: z.boolean() }),
    run: async ({ db, note }, { id }) => {
      if (!(await revokeCode(db, id))) throw new AppError('code_unknown');
      await note({ object: id, after: { revoked: true } });
      return { id, revoked: true };
    },
  }),
  procedure({
    name: 'code redeem',
    description: 'Redeem a code and credit its value to an account.',
    who: 'owner',
    changes: true,
    word: 'code',
    input: z.strictObject({ code: z.string().max(200).describe('Redemption code.'), account: ownAccount }),
    output: z.strictObject({ account: z.string(), redeemed: decimal }),
    run: async (context, input) => {
      const accountId = await resolveAccount(context, input.account);
      const worth = await redeemCode(context.db, hashOfCode(input.code), {
        accountId,
        userId: actorUserId(context.actor),
      });
      if (worth === undefined) throw new AppError('code_unknown');
      const after = { redeemed: money(worth) };
      await context.note({ accountId, object: accountId, after });
      return { account: accountId, ...after };
    },
  }),
];
