/** model list | show | compare: the marketplace. */
import { z } from 'zod';
import { groupsWith } from '../accounts/groups.ts';
import { quote } from '../billing/quote.ts';
import { recentRecords, type ModelRecord } from '../billing/usage.ts';
import { AppError, errorText, type Language } from '../errors.ts';
import { parseMicros } from '../lib/money.ts';
import type { Model } from '../models/catalogue.ts';
import { snippetsFor } from '../models/snippets.ts';
import { descriptionIn, tiers, type ModelCard, type Tier } from '../models/model-card.ts';
import { flag, money } from './fields.ts';
import { procedure, type Context } from './procedure.ts';

export const modelProcedures = [
  procedure({
    name: 'model list',
    says: 'Every model: what it makes and what it costs.',
    who: 'anyone',
    changes: false,
    input: z.strictObject({
      kind: z.enum(['image', 'video']).optional().describe('image or video.'),
      whole: flag.optional().describe('Each with what `model show` tells of it, save the requests.'),
    }),
    run: async (context, { kind, whole }) => {
      const records = await recentRecords(context.db);
      return context.catalogue.models
        .filter(({ card }) => kind === undefined || card.kind === kind)
        .map(({ card }) => ({
          ...summaryOf(card, { ...context, record: records.get(card.id) }),
          ...(whole === true && detailsOf(card)),
        }));
    },
  }),
  procedure({
    name: 'model show',
    says: 'One model whole: parameters, price rules, requests to copy.',
    who: 'anyone',
    changes: false,
    word: 'model',
    input: z.strictObject({ model: z.string().describe('Its id.') }),
    run: async (context, input) => {
      const { card } = modelOf(context, input.model);
      const records = await recentRecords(context.db);
      const groups = await groupsWith(context.db, card, context.actor.accountId);
      return {
        ...summaryOf(card, { ...context, record: records.get(card.id) }),
        ...detailsOf(card),
        groups: groups.map(({ name, factorMicros }) => ({ name, factor: money(factorMicros) })),
        requests: snippetsFor(card, context.baseUrl),
      };
    },
  }),
  procedure({
    name: 'model compare',
    says: 'What a clip of so many seconds costs with each video model, cheapest first.',
    who: 'anyone',
    changes: false,
    word: 'seconds',
    input: z.strictObject({
      seconds: z.coerce.number().int().min(1).max(600).describe('How long the clip is to be.'),
      resolution: z.string().optional().describe('As the models name it: 480p, 720p, 1080p.'),
      audio: flag.optional().describe('With sound.'),
      tier: z.enum(tiers).default('fast').describe('relax, fast or turbo.'),
    }),
    run: async (context, input) => {
      const lines = context.catalogue.models
        .filter(({ card }) => card.kind === 'video')
        .map(model => lineOf(model, { ...input, language: context.language }));
      const price = (line: { total: string | null }) => (line.total === null ? Infinity : Number(line.total));
      return lines
        .map(line => ({ ...line, currency: context.currency }))
        .toSorted((a, b) => price(a) - price(b) || (a.model < b.model ? -1 : 1));
    },
  }),
];

interface Wanted {
  readonly seconds: number;
  readonly resolution?: string | undefined;
  readonly audio?: boolean | undefined;
  readonly tier: Tier;
  readonly language: Language;
}

/** By the function that also charges, with the parameters that the model itself would fill in. */
function lineOf({ card, checkParameters }: Model, { seconds, resolution, audio, tier, language }: Wanted) {
  const asked = {
    seconds,
    ...(resolution !== undefined && { resolution }),
    ...(audio === true && { audio }),
  };
  try {
    const parameters = checkParameters(asked);
    const references = Object.values(card.references).filter(rule => rule?.required).length;
    const priced = { parameters: { ...parameters, operation: 'clip', references }, tier, seconds };
    const { unit, quantity, unitPriceMicros, amountMicros } = quote(card, priced);
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

function modelOf({ catalogue }: Context, id: string): Model {
  const found = catalogue.models.find(({ card }) => card.id === id);
  if (found) return found;
  const allowed = catalogue.models.map(({ card }) => card.id).join(', ');
  throw new AppError('model_unknown', { param: 'model', model: id, allowed });
}

function summaryOf(
  card: ModelCard,
  {
    currency,
    language,
    record,
  }: Pick<Context, 'currency' | 'language'> & { record: ModelRecord | undefined },
) {
  // A candidate as it is costs nothing, which says nothing about the model.
  const prices = card.price.rules.map(rule => parseMicros(rule.unitPrice)).filter(price => price > 0n);
  return {
    id: card.id,
    name: card.name,
    says: descriptionIn(card, language),
    kind: card.kind,
    group: card.group,
    tiers: card.tiers,
    unit: `/ ${card.price.unit}`,
    from: money(prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n)),
    currency,
    requests_last_week: record?.requests ?? 0,
    success_share: record?.successShare ?? null,
    median_seconds: record?.medianSeconds ?? null,
    usual_seconds: record?.usualSeconds ?? {},
  };
}

function detailsOf(card: ModelCard) {
  return {
    rules: card.price.rules.map(rule => ({ when: rule.when ?? null, unit_price: rule.unitPrice })),
    price_version: card.price.version,
    parameters: card.parameters,
    references: card.references,
    operations: card.operations,
    versions: card.versions ?? null,
    longest_seconds: card.longestSeconds ?? null,
  };
}
