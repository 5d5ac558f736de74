/** subscription list | show, and plan stop. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { stopByHand } from '../../../core/payments/plans-by-hand.ts';
import { requireAnswer } from '../../../core/payments/start-plan.ts';
import type { Subscription } from '../../../core/payments/subscription.ts';
import { listSubscriptions, runningSubscription } from '../../../core/payments/subscription-rows.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { rowId } from '../../../platform/lib/id.ts';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { flag, limit } from '../fields/fields.ts';
import { type Context, procedure } from '../procedure.ts';
import { subscriptionRecord } from '../records/plan-record.ts';
import { resolveAccount, accountToRead } from '../scope.ts';
import { viewSubscription, viewSubscriptions } from './view-subscription.ts';

export const subscriptionProcedures = [
  procedure({
    name: 'plan stop',
    description: 'Stop the plan of an account at the end of its month. Its credit stays until then.',
    who: 'operator',
    changes: true,
    isOwnTransaction: true,
    word: 'account',
    input: z.strictObject({
      account: z.string().describe('Account name or ID.'),
      now: flag.default(false).describe('End it immediately, with what is left of its credit.'),
    }),
    output: subscriptionRecord,
    run: async (context, { account, now }) => {
      const { database, note } = context;
      const accountId = await resolveAccount(context, account);
      const before = await runningPlan(database, accountId);
      await endAtProvider(context, before, { isNow: now });
      const stopped = await database.transaction(tx => stopByHand(tx, before.id, { isNow: now }));
      const after = await viewSubscription(database, stopped);
      const { state, isCancelled: cancelled } = before;
      await note({
        accountId,
        object: stopped.id,
        before: { state, cancelled },
        after: { state: after.state, cancelled: after.cancelled },
      });
      return after;
    },
  }),
  procedure({
    name: 'subscription show',
    description: 'Show the plan of an account, what is left of its credit, and when it is renewed.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: ownAccount }),
    output: z.strictObject({
      subscription: subscriptionRecord.nullable().describe('Null: the account has no plan.'),
    }),
    run: async (context, input) => {
      const accountId = await resolveAccount(context, input.account);
      const running = await runningSubscription(context.db, accountId);
      return { subscription: running ? await viewSubscription(context.db, running) : null };
    },
  }),
  procedure({
    name: 'subscription list',
    description: 'List subscriptions, also those that have ended, newest first.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: ownOrAllAccounts,
      before: z.string().regex(rowId).optional().describe('ID of the last one of the previous page.'),
      limit: limit.describe('Number of entries. Default: 100.'),
    }),
    output: z.array(subscriptionRecord),
    run: async (context, { account, before, limit: most }) => {
      const accountId = await accountToRead(context, account);
      return viewSubscriptions(
        context.db,
        await listSubscriptions(context.db, { accountId, before, limit: most }),
      );
    },
  }),
];

/** Can be repeated: the provider does nothing the second time. Throws AppError `payment_unavailable`. */
async function endAtProvider(
  { payments }: Pick<Context, 'payments'>,
  { provider, reference }: Subscription,
  { isNow }: { readonly isNow: boolean },
): Promise<void> {
  const seller = payments.find(({ name }) => name === provider)?.plans;
  if (!seller || reference === undefined) return;
  await requireAnswer(isNow ? seller.end(reference) : seller.setCancelled(reference, true));
}

/** Throws AppError `plan_missing`. */
export async function runningPlan(db: Queryable, accountId: string): Promise<Subscription> {
  const running = await runningSubscription(db, accountId);
  if (!running) throw new AppError('plan_missing');
  return running;
}
