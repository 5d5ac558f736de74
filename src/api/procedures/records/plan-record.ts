/** Plans and the subscriptions of accounts. */
import { z } from 'zod';
import type { Plan, PlanVersion } from '../../../core/payments/plan.ts';
import { type Subscription, subscriptionStates } from '../../../core/payments/subscription.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { count, decimal, time } from './values.ts';

export const planRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: decimal.describe('For a month.'),
  currency: z.string().describe('Currency of the price.'),
  credit: decimal.describe('Credit for each month, which expires at its end.'),
  groups: z.array(z.string()).describe('Closed groups that the account may use as long as the plan lasts.'),
  max_open: count.nullable().describe('Concurrent tasks of the account. Null: the plan does not say.'),
  state: z.enum(['offered', 'retired']),
  version: count.describe('Each change of the terms is a new version. Running subscriptions keep theirs.'),
  subscribers: count.optional().describe('Subscriptions of any version. For operators only.'),
  created: time,
});

/** A plan as it is offered. */
export const planLine = planRecord.extend({
  models: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .describe('Models of its groups that can be used now.'),
});

export function toPlanRecord(plan: Plan, isForOperator: boolean): ReadOnly<z.output<typeof planRecord>> {
  return {
    id: plan.planId,
    name: plan.name,
    description: plan.description,
    price: money(plan.priceMicros),
    currency: plan.currency,
    credit: money(plan.creditMicros),
    groups: [...plan.groups],
    max_open: plan.maxOpen ?? null,
    state: plan.retiredAt ? 'retired' : 'offered',
    version: plan.version,
    ...(isForOperator && { subscribers: plan.subscribers }),
    created: plan.createdAt.toISOString(),
  };
}

export const subscriptionRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  plan: z.string(),
  version: count,
  state: z
    .enum(subscriptionStates)
    .describe('"open": not paid yet. "past_due": a payment failed and can still be made.'),
  provider: z.string().describe('Who renews it: a payment provider, or "hand" for this server.'),
  price: decimal,
  currency: z.string(),
  credit: decimal.describe('Credit for each month.'),
  credit_left: decimal.nullable().describe('What is left of the credit of the plan. Null in lists.'),
  groups: z.array(z.string()),
  max_open: count.nullable(),
  cancelled: z.boolean().describe('Whether it ends with its current period.'),
  next_plan: z.string().nullable().describe('The plan of its next period, if that is another one.'),
  period_start: time.nullable(),
  period_end: time.nullable(),
  rights_until: time.nullable().describe('How long the account has the groups and the limit of the plan.'),
  months: count.nullable().describe('The number of months after which it ends by itself.'),
  pay_url: z.string().nullable().describe('Where a failed payment can be made.'),
  created: time,
  ended: time.nullable(),
});

export interface SubscriptionView {
  readonly subscription: Subscription;
  readonly version: PlanVersion;
  readonly nextPlan: string | undefined;
  readonly leftMicros: bigint | undefined;
}

export function toSubscriptionRecord({
  subscription,
  version,
  nextPlan,
  leftMicros,
}: SubscriptionView): ReadOnly<z.output<typeof subscriptionRecord>> {
  const { periodStartsAt, periodEndsAt, rightsUntil, endedAt } = subscription;
  return {
    id: subscription.id,
    account: subscription.accountId,
    plan: version.name,
    version: version.version,
    state: subscription.state,
    provider: subscription.provider,
    price: money(version.priceMicros),
    currency: version.currency,
    credit: money(version.creditMicros),
    credit_left: money(leftMicros),
    groups: [...version.groups],
    max_open: version.maxOpen ?? null,
    cancelled: subscription.isCancelled,
    next_plan: nextPlan ?? null,
    period_start: periodStartsAt?.toISOString() ?? null,
    period_end: periodEndsAt?.toISOString() ?? null,
    rights_until: rightsUntil?.toISOString() ?? null,
    months: subscription.maxPeriods ?? null,
    pay_url: subscription.payUrl ?? null,
    created: subscription.createdAt.toISOString(),
    ended: endedAt?.toISOString() ?? null,
  };
}
