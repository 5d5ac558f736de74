/** ledger list | top-up | adjust | refund | reconcile, and code create | list | revoke | redeem. */
import { z } from 'zod';
import { createCode, hashOfCode, listCodes, revokeCode, type Code } from '../billing/codes.ts';
import {
  balanceOf,
  chargeOf,
  entryKinds,
  listEntries,
  payIn,
  redeemCode,
  refundTask,
  takeOut,
  type Entry,
} from '../billing/ledger.ts';
import { reconcile } from '../billing/reconcile.ts';
import { AppError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import { later, limit, list, money, orNone, page, positiveAmount, reason, when } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { accountOf, accountToRead, tokenOf, userIdOf } from './scope.ts';

const account = z.string().optional().describe('By name or id; your own unless you say so.');
/** An operator who names none reads those of all. */
const whose = z
  .string()
  .optional()
  .describe('By name or id; your own, for an operator all, unless you say so.');
const amount = positiveAmount.describe('How much, as 12.50.');
const why = reason.describe('Why; it stands in the ledger.');

export const ledgerProcedures = [
  procedure({
    name: 'ledger list',
    says: 'Every movement of money, newest first: the statement.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: whose,
      from: when.optional().describe('Since then.'),
      to: when.optional().describe('Before then.'),
      kind: list
        .optional()
        .describe('opening, top_up, redeem, adjust, hold, settle, release, refund, with commas.'),
      task: z.string().optional().describe('Of this task.'),
      token: z.string().optional().describe('Of this token.'),
      ...page,
    }),
    run: async (context, { kind, token, before, limit: most, ...input }) => {
      const stranger = kind?.find(one => !(entryKinds as readonly string[]).includes(one));
      if (stranger !== undefined)
        throw new AppError('field_invalid', { param: 'kind', reason: `allowed: ${entryKinds.join(', ')}.` });
      const accountId = await accountToRead(context, input.account);
      const tokenId = token === undefined ? undefined : (await tokenOf(context, token)).id;
      const filter = { ...input, accountId, kinds: kind, tokenId, before, limit: most };
      return (await listEntries(context.db, filter)).map(toRecord);
    },
  }),
  procedure({
    name: 'ledger top-up',
    says: 'Write money that came in to an account.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({ amount, account, reason: why.default('top-up') }),
    run: (context, input) => move(context, input, 'top_up'),
  }),
  procedure({
    name: 'ledger adjust',
    says: 'Put a balance right, upwards, or downwards with --take.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({
      amount,
      reason: why,
      account,
      take: z
        .union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
        .default(false)
        .describe('Take it away.'),
    }),
    run: (context, input) => move(context, input, input.take ? 'take' : 'adjust'),
  }),
  procedure({
    name: 'ledger refund',
    says: 'Give back what a task was charged, or a part of it, once.',
    who: 'operator',
    changes: true,
    word: 'task',
    input: z.strictObject({
      task: z.string().describe('Its id.'),
      reason: why,
      amount: amount.optional().describe('A part of it; all unless you say so.'),
    }),
    run: async (context, input) => {
      const { db, note } = context;
      const given = { amountMicros: input.amount, reason: input.reason, userId: userIdOf(context.actor) };
      const refunded = await refundTask(db, input.task, given);
      if (!refunded) throw await noRefund(context, input.task);
      const after = { refunded: money(refunded.amountMicros), reason: input.reason };
      await note({ accountId: refunded.accountId, object: input.task, after });
      return { task: input.task, account: refunded.accountId, ...after };
    },
  }),
  procedure({
    name: 'ledger reconcile',
    says: 'Prove balances, holds and tokens against the ledger and the tasks; says what does not add up.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    run: async ({ db }) => {
      const problems = await reconcile(db);
      return { adds_up: problems.length === 0, problems };
    },
  }),
  procedure({
    name: 'code create',
    says: 'Make a redemption code, shown this once.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({
      amount,
      note: z.string().trim().max(200).default('').describe('What it is for.'),
      expires: orNone(later).optional().describe('When it is worth nothing more: a time, or 90d.'),
    }),
    run: async ({ db, note }, input) => {
      const made = await createCode(db, {
        amountMicros: input.amount,
        note: input.note,
        expiresAt: input.expires ?? null,
      });
      const record = toCodeRecord(made.code);
      await note({ object: record.id, after: record });
      return { ...record, code: made.secret };
    },
  }),
  procedure({
    name: 'code list',
    says: 'Redemption codes, newest first, without the codes themselves.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ limit }),
    run: async ({ db }, input) => (await listCodes(db, input.limit)).map(toCodeRecord),
  }),
  procedure({
    name: 'code revoke',
    says: 'Make a code that was not redeemed worth nothing.',
    who: 'operator',
    changes: true,
    word: 'id',
    input: z.strictObject({ id: z.string().describe('As the list tells it.') }),
    run: async ({ db, note }, { id }) => {
      if (!(await revokeCode(db, id))) throw new AppError('code_unknown');
      await note({ object: id, after: { revoked: true } });
      return { id, revoked: true };
    },
  }),
  procedure({
    name: 'code redeem',
    says: 'Add what a code is worth to an account.',
    who: 'owner',
    changes: true,
    word: 'code',
    input: z.strictObject({ code: z.string().max(200).describe('As it was given to you.'), account }),
    run: async (context, input) => {
      const accountId = await accountOf(context, input.account);
      const worth = await redeemCode(context.db, hashOfCode(input.code), {
        accountId,
        userId: userIdOf(context.actor),
      });
      if (worth === undefined) throw new AppError('code_unknown');
      const after = { redeemed: money(worth) };
      await context.note({ accountId, object: accountId, after });
      return { account: accountId, ...after };
    },
  }),
];

async function move(
  context: Context,
  {
    amount: amountMicros,
    reason: because,
    account: asked,
  }: { amount: bigint; reason: string; account?: string | undefined },
  how: 'top_up' | 'adjust' | 'take',
) {
  const accountId = await accountOf(context, asked);
  const movement = { amountMicros, reason: because, userId: userIdOf(context.actor) };
  const isMoved =
    how === 'take'
      ? await takeOut(context.db, accountId, movement)
      : await payIn(context.db, accountId, { ...movement, kind: how });
  if (!isMoved) {
    const available = (await balanceOf(context.db, accountId))?.availableMicros ?? 0n;
    const reason = `${money(available)} ${context.currency} is available.`;
    throw new AppError('field_invalid', { param: 'amount', reason });
  }
  const after = { amount: `${how === 'take' ? '-' : ''}${money(amountMicros)}`, reason: because };
  await context.note({ accountId, object: accountId, after });
  return { account: accountId, ...after };
}

async function noRefund({ db, currency }: Context, task: string): Promise<AppError> {
  const charge = await chargeOf(db, task);
  const reason = !charge
    ? 'there is no such task.'
    : charge.isRefunded
      ? 'it was refunded already.'
      : `it was charged ${money(charge.chargedMicros)} ${currency}; that is the most.`;
  return new AppError('field_invalid', { param: 'task', reason });
}

function toRecord(entry: Entry) {
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

function toCodeRecord(code: Code) {
  const expired = code.expiresAt && code.expiresAt.getTime() <= systemClock.now();
  return {
    id: code.id,
    prefix: code.prefix,
    amount: money(code.amountMicros),
    note: code.note,
    state: code.redeemedAt ? 'redeemed' : code.revokedAt ? 'revoked' : expired ? 'expired' : 'good',
    created: code.createdAt.toISOString(),
    expires: code.expiresAt?.toISOString() ?? null,
    redeemed: code.redeemedAt?.toISOString() ?? null,
    redeemed_by: code.redeemedBy ?? null,
  };
}
