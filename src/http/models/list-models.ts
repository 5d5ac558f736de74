/** GET /v1/models and /v1/models/{id}: the cards of the models that the caller's token can use. */
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Catalogue } from '../../models/catalogue.ts';
import { descriptionIn, modelCard, priceUnits, type ModelCard } from '../../models/model-card.ts';
import { usableModels } from '../../models/usable-models.ts';
import type { Call } from '../route.ts';

const { shape } = modelCard;

export const modelRecord = z.object({
  id: shape.id,
  object: z.literal('model'),
  owned_by: z.string(),
  name: shape.name,
  description: shape.description.describe(
    'In Chinese where `Accept-Language` asks for it and its card has it.',
  ),
  kind: shape.kind,
  group: shape.group.describe('Whose tokens can use it, unless the operator gave it to others.'),
  operations: shape.operations,
  versions: shape.versions.describe('Of an image model: the values of --v and --niji.'),
  longest_seconds: z
    .number()
    .int()
    .optional()
    .describe('How long a clip can become by extensions; absent: it is not extended.'),
  tiers: shape.tiers.describe('Factor on the unit price.'),
  price: z.object({
    unit: z.enum(priceUnits),
    currency: z.string(),
    version: z.string(),
    rules: z
      .array(z.object({ when: z.record(z.string(), z.unknown()).optional(), unit_price: z.string() }))
      .describe('The rule with most conditions that hold is the price.'),
  }),
  parameters: z
    .looseObject({ properties: z.record(z.string(), z.unknown()) })
    .describe('JSON Schema of what it takes, with defaults.'),
  references: z
    .record(z.string(), z.object({ max: z.number().int(), required: z.boolean() }))
    .describe('The pictures it takes, by field.'),
});

export interface ModelParts {
  readonly catalogue: Catalogue;
  readonly currency: string;
}

export function listModels({ catalogue, currency }: ModelParts) {
  return async ({ token, language }: Call) => ({
    object: 'list',
    data: usableModels(catalogue, token).map(({ card }) => toModelRecord(card, { currency, language })),
  });
}

export function getModel({ catalogue, currency }: ModelParts) {
  return async ({ params, token, language }: Call) => {
    const found = usableModels(catalogue, token).find(({ card }) => card.id === params['id']);
    if (!found) throw new AppError('model_not_found', { model: params['id'] ?? '' });
    return toModelRecord(found.card, { currency, language });
  };
}

function toModelRecord(
  card: ModelCard,
  { currency, language }: Pick<ModelParts, 'currency'> & Pick<Call, 'language'>,
) {
  const { id, name, kind, group, versions, operations, tiers, parameters, references } = card;
  const price = {
    unit: card.price.unit,
    currency,
    version: card.price.version,
    rules: card.price.rules.map(rule => ({
      ...(rule.when && { when: rule.when }),
      unit_price: rule.unitPrice,
    })),
  };
  return {
    id,
    object: 'model',
    owned_by: 'kinora',
    name,
    description: descriptionIn(card, language),
    kind,
    group,
    operations,
    ...(versions && { versions }),
    ...(card.longestSeconds !== undefined && { longest_seconds: card.longestSeconds }),
    tiers,
    price,
    parameters,
    references,
  };
}
