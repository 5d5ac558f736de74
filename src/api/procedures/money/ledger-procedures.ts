/** ledger list | top-up | adjust | refund | reconcile. */
import { z } from 'zod';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { debitAccount } from '../../../core/billing/debit-account.ts';
import {
  readBalance,
  readCharge,
  entryKinds,
  hasEntry,
  listEntries,
  creditAccount,
  refundTask,
} from '../../../core/billing/ledger.ts';
import { reconcile } from '../../../core/billing/reconcile.ts';
import { type AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { money, page, positiveAmount, reason, choiceList } from '../fields/fields.ts';
import { period, rejectEmptyPeriod } from '../fields/period.ts';
import { procedure, type Context } from '../procedure.ts';
import { resolveAccount, accountToRead, resolveToken, actorUserId } from '../scope.ts';
import { ledgerRecord, movement, refund, toLedgerRecord } from '../records/ledger-record.ts';

const amount = positiveAmount.describe('Amount, for example 12.50.');
const why = reason.describe('Reason, recorded in the ledger.');

export const ledgerProcedures = [
  procedure({
    name: 'ledger list',
    description: 'List ledger entries, newest first.',
    who: 'owner',
    changes: false,
    isReport: true,
    input: z.strictObject({
      account: ownOrAllAccounts,
      ...period,
      kind: choiceList(entryKinds)
        .optional()
        .describe(`Kinds of entries, comma-separated: ${entryKinds.join(', ')}.`),
      task: z.string().optional().describe('Only entries of this task.'),
      token: z.string().optional().describe('Only entries of this token.'),
      ...page,
    }),
    output: z.array(ledgerRecord),
    run: async (context, { kind, token, before, limit: most, ...input }) => {
      rejectEmptyPeriod(input);
      const accountId = await accountToRead(context, input.account);
      const tokenId = token === undefined ? undefined : (await resolveToken(context, token)).id;
      if (before !== undefined && !(await hasEntry(context.db, before, accountId)))
        throw fieldInvalid('before', 'entry_unknown', { entry: String(before) });
      const filter = { ...input, accountId, kinds: kind, tokenId, before, limit: most };
      return (await listEntries(context.db, filter)).map(toLedgerRecord);
    },
  }),
  procedure({
    name: 'ledger top-up',
    description: 'Credit a payment to an account.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({ amount, account: ownAccount, reason: why.default('top-up') }),
    output: movement,
    run: (context, input) => adjustBalance(context, input, 'top_up'),
  }),
  procedure({
    name: 'ledger adjust',
    description: 'Adjust a balance: adds by default, subtracts with --take.',
    who: 'operator',
    changes: true,
    word: 'amount',
    input: z.strictObject({
      amount,
      reason: why,
      account: ownAccount,
      take: z
        .union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
        .default(false)
        .describe('Subtract the amount instead of adding it.'),
    }),
    output: movement,
    run: (context, input) => adjustBalance(context, input, input.take ? 'take' : 'adjust'),
  }),
  procedure({
    name: 'ledger refund',
    description: 'Refund a task in full or in part. A task can be refunded only once.',
    who: 'operator',
    changes: true,
    word: 'task',
    input: z.strictObject({
      task: z.string().describe('Task ID.'),
      reason: why,
      amount: amount.optional().describe('Amount to refund. Default: the full charge.'),
    }),
    output: refund,
    run: async (context, input) => {
      const { db, note } = context;
      const refundTerms = {
        amountMicros: input.amount,
        reason: input.reason,
        userId: actorUserId(context.actor),
      };
      const refundResult = await refundTask(db, input.task, refundTerms);
      if (!refundResult) throw await noRefund(context, input.task);
      const after = { refunded: money(refundResult.amountMicros), reason: input.reason };
      await note({ accountId: refundResult.accountId, object: input.task, after });
      return { task: input.task, account: refundResult.accountId, ...after };
    },
  }),
  procedure({
    name: 'ledger reconcile',
    description:
      'Check balances, holds and token totals against the ledger and the tasks, and report discrepancies.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.strictObject({ adds_up: z.boolean(), problems: z.array(z.string()) }),
    run: async ({ db }) => {
      const problems = await reconcile(db);
      return { adds_up: problems.length === 0, problems };
    },
  }),
];

async function adjustBalance(
  context: Pick<Context, 'actor' | 'currency' | 'db' | 'note'>,
  {
    amount: amountMicros,
    reason: because,
    account: idOrName,
  }: { amount: bigint; reason: string; account?: string | undefined },
  kind: 'top_up' | 'adjust' | 'take',
) {
  const accountId = await resolveAccount(context, idOrName);
  const movement = { amountMicros, reason: because, userId: actorUserId(context.actor) };
  const isMoved =
    kind === 'take'
      ? await debitAccount(context.db, accountId, { ...movement, first: 'expiring' })
      : await creditAccount(context.db, accountId, { ...movement, kind });
  if (!isMoved) {
    const available = money((await readBalance(context.db, accountId))?.availableMicros ?? 0n);
    throw fieldInvalid('amount', 'balance_short', { available, currency: context.currency });
  }
  const after = { amount: `${kind === 'take' ? '-' : ''}${money(amountMicros)}`, reason: because };
  await context.note({ accountId, object: accountId, after });
  return { account: accountId, ...after };
}

async function noRefund({ db, currency }: Pick<Context, 'currency' | 'db'>, task: string): Promise<AppError> {
  const charge = await readCharge(db, task);
  if (!charge) return fieldInvalid('task', 'task_missing');
  if (charge.isRefunded) return fieldInvalid('task', 'refunded');
  return fieldInvalid('task', 'refund_limit', { charged: money(charge.chargedMicros), currency });
}
