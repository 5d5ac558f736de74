/** price proposals | accept: costs that providers publish. Nothing changes until an operator accepts one. */
import { z } from 'zod';
import { addPrice, versionName, type NewPrice } from '../../../core/billing/prices.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { findRoute, saveRoute } from '../../../core/catalogue/routes/change-routes.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { routeCostUnits, type Route } from '../../../core/catalogue/routes/route.ts';
import { parseMicros, type Micros } from '@kinora/shared/money';
import { money, number } from '../fields/fields.ts';
import { engineName } from '../fields/instance-fields.ts';
import { checkPrice } from '../prices/price-procedures.ts';
import {
  amountMicros,
  proposalSources,
  proposalStates,
  type PriceSources,
  readProposals,
  type Proposal,
} from './price-proposals.ts';
import { procedure, type Context } from '../procedure.ts';
import { decimal } from '../records/values.ts';
import { toRouteRecord } from '../models/route-procedures.ts';

const engine = engineName.describe('Engine name.');
const unit = z.enum(routeCostUnits);

export const proposalProcedures = [
  procedure({
    name: 'price proposals',
    description:
      'Show the current prices of providers and of the price list beside recorded costs and margins. Changes nothing.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ engine: engine.optional() }),
    output: z.array(
      z.strictObject({
        model: z.string(),
        engine: z.string(),
        state: z.enum(proposalStates),
        source: z
          .enum(proposalSources)
          .nullable()
          .describe("Who names the price: the provider itself, or the list, LiteLLM's cost map."),
        unit: unit.nullable(),
        amount: z.string().nullable().describe('What the provider charges per unit, as it writes it.'),
        currency: z.string().nullable(),
        condition: z.string().nullable(),
        cost: decimal.nullable().describe('The recorded cost per unit of the route.'),
        cost_unit: unit.nullable(),
        price: decimal
          .nullable()
          .describe('What clients pay per unit: the rule without conditions in the lowest tier.'),
        price_unit: z.string().nullable(),
        margin: decimal.nullable().describe('Price minus recorded cost, if both have the same unit.'),
        margin_proposed: decimal.nullable().describe('Price minus what the provider charges.'),
        message: z.string().nullable(),
      }),
    ),
    run: async (context, input) => (await readProposals(context, input.engine)).map(toRecord),
  }),
  procedure({
    name: 'price accept',
    description:
      'Record the price of a provider as the cost of a route. Rejected if the price has changed since it was shown.',
    who: 'operator',
    changes: true,
    // The provider is asked before the transaction.
    isOwnTransaction: true,
    word: 'model',
    input: z.strictObject({
      model: z.string().max(100).describe('Model ID.'),
      engine,
      unit: unit.describe('Unit, as shown by "price proposals".'),
      amount: z.string().trim().describe('Amount, as shown by "price proposals".'),
      condition: z.string().max(200).optional().describe('Condition, as shown, if there is one.'),
      markup: number()
        .min(0)
        .max(100_000)
        .multipleOf(0.01)
        .optional()
        .describe(
          'Also set the price of the model to the cost plus this percentage. Default: the price does not change.',
        ),
    }),
    output: z.strictObject({
      model: z.string(),
      engine: z.string(),
      cost: decimal,
      unit,
      price: decimal.nullable().describe('The new price per unit. Null: the price does not change.'),
      version: z.string().nullable(),
    }),
    run: accept,
  }),
];

interface Acceptance {
  readonly model: string;
  readonly engine: string;
  readonly unit: (typeof routeCostUnits)[number];
  readonly amount: string;
  readonly condition?: string | undefined;
  readonly markup?: number | undefined;
}

async function accept(
  context: PriceSources & Pick<Context, 'database' | 'note' | 'refreshConfig'>,
  input: Acceptance,
) {
  const costMicros = await confirmedCost(context, input);
  const { model, unit: costUnit, markup } = input;
  const price = markup === undefined ? undefined : priceWith(context, input, costMicros);
  const { before, after, version } = await context.database.transaction(async tx => {
    const route = await resolveRoute({ db: tx }, input);
    const changedRoute = { ...route, cost: { unit: costUnit, micros: costMicros } };
    await saveRoute(tx, changedRoute);
    const note = `cost of ${input.engine} plus ${markup} %`;
    const addedPrice =
      price && (await addPrice(tx, { model, effectiveAt: new Date(0), price: price.all, note }));
    return {
      before: toRouteRecord(route),
      after: toRouteRecord(changedRoute),
      version: addedPrice ? versionName(addedPrice.version) : null,
    };
  });
  await context.note({ object: `${model} -> ${input.engine}`, before, after: { ...after, version } });
  await context.refreshConfig();
  const result = { cost: money(costMicros), unit: costUnit, price: price?.base ?? null, version };
  return { model, engine: input.engine, ...result };
}

/** Asks the provider once more. Throws AppError `field_invalid` unless the result is what was shown. */
async function confirmedCost(context: PriceSources, input: Acceptance): Promise<Micros> {
  await resolveRoute(context, input);
  const matchingProposals = (await readProposals(context, input.engine)).filter(
    ({ route, upstreamPrice }) =>
      route.model === input.model &&
      upstreamPrice?.unit === input.unit &&
      upstreamPrice.condition === input.condition,
  );
  // Several deployments of a model may have several prices without a condition.
  const confirmedMicros = amountMicros(input.amount);
  const { upstreamPrice, costMicros, state } =
    matchingProposals.find(one => one.costMicros !== undefined && one.costMicros === confirmedMicros) ??
    matchingProposals[0] ??
    {};
  if (!upstreamPrice) throw fieldInvalid('engine', 'proposal_gone');
  const { amount, currency } = upstreamPrice;
  if (state === 'currency')
    throw fieldInvalid('engine', 'proposal_currency', { currency, own: context.currency });
  if (costMicros === undefined) throw fieldInvalid('amount', 'proposal_unusable', { amount });
  if (confirmedMicros !== costMicros) throw fieldInvalid('amount', 'proposal_changed', { amount, currency });
  return costMicros;
}

/** Throws AppError `engine_route_unknown`, or `engine_declared` for one that is declared in a file. */
async function resolveRoute(
  { db }: Pick<Context, 'db'>,
  { model, engine: name }: Acceptance,
): Promise<Route> {
  const match = await findRoute(db, model, name);
  if (!match) throw new AppError('engine_route_unknown', { model, engine: name });
  if (match.source === 'file') throw new AppError('engine_declared', { engine: name });
  return match;
}

/** Adds the markup, rounded up. */
function withMarkup(micros: Micros, percent: number): Micros {
  const hundredths = 10_000n + BigInt(Math.round(percent * 100));
  return (micros * hundredths + 9_999n) / 10_000n;
}

/**
 * The price of the model with another rule for requests that no other rule is for.
 * Throws AppError `field_invalid`.
 */
function priceWith(
  { catalogue }: Pick<Context, 'catalogue'>,
  { model, unit: costUnit, markup = 0 }: Acceptance,
  costMicros: Micros,
) {
  const card = catalogue.all.find(one => one.card.id === model)?.card as ModelCard;
  if (card.price.unit !== costUnit) throw fieldInvalid('markup', 'proposal_unit', { unit: card.price.unit });
  const micros = withMarkup(costMicros, markup);
  // In a cheaper tier, too, no job is sold below what it costs.
  const lowestFactor = Object.values(card.tiers)
    .map(parseMicros)
    .reduce((least, one) => (one < least ? one : least));
  if ((micros * lowestFactor) / 1_000_000n < costMicros) throw fieldInvalid('markup', 'proposal_tier');
  const base = money(micros);
  const hasConditions = ({ when = {} }: NewPrice['rules'][number]) => Object.keys(when).length > 0;
  const rules = [{ unitPrice: base }, ...card.price.rules.filter(hasConditions)];
  const all = { unit: card.price.unit, rules, tiers: card.tiers };
  checkPrice(card, all);
  return { base, all };
}

function toRecord({ route, state, source, upstreamPrice, costMicros, client, message }: Proposal) {
  const { model, engine: name, cost } = route;
  const margin = client && cost?.unit === client.unit ? client.micros - cost.micros : undefined;
  const isComparable = client && upstreamPrice?.unit === client.unit && costMicros !== undefined;
  return {
    model,
    engine: name,
    state,
    source: source ?? null,
    unit: upstreamPrice?.unit ?? null,
    amount: upstreamPrice?.amount ?? null,
    currency: upstreamPrice?.currency ?? null,
    condition: upstreamPrice?.condition ?? null,
    cost: money(cost?.micros),
    cost_unit: cost?.unit ?? null,
    price: money(client?.micros),
    price_unit: client?.unit ?? null,
    margin: money(margin),
    margin_proposed: isComparable ? money(client.micros - costMicros) : null,
    message: message ?? null,
  };
}
