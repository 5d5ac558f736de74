/** price list | set | try. */
import { z } from 'zod';
import { tryPrice } from '../../../core/billing/price-trial.ts';
import {
  addPrice,
  listPrices,
  newPrice,
  versionName,
  withdrawPrice,
  withPrice,
  type NewPrice,
} from '../../../core/billing/prices.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { priceUnits, type ModelCard, type PriceUnit } from '@kinora/shared/models/model-card';
import { countQuantity } from '@kinora/shared/billing/quote';
import { money } from '../fields/fields.ts';
import { when } from '../fields/when.ts';
import { procedure, type Context } from '../procedure.ts';
import { priceRecord, priceSet, priceTrial } from '../records/price-record.ts';

const model = z.string().describe('Model ID.');
/** The field is JSON, also on the command line. */
const price = z
  .union([z.string().transform(parseJson), newPrice])
  .pipe(newPrice)
  .describe(
    'Price as JSON: {"unit": "clip" | "second" | "image", "rules": [{"unitPrice": "0.05"}, {"when": {"resolution": "1080p"}, "unitPrice": "0.10"}], "tiers": {"fast": "1"}}',
  );

export const priceProcedures = [
  procedure({
    name: 'price list',
    description: 'List current, scheduled and past prices by model.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ model: model.optional() }),
    output: z.array(priceRecord),
    run: async (context, input) => {
      if (input.model !== undefined) findCard(context, input.model);
      const cards = context.catalogue.all.filter(
        ({ card }) => input.model === undefined || card.id === input.model,
      );
      const versions = await listPrices(context.db);
      return cards.map(({ card }) => ({
        model: card.id,
        in_effect: card.price.version,
        unit: card.price.unit,
        rules: card.price.rules,
        tiers: card.tiers,
        versions: versions
          .filter(version => version.model === card.id)
          .map(version => ({
            version: versionName(version.version),
            effective: version.effectiveAt.toISOString(),
            created: version.createdAt.toISOString(),
            note: version.note,
            ...version.price,
          })),
      }));
    },
  }),
  procedure({
    name: 'price set',
    description:
      'Set the price of a model, effective immediately or at a given time. Existing tasks keep the price they were quoted.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({
      model,
      price,
      from: when.optional().describe('Effective time. Default: now.'),
      note: z.string().trim().max(200).default('').describe('Note, for example the reason for the change.'),
    }),
    output: priceSet,
    run: async (context, input) => {
      const card = findCard(context, input.model);
      checkPrice(card, input.price);
      const effectiveAt = input.from ?? new Date(0);
      const addedPrice = await addPrice(context.db, {
        model: card.id,
        effectiveAt,
        price: input.price,
        note: input.note,
      });
      const version = versionName(addedPrice.version);
      const after = { version, effective: addedPrice.effectiveAt.toISOString(), ...input.price };
      const before = {
        version: card.price.version,
        unit: card.price.unit,
        rules: card.price.rules,
        tiers: card.tiers,
      };
      await context.note({ object: card.id, before, after });
      return { model: card.id, ...after };
    },
  }),
  procedure({
    name: 'price withdraw',
    description: 'Withdraw a scheduled price that has not taken effect.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({
      model,
      version: z.string().describe('Price version, as shown by "price list", for example v2.'),
    }),
    output: z.strictObject({ model: z.string(), withdrawn: z.string() }),
    run: async (context, input) => {
      const { id } = findCard(context, input.model);
      const number = /^v(\d{1,9})$/.exec(input.version)?.[1];
      if (number === undefined || !(await withdrawPrice(context.db, id, Number(number))))
        throw fieldInvalid('version', 'price_version');
      await context.note({ object: id, after: { withdrawn: input.version } });
      return { model: id, withdrawn: input.version };
    },
  }),
  procedure({
    name: 'price try',
    description: 'Simulate a price on the tasks of the last week. Changes nothing.',
    who: 'operator',
    changes: false,
    word: 'model',
    input: z.strictObject({ model, price }),
    output: priceTrial,
    run: async (context, input) => {
      const card = findCard(context, input.model);
      checkPrice(card, input.price);
      const trial = await tryPrice(context.db, withPrice(card, 'trial', input.price));
      const difference = trial.wouldBeMicros - trial.chargedMicros;
      return {
        model: card.id,
        tasks: trial.tasks,
        charged: money(trial.chargedMicros),
        would_be: money(trial.wouldBeMicros),
        difference: money(difference),
        not_offered: trial.notOffered,
        currency: context.currency,
        changes: trial.changes.map(({ quoteInput, tasks, chargedMicros, wouldBeMicros }) => ({
          tier: quoteInput.tier,
          parameters: quoteInput.parameters,
          quantity: countQuantity(input.price.unit, quoteInput),
          tasks,
          charged: money(chargedMicros),
          would_be: money(wouldBeMicros),
          difference: money(wouldBeMicros - chargedMicros),
        })),
      };
    },
  }),
];

function findCard({ catalogue }: Pick<Context, 'catalogue'>, id: string): ModelCard {
  const match = catalogue.all.find(({ card }) => card.id === id);
  if (match) return match.card;
  const allowedModels = catalogue.all.map(({ card }) => card.id).join(', ');
  throw new AppError('model_unknown', { param: 'model', model: id, allowed: allowedModels });
}

/**
 * Checks that every request has a price: one rule has no conditions, and the others have conditions on what
 * the model can be asked for.
 */
export function checkPrice(card: ModelCard, { unit, rules, tiers }: NewPrice): void {
  const units = priceUnits.filter(one => hasQuantity(card, one));
  if (!units.includes(unit))
    throw fieldInvalid('price', 'price_unit', { model: card.id, unit, allowed: units.join(', ') });
  const keys = [...Object.keys(card.parameters.properties), 'operation', 'size', 'quality', 'references'];
  const unknownCondition = rules
    .flatMap(({ when: conditions = {} }) => Object.keys(conditions))
    .find(key => !keys.includes(key));
  if (unknownCondition !== undefined)
    throw fieldInvalid('price', 'price_parameter', {
      model: card.id,
      name: unknownCondition,
      allowed: keys.join(', '),
    });
  if (!rules.some(({ when: conditions = {} }) => Object.keys(conditions).length === 0))
    throw fieldInvalid('price', 'price_rest');
  if (Object.keys(tiers).length === 0) throw fieldInvalid('price', 'price_tier');
  if (isBeyond(rules, tiers)) throw fieldInvalid('price', 'price_limit');
}

/**
 * Whether every request to the model has a whole number of these units (`countQuantity` in billing/quote.ts).
 */
function hasQuantity({ kind, parameters }: ModelCard, unit: PriceUnit): boolean {
  if (unit === 'clip') return true;
  if (unit === 'image') return kind === 'image';
  const { type, enum: allowedSeconds } = parameters.properties['seconds'] ?? {};
  return kind === 'video' && (type === 'integer' || (allowedSeconds?.every(Number.isInteger) ?? false));
}

/** Whether the price is beyond any real one, and near what the numbers of the database can hold. */
function isBeyond(rules: NewPrice['rules'], tiers: NewPrice['tiers']): boolean {
  return (
    rules.some(({ unitPrice }) => Number(unitPrice) > 1e6) ||
    Object.values(tiers).some(factor => Number(factor) > 1000)
  );
}

function parseJson(text: string, context: z.core.ParsePayload): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.issues.push({ code: 'custom', input: text, message: reasonCode('json_valid') });
    return z.NEVER;
  }
}
