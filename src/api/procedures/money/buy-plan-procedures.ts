/** plan buy, and subscription preview | switch | cancel | resume | portal. */
import { z } from 'zod';
import { calendarNow } from '@kinora/shared/clock';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { PlanSeller } from '../../../core/payments/payment-provider.ts';
import { buyMonth } from '../../../core/payments/buy-month.ts';
import type { PlanVersion } from '../../../core/payments/plan.ts';
import { findPlanVersion } from '../../../core/payments/plan-rows.ts';
import { resumeByHand, stopByHand, switchByHand } from '../../../core/payments/plans-by-hand.ts';
import { previewSwitch, requireAnswer, startPlan, switchPlan } from '../../../core/payments/start-plan.ts';
import { byHand, type Subscription } from '../../../core/payments/subscription.ts';
import { ownAccount } from '../fields/account-fields.ts';
import { money } from '../fields/fields.ts';
import { when } from '../fields/when.ts';
import { type Context, procedure } from '../procedure.ts';
import { decimal, time } from '../records/values.ts';
import { resolveAccount, hasRole, actorUserId } from '../scope.ts';
import { offeredPlan } from './plan-procedures.ts';
import { runningPlan } from './subscription-procedures.ts';

const plan = z.string().max(100).describe('Plan name or ID.');
const whenItChanges = z.enum(['now', 'period_end']);
/** Clocks of this server and of the provider may differ by this much. */
const clockToleranceMs = 60_000;
const previewMaxAgeMs = 15 * 60_000;
const page = (context: Pick<Context, 'publicUrl' | 'baseUrl'>) =>
  `${context.publicUrl ?? context.baseUrl}/console/ledger`;

export const buyPlanProcedures = [
  procedure({
    name: 'plan buy',
    description:
      'Start a plan, and return the page on which it is paid. It begins when the payment has arrived.',
    who: 'owner',
    changes: true,
    isOwnTransaction: true,
    word: 'plan',
    input: z.strictObject({
      plan,
      method: z.string().max(32).default('card').describe('Payment method, as "payment options" lists them.'),
      account: ownAccount,
    }),
    output: z.strictObject({
      id: z.string().describe('ID of the subscription.'),
      url: z.string().describe('The page on which it is paid.'),
      renews: z.boolean().describe('False: the method pays for one month.'),
    }),
    run: async (context, { plan: nameOrId, method, account }) => {
      const { payments, publicUrl, database, currency, actor } = context;
      if (publicUrl === undefined || payments.length === 0) throw new AppError('payments_closed');
      const provider = payments.find(({ methods }) => methods.includes(method));
      const allowedMethods = payments.flatMap(({ methods }) => methods).join(', ');
      if (!provider) throw fieldInvalid('method', 'payment_method', { method, allowed: allowedMethods });
      const accountId = await resolveAccount(context, account);
      const version = await offeredPlan(database, nameOrId);
      const returnUrl = page(context);
      const purchase = { accountId, userId: actorUserId(actor), version, provider, returnUrl };
      const { plans: seller, name } = provider;
      const notifyUrl = `${publicUrl}/payments/${name}`;
      const checkout = await (seller
        ? startPlan(database, { ...purchase, seller })
        : buyMonth(database, { ...purchase, method, currency, notifyUrl }));
      await context.note({ accountId, object: checkout.id, after: { plan: version.name, method } });
      return { ...checkout, renews: seller !== undefined };
    },
  }),
  procedure({
    name: 'subscription preview',
    description: 'Show what a change of the plan charges now, and from when its price counts.',
    who: 'owner',
    // The payment provider learns the price of the plan.
    changes: true,
    isOwnTransaction: true,
    word: 'plan',
    input: z.strictObject({ plan, account: ownAccount }),
    output: z.strictObject({
      plan: z.string(),
      when: whenItChanges,
      amount: decimal.describe('What is charged now.'),
      currency: z.string(),
      at: time.nullable().describe('The moment of this computation, for "subscription switch".'),
      next_price: decimal.describe('The price of each month from then on.'),
      next_from: time.nullable().describe('When that is charged first.'),
    }),
    run: async (context, { plan: nameOrId, account }) => {
      const accountId = await resolveAccount(context, account);
      const { running, version } = await findChange(context, accountId, nameOrId);
      const seller = findSeller(context, running.provider);
      if (!seller) rejectOthers(context, running);
      const now = seller && (await previewSwitch(context.database, running, { seller, version }));
      return {
        plan: version.name,
        when: now ? ('now' as const) : ('period_end' as const),
        amount: money(now?.amountMicros ?? 0n),
        currency: version.currency,
        at: now?.at.toISOString() ?? null,
        next_price: money(version.priceMicros),
        next_from: running.periodEndsAt?.toISOString() ?? null,
      };
    },
  }),
  procedure({
    name: 'subscription switch',
    description:
      'Change the plan: to a higher price now, for the difference; to a lower one with the next period.',
    who: 'owner',
    changes: true,
    isOwnTransaction: true,
    word: 'plan',
    input: z.strictObject({
      plan,
      at: when
        .optional()
        .describe('Moment of "subscription preview", so that what it showed is charged. Default: now.'),
      account: ownAccount,
    }),
    output: z.strictObject({
      plan: z.string(),
      when: whenItChanges,
      pay_url: z.string().nullable().describe('The page of the payment that the change waits for.'),
    }),
    run: async (context, { plan: nameOrId, at: prorationAt, account }) => {
      rejectOutdated(prorationAt);
      const accountId = await resolveAccount(context, account);
      const { running, version } = await findChange(context, accountId, nameOrId);
      const { isNow, payUrl } = await switchSubscription(context, running, { version, prorationAt });
      await context.note({ accountId, object: running.id, after: { plan: version.name } });
      return {
        plan: version.name,
        when: isNow ? ('now' as const) : ('period_end' as const),
        pay_url: payUrl ?? null,
      };
    },
  }),
  cancellation(
    'subscription cancel',
    'End the plan with its current period. Its credit stays until then.',
    true,
  ),
  cancellation('subscription resume', 'Undo the cancellation of the plan, so that it is renewed.', false),
  procedure({
    name: 'subscription portal',
    description:
      'Return the page of the payment provider on which the card is changed and invoices are listed.',
    who: 'owner',
    changes: true,
    isOwnTransaction: true,
    input: z.strictObject({ account: ownAccount }),
    output: z.strictObject({ url: z.string() }),
    run: async (context, { account }) => {
      const accountId = await resolveAccount(context, account);
      const { provider, customer } = await runningPlan(context.database, accountId);
      const seller = findSeller(context, provider);
      if (!seller || customer === undefined) throw new AppError('plan_by_operator');
      return { url: await requireAnswer(seller.portal(customer, page(context))) };
    },
  }),
];

/** Throws AppError `plan_missing`, `plan_unknown`, `plan_retired` or `field_invalid`. */
async function findChange({ database }: Pick<Context, 'database'>, accountId: string, nameOrId: string) {
  const running = await runningPlan(database, accountId);
  const version = await offeredPlan(database, nameOrId);
  if (version.id === running.versionId && running.nextVersionId === undefined)
    throw fieldInvalid('plan', 'plan_same');
  return { running, version };
}

/**
 * Rejects a moment that is not about now: at a later one, the change would cost less than the rest of the
 * period is worth. Throws AppError `field_invalid`.
 */
function rejectOutdated(prorationAt: Date | undefined): void {
  const age = prorationAt === undefined ? 0 : calendarNow() - prorationAt.getTime();
  if (age < -clockToleranceMs || age > previewMaxAgeMs) throw fieldInvalid('at', 'preview_outdated');
}

interface NextTerms {
  readonly version: PlanVersion;
  readonly prorationAt: Date | undefined;
}

/** Throws AppError `plan_by_operator` and what the provider refuses. */
async function switchSubscription(
  context: Pick<Context, 'database' | 'payments' | 'actor'>,
  running: Subscription,
  { version, prorationAt }: NextTerms,
) {
  const seller = findSeller(context, running.provider);
  if (seller) return switchPlan(context.database, running, { seller, version, prorationAt });
  rejectOthers(context, running);
  await context.database.transaction(tx => switchByHand(tx, running.id, version.id));
  return { isNow: false, payUrl: undefined };
}

function cancellation<Name extends string>(name: Name, description: string, isCancelled: boolean) {
  return procedure({
    name,
    description,
    who: 'owner',
    changes: true,
    isOwnTransaction: true,
    input: z.strictObject({ account: ownAccount }),
    output: z.strictObject({ plan: z.string(), cancelled: z.boolean() }),
    run: async (context, { account }) => {
      const { database, note } = context;
      const accountId = await resolveAccount(context, account);
      const running = await runningPlan(database, accountId);
      const version = await findPlanVersion(database, running.versionId);
      const seller = findSeller(context, running.provider);
      if (seller && running.reference !== undefined)
        await requireAnswer(seller.setCancelled(running.reference, isCancelled));
      else {
        rejectOthers(context, running);
        await database.transaction(async tx => {
          if (isCancelled) await stopByHand(tx, running.id, { isNow: false });
          else await resumeByHand(tx, running.id);
        });
      }
      await note({
        accountId,
        object: running.id,
        before: { cancelled: running.isCancelled },
        after: { cancelled: isCancelled },
      });
      return { plan: version?.name ?? '', cancelled: isCancelled };
    },
  });
}

function findSeller({ payments }: Pick<Context, 'payments'>, provider: string): PlanSeller | undefined {
  return payments.find(({ name }) => name === provider)?.plans;
}

/**
 * Rejects every subscription except one that was started by hand, which an operator may change. A month that
 * was paid ends by itself.
 */
function rejectOthers({ actor }: Pick<Context, 'actor'>, { provider }: Subscription): void {
  if (provider !== byHand || !hasRole(actor, 'operator')) throw new AppError('plan_by_operator');
}
