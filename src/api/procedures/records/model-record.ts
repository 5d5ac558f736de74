/** A model as the marketplace shows it: its card, its prices and its recent results. */
import { z } from 'zod';
import {
  acceptedResults,
  modelCard,
  operations,
  priceUnits,
  sizeRules,
} from '@kinora/shared/models/model-card';
import { snippetInterfaces } from '@kinora/shared/snippets/snippet';
import { snippetLanguageNames } from '@kinora/shared/snippets/snippet-languages';
import { count, decimal, kind, tier } from './values.ts';

const card = modelCard.shape;
/** Seconds from submit to result, by tier. */
const secondsByTier = z.partialRecord(tier, z.number());

const modelSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind,
  group: z.string(),
  offered: z
    .boolean()
    .describe('Whether an engine runs it. Only operators see models for which this is false.'),
  tiers: card.tiers.describe('Factor applied to the unit price, by tier.'),
  unit: z.enum(priceUnits.map(unit => `/ ${unit}` as const)),
  from: decimal.describe('The lowest unit price.'),
  currency: z.string(),
  requests_last_week: count,
  success_share: z
    .number()
    .nullable()
    .describe('Share of the tasks of the last week that succeeded, from 0 to 1; null: no task ended.'),
  median_seconds: z.number().nullable(),
  usual_seconds: secondsByTier,
  usual_seconds_by_action: z.partialRecord(z.string(), secondsByTier),
});

const modelDetails = {
  rules: z.array(
    z.strictObject({
      when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
      unit_price: decimal,
    }),
  ),
  price_version: z.string(),
  parameters: card.parameters,
  references: card.references,
  operations: card.operations,
  default_for: card.defaultFor
    .unwrap()
    .nullable()
    .describe('Operations that requests without a model get from this one.'),
  versions: z.array(z.string()).nullable(),
  prompt_syntax: card.promptSyntax.unwrap().nullable(),
  aliases: z.array(z.string()).describe('Other names by which clients can ask for it.'),
  longest_seconds: z.number().nullable(),
  sizes: sizeRules.nullable(),
  accepts: z.array(z.enum(acceptedResults)).nullable().describe('Results that fail tasks of other models.'),
};

export const modelLine = modelSummary.extend(z.object(modelDetails).partial().shape);

export const modelWhole = modelSummary.extend({
  ...modelDetails,
  groups: z
    .array(z.strictObject({ name: z.string(), factor: decimal.optional().describe('For operators only.') }))
    .describe('Groups whose tokens can use it, of those that the account may use.'),
  management: z
    .strictObject({
      source: z.enum(['card', 'operator']).describe('"card": it is built in and cannot be changed.'),
      description: z.string(),
      description_zh: z.string().nullable(),
      unavailable: z
        .array(z.strictObject({ operation: z.enum(operations), reason: z.string() }))
        .describe('Operations that are not offered, because no engine of the model can do them.'),
    })
    .optional()
    .describe('For operators only.'),
  requests: z
    .partialRecord(z.enum(snippetInterfaces), z.partialRecord(z.enum(snippetLanguageNames), z.string()))
    .describe('Example requests, by interface and language.'),
});

export const modelPrice = z.strictObject({
  model: z.string(),
  unit: z.enum(priceUnits),
  unit_price: decimal.nullable(),
  total: decimal.nullable(),
  calculation: z.string().nullable(),
  note: z.string().nullable().describe('Why it has no price.'),
  currency: z.string(),
});

/** A model that the operator has added or changed. */
export const modelChanged = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind,
  group: z.string(),
  operations: card.operations,
  versions: z.array(z.string()).nullable(),
  prompt_syntax: card.promptSyntax.unwrap().nullable(),
  parameters: card.parameters,
  references: card.references,
  aliases: z.array(z.string()).nullable().describe('null: unchanged.'),
});

export const modelCover = z.strictObject({
  model: z.string(),
  picture: z.string().describe('A small WebP as a data URL.'),
});
