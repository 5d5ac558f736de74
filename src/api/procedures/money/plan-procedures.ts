/** plan create | list | change | retire | start | stop. */
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { formatMicros } from '@kinora/shared/money';
import { currencyUnit } from '../../../core/billing/currency-unit.ts';
import { type Group, listGroups } from '../../../core/accounts/groups.ts';
import type { Plan, PlanTerms } from '../../../core/payments/plan.ts';
import {
  addVersion,
  createPlan,
  findPlan,
  listPlans,
  renamePlan,
  setRetired,
} from '../../../core/payments/plan-rows.ts';
import { startByHand } from '../../../core/payments/plans-by-hand.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { flag, list, name, number, orNone, positiveAmount } from '../fields/fields.ts';
import { type Context, procedure } from '../procedure.ts';
import { planLine, planRecord, subscriptionRecord, toPlanRecord } from '../records/plan-record.ts';
import { resolveAccount, hasRole, actorUserId } from '../scope.ts';
import { viewSubscription } from './view-subscription.ts';

const planName = name.max(60);
const planNameOrId = z.string().max(100).describe('Plan name or ID.');
const terms = {
  description: z.string().trim().max(500).describe('What customers read about it.'),
  price: positiveAmount.describe('Price for a month, for example 10.'),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$/)
    .transform(code => code.toUpperCase())
    .describe('Currency of the price, such as EUR. Default: the currency of the server.'),
  credit: positiveAmount.describe('Credit for each month. It expires at the end of the month.'),
  groups: list.describe('Closed groups that the account may use as long as the plan lasts, comma-separated.'),
  max_open: orNone(number().int().min(1).max(1_000_000)).describe(
    'Concurrent tasks of the account as long as the plan lasts. "none": the plan does not say.',
  ),
};

export const planProcedures = [
  procedure({
    name: 'plan create',
    description: 'Create a plan: a price for a month, with credit that expires at its end.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({
      name: planName.describe('Plan name.'),
      price: terms.price,
      credit: terms.credit,
      currency: terms.currency.optional(),
      description: terms.description.default(''),
      groups: terms.groups.default([]),
      max_open: terms.max_open.optional(),
    }),
    output: planRecord,
    run: async ({ db, currency, note }, input) => {
      const planTerms: PlanTerms = {
        description: input.description,
        priceMicros: input.price,
        currency: input.currency ?? currency,
        creditMicros: input.credit,
        groups: input.groups,
        maxOpen: input.max_open ?? undefined,
      };
      await checkTerms(db, planTerms);
      const plan = await createPlan(db, input.name, planTerms);
      if (!plan) throw fieldInvalid('name', 'plan_taken', { plan: input.name });
      const after = toPlanRecord(plan, true);
      await note({ object: plan.planId, after });
      return after;
    },
  }),
  procedure({
    name: 'plan list',
    description: 'List plans: those that are offered, and for operators those that are retired.',
    who: 'anyone',
    changes: false,
    input: z.strictObject({}),
    output: z.array(planLine),
    run: async ({ db, actor, catalogue }) => {
      const isForOperator = hasRole(actor, 'operator');
      const plans = await listPlans(db);
      const groups = await listGroups(db);
      return plans
        .filter(({ retiredAt }) => isForOperator || !retiredAt)
        .map(plan => ({
          ...toPlanRecord(plan, isForOperator),
          models: modelsIn(
            groups.filter(({ name: group }) => plan.groups.includes(group)),
            catalogue,
          ),
        }));
    },
  }),
  procedure({
    name: 'plan change',
    description: 'Change a plan. Running subscriptions keep their price, credit, groups and limit.',
    who: 'operator',
    changes: true,
    word: 'plan',
    input: z.strictObject({
      plan: planNameOrId,
      name: planName.optional().describe('New name.'),
      price: terms.price.optional(),
      credit: terms.credit.optional(),
      currency: terms.currency.optional(),
      description: terms.description.optional(),
      groups: terms.groups.optional(),
      max_open: terms.max_open.optional(),
    }),
    output: planRecord,
    run: async ({ db, note }, { plan: nameOrId, name: newName, ...input }) => {
      const before = await existingPlan(db, nameOrId);
      const newTerms: PlanTerms = {
        description: input.description ?? before.description,
        priceMicros: input.price ?? before.priceMicros,
        currency: input.currency ?? before.currency,
        creditMicros: input.credit ?? before.creditMicros,
        groups: input.groups ?? before.groups,
        maxOpen: input.max_open === undefined ? before.maxOpen : (input.max_open ?? undefined),
      };
      await checkTerms(db, newTerms);
      if (newName !== undefined) await rename(db, before, newName);
      if (!isSame(before, newTerms)) await addVersion(db, before.planId, newTerms);
      const after = toPlanRecord(await existingPlan(db, before.planId), true);
      await note({ object: before.planId, before: toPlanRecord(before, true), after });
      return after;
    },
  }),
  procedure({
    name: 'plan retire',
    description: 'Stop offering a plan, or offer it again. Running subscriptions go on.',
    who: 'operator',
    changes: true,
    word: 'plan',
    input: z.strictObject({ plan: planNameOrId, undo: flag.default(false).describe('Offer it again.') }),
    output: planRecord,
    run: async ({ db, note }, { plan: nameOrId, undo }) => {
      const before = await existingPlan(db, nameOrId);
      await setRetired(db, before.planId, !undo);
      const after = toPlanRecord(await existingPlan(db, before.planId), true);
      const { state } = toPlanRecord(before, true);
      await note({ object: before.planId, before: { state }, after: { state: after.state } });
      return after;
    },
  }),
  procedure({
    name: 'plan start',
    description:
      'Give an account a plan without a payment. The server renews it each month until it is stopped.',
    who: 'operator',
    changes: true,
    word: 'account',
    input: z.strictObject({
      account: z.string().describe('Account name or ID.'),
      plan: planNameOrId,
      months: orNone(number().int().min(1).max(1200))
        .optional()
        .describe('Number of months after which it ends by itself. Default: none, until it is stopped.'),
    }),
    output: subscriptionRecord,
    run: async (context, { account, plan: nameOrId, months }) => {
      const { db, actor, note } = context;
      const accountId = await resolveAccount(context, account);
      const version = await offeredPlan(db, nameOrId);
      const asking = { accountId, userId: actorUserId(actor), version, months: months ?? undefined };
      const subscription = await startByHand(db, asking);
      const after = await viewSubscription(db, subscription);
      await note({ accountId, object: subscription.id, after });
      return after;
    },
  }),
];

/** The models that an engine runs, and that are in one of the groups. */
function modelsIn(groups: readonly Group[], { models }: Pick<Context['catalogue'], 'models'>) {
  const isInGroup = ({ id, group }: ModelCard) =>
    groups.some(one => one.models?.includes(id) ?? one.name === group);
  return models
    .filter(({ card }) => isInGroup(card))
    .map(({ card: { id, name: title } }) => ({ id, name: title }));
}

/** Throws AppError `plan_unknown`. */
export async function existingPlan(db: Queryable, idOrName: string): Promise<Plan> {
  const match = await findPlan(db, idOrName);
  if (match) return match;
  const allowedNames = (await listPlans(db)).filter(({ retiredAt }) => !retiredAt).map(plan => plan.name);
  throw new AppError('plan_unknown', { plan: idOrName, allowed: allowedNames.join(', ') || '-' });
}

/** Throws AppError `plan_unknown` or `plan_retired`. */
export async function offeredPlan(db: Queryable, idOrName: string): Promise<Plan> {
  const plan = await existingPlan(db, idOrName);
  if (plan.retiredAt) throw new AppError('plan_retired', { plan: plan.name });
  return plan;
}

/** Throws AppError `field_invalid`. */
async function rename(db: Queryable, { planId }: Plan, newName: string): Promise<void> {
  const namesake = await findPlan(db, newName);
  if (namesake && namesake.planId !== planId) throw fieldInvalid('name', 'plan_taken', { plan: newName });
  await renamePlan(db, planId, newName);
}

/** Throws AppError `field_invalid`. */
async function checkTerms(db: Context['db'], { priceMicros, currency, groups }: PlanTerms): Promise<void> {
  const unit = currencyUnit(currency);
  if (priceMicros % unit !== 0n)
    throw fieldInvalid('price', 'plan_price', { unit: formatMicros(unit), currency });
  const groupNames = (await listGroups(db)).map(group => group.name);
  const unknown = groups.find(group => !groupNames.includes(group));
  if (unknown !== undefined)
    throw fieldInvalid('groups', 'group_unknown', { group: unknown, allowed: groupNames.join(', ') });
}

function isSame(before: PlanTerms, after: PlanTerms): boolean {
  const describeTerms = ({ description, priceMicros, currency, creditMicros, groups, maxOpen }: PlanTerms) =>
    JSON.stringify([description, String(priceMicros), currency, String(creditMicros), groups, maxOpen]);
  return describeTerms(before) === describeTerms(after);
}
