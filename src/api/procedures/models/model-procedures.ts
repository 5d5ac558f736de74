/** model list | show | compare: the marketplace. */
import { z } from 'zod';
import { groupsWithModel } from '../../../core/accounts/groups.ts';
import { quote } from '@kinora/shared/billing/quote';
import {
  plainPrices,
  readShownFactors,
  shownPrice,
  type ShownFactors,
} from '../../../core/billing/shown-factors.ts';
import { recentRecords, type ModelRecord } from '../../../core/billing/usage.ts';
import { AppError, errorText, type Language } from '@kinora/shared/errors/errors';
import { parseMicros, timesFactor } from '@kinora/shared/money';
import { readCovers } from '../../../core/catalogue/models/model-covers.ts';
import { readModelRows } from '../../../core/catalogue/models/model-rows.ts';
import { checkTier } from '../../../core/catalogue/models/check-tier.ts';
import type { CatalogueRows } from '../../../core/catalogue/models/catalogue-rows.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import { modelSnippets } from '../../../core/catalogue/models/model-snippets.ts';
import { descriptionIn, tiers, type ModelCard, type Tier } from '@kinora/shared/models/model-card';
import { flag, money, number } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { rejectBelow } from '../run-procedure.ts';
import { unavailableOperations } from './unavailable-operations.ts';
import { modelCover, modelLine, modelPrice, modelWhole } from '../records/model-record.ts';
import { hasRole } from '../scope.ts';

export const modelProcedures = [
  procedure({
    name: 'model list',
    description: 'List models with their capabilities and prices.',
    who: 'anyone',
    changes: false,
    input: z.strictObject({
      kind: z.enum(['image', 'video']).optional().describe('Kind of model: image or video.'),
      whole: flag
        .optional()
        .describe('Include everything that "model show" returns, except example requests.'),
      all: flag.optional().describe('Include models that no engine runs. For operators.'),
    }),
    output: z.array(modelLine),
    run: async (context, { kind, whole, all }) => {
      if (all === true) rejectBelow(context.actor, 'operator');
      const records = await recentRecords(context.db);
      const factors = await factorsFor(context);
      const rows = whole === true ? await readModelRows(context.db) : undefined;
      return context.catalogue[all === true ? 'all' : 'models']
        .filter(({ card }) => kind === undefined || card.kind === kind)
        .map(({ card }) => ({
          ...toSummary(card, { ...context, factors, record: records.get(card.id) }),
          ...(rows && describeDetails(card, rows, factors)),
        }));
    },
  }),
  procedure({
    name: 'model show',
    description: 'Show a model: parameters, price rules and example requests.',
    who: 'anyone',
    changes: false,
    word: 'model',
    input: z.strictObject({ model: z.string().describe('Model ID.') }),
    output: modelWhole,
    run: async (context, input) => {
      const { card } = findModel(context, input.model);
      const records = await recentRecords(context.db);
      const rows = await readModelRows(context.db);
      const factors = await factorsFor(context);
      const accountId = accountOfCaller(context.actor);
      const groups = await groupsWithModel(context.db, card, accountId);
      return {
        ...toSummary(card, { ...context, factors, record: records.get(card.id) }),
        ...describeDetails(card, rows, factors),
        groups: groups
          .filter(({ isOpen }) => isOpen || accountId !== undefined)
          .map(({ name, factorMicros }) => ({
            name,
            ...(hasRole(context.actor, 'operator') && { factor: money(factorMicros) }),
          })),
        ...(hasRole(context.actor, 'operator') && {
          management: {
            ...describeManagement(card, rows),
            unavailable: await unavailableOperations(context, card),
          },
        }),
        requests: modelSnippets(card, context.baseUrl),
      };
    },
  }),
  procedure({
    name: 'model covers',
    description: 'List the pictures of your own models, each from the first test that made one.',
    who: 'anyone',
    changes: false,
    input: z.strictObject({}),
    output: z.array(modelCover),
    run: async ({ db, catalogue, actor }) => {
      const visibleModels = hasRole(actor, 'operator') ? catalogue.all : catalogue.models;
      const ids = new Set(visibleModels.map(({ card }) => card.id));
      return (await readCovers(db)).filter(({ model }) => ids.has(model));
    },
  }),
  procedure({
    name: 'model compare',
    description: 'Compare the price of a clip of the given length across video models, cheapest first.',
    who: 'anyone',
    changes: false,
    word: 'seconds',
    input: z.strictObject({
      seconds: number().int().min(1).max(600).describe('Length of the clip in seconds.'),
      resolution: z.string().optional().describe('Resolution, for example 480p, 720p or 1080p.'),
      audio: flag.optional().describe('Include sound.'),
      tier: z.enum(tiers).default('fast').describe('Tier: relax, fast or turbo.'),
    }),
    output: z.array(modelPrice),
    run: async (context, input) => {
      const factors = await factorsFor(context);
      const lines = context.catalogue.models
        .filter(({ card }) => card.kind === 'video')
        .map(model => priceLine(model, { ...input, factors, language: context.language }));
      const price = (line: { total: string | null }) => (line.total === null ? Infinity : Number(line.total));
      return lines
        .map(line => ({ ...line, currency: context.currency }))
        .toSorted((a, b) => price(a) - price(b) || (a.model < b.model ? -1 : 1));
    },
  }),
];

/** Operators set prices, so they see them as they are set. */
async function factorsFor({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<ShownFactors> {
  if (hasRole(actor, 'operator')) return plainPrices;
  return readShownFactors(db, accountOfCaller(actor));
}

/** Returns undefined for a visitor. */
function accountOfCaller({ accountId }: Context['actor']): string | undefined {
  return accountId === '' ? undefined : accountId;
}

interface ClipPriceQuery {
  readonly factors: ShownFactors;
  readonly seconds: number;
  readonly resolution?: string | undefined;
  readonly audio?: boolean | undefined;
  readonly tier: Tier;
  readonly language: Language;
}

/**
 * Computes the price by the function that also charges, with the parameters that the model itself would fill
 * in.
 */
function priceLine({ card, checkParameters }: Model, priceQuery: ClipPriceQuery) {
  const { factors, seconds, resolution, audio, tier, language } = priceQuery;
  const requestedParameters = {
    seconds,
    ...(resolution !== undefined && { resolution }),
    ...(audio === true && { audio }),
  };
  try {
    checkTier(card, tier);
    const parameters = checkParameters(requestedParameters);
    const references = Object.values(card.references).filter(rule => rule?.required).length;
    const quoteInput = {
      parameters: { ...parameters, operation: 'clip', references },
      tier,
      seconds,
      factorMicros: factors(card),
    };
    const { unit, quantity, unitPriceMicros, amountMicros } = quote(card, quoteInput);
    const total = money(amountMicros);
    const sum =
      unit === 'second'
        ? `${quantity} s x ${money(unitPriceMicros)}`
        : `1 ${unit} x ${money(unitPriceMicros)}`;
    return {
      model: card.id,
      unit,
      unit_price: money(unitPriceMicros),
      total,
      calculation: `${sum} = ${total}`,
      note: null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      model: card.id,
      unit: card.price.unit,
      unit_price: null,
      total: null,
      calculation: null,
      note: errorText(error.code, error.details, language),
    };
  }
}

/** Operators also see the models that no engine runs. */
function findModel({ catalogue, actor }: Pick<Context, 'actor' | 'catalogue'>, id: string): Model {
  const models = hasRole(actor, 'operator') ? catalogue.all : catalogue.models;
  const match = models.find(({ card }) => card.id === id);
  if (match) return match;
  const allowedModels = models.map(({ card }) => card.id).join(', ');
  throw new AppError('model_unknown', { param: 'model', model: id, allowed: allowedModels });
}

function describeManagement({ id, description, descriptionZh }: ModelCard, { cards }: CatalogueRows) {
  return {
    source: cards.some(card => card.id === id) ? ('operator' as const) : ('card' as const),
    description,
    description_zh: descriptionZh ?? null,
  };
}

function toSummary(
  card: ModelCard,
  {
    currency,
    language,
    catalogue,
    record,
    factors,
  }: Pick<Context, 'currency' | 'language' | 'catalogue'> & {
    record: ModelRecord | undefined;
    factors: ShownFactors;
  },
) {
  // An unchanged candidate is free, which is not a price of the model.
  const prices = card.price.rules.map(rule => parseMicros(rule.unitPrice)).filter(price => price > 0n);
  const lowestPrice = prices.reduce((low, price) => (price < low ? price : low), prices[0] ?? 0n);
  return {
    id: card.id,
    name: card.name,
    description: descriptionIn(card, language),
    kind: card.kind,
    group: card.group,
    offered: catalogue.listRoutes(card.id).length > 0,
    tiers: card.tiers,
    unit: `/ ${card.price.unit}` as const,
    from: money(timesFactor(lowestPrice, factors(card))),
    currency,
    requests_last_week: record?.requests ?? 0,
    success_share: record?.successShare ?? null,
    ...describeWaits(card, record),
  };
}

/** Describes the time from order to result of the newest tasks: the same figure wherever it is shown. */
function describeWaits({ kind }: ModelCard, record: ModelRecord | undefined) {
  const byAction = record?.typicalSeconds ?? {};
  const fromPrompt = byAction[kind === 'video' ? 'VIDEO' : 'IMAGINE'] ?? {};
  return {
    median_seconds: fromPrompt['fast'] ?? Object.values(fromPrompt)[0] ?? null,
    usual_seconds: fromPrompt,
    usual_seconds_by_action: byAction,
  };
}

function describeDetails(card: ModelCard, { aliases }: CatalogueRows, factors: ShownFactors) {
  const factor = factors(card);
  return {
    rules: card.price.rules.map(rule => ({
      when: rule.when ?? null,
      unit_price: shownPrice(rule.unitPrice, factor),
    })),
    price_version: card.price.version,
    parameters: card.parameters,
    references: card.references,
    operations: card.operations,
    default_for: card.defaultFor ?? null,
    versions: card.versions ?? null,
    prompt_syntax: card.promptSyntax ?? null,
    aliases: aliases
      .filter(({ model, group }) => model === card.id && group === null)
      .map(({ alias }) => alias),
    longest_seconds: card.longestSeconds ?? null,
    sizes: card.sizes ?? null,
    accepts: card.accepts ?? null,
  };
}
