/** GET /v1/models and /v1/models/{id}: the cards of the models that the caller's token can use. */
import { z } from 'zod';
import type { ReadOnly } from '../../platform/lib/read-only.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { tokenInGroups } from '../../core/accounts/tokens.ts';
import type { Catalogue, Model } from '../../core/catalogue/models/catalogue.ts';
import {
  descriptionIn,
  modelCard,
  parameterSchema,
  priceUnits,
  type ModelCard,
} from '@kinora/shared/models/model-card';
import { shownPrice } from '../../core/billing/shown-factors.ts';
import { usableModels } from '../../core/catalogue/models/usable-models.ts';
import type { Call } from '../http/route.ts';

const { shape } = modelCard;

export const modelRecord = z.object({
  id: shape.id,
  object: z.literal('model'),
  created: z.number().int().describe('Unix time since when the model exists on this server.'),
  owned_by: z.string(),
  supported_endpoint_types: z
    .array(z.string())
    .describe('For clients of new-api: `image-generation`, `openai-video`, and `openai` for chats.'),
  architecture: z
    .object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) })
    .describe("For clients of OpenRouter's format."),
  name: shape.name,
  description: shape.description.describe(
    'In Chinese if `Accept-Language` requests it and the card has a Chinese text.',
  ),
  kind: shape.kind,
  group: shape.group.describe(
    'Group whose tokens can use it, unless the operator assigned it to other groups.',
  ),
  operations: shape.operations,
  versions: shape.versions.describe('Image models: the values of --v and --niji.'),
  prompt_syntax: shape.promptSyntax.describe(
    'How its prompts are read. "plain": braces and :: are words. "open": unknown parameters are passed on. Absent: the whole syntax.',
  ),
  longest_seconds: z
    .number()
    .int()
    .optional()
    .describe('Maximum length of a clip after extensions, in seconds. Absent: clips cannot be extended.'),
  tiers: shape.tiers.describe('Factor applied to the unit price, by tier.'),
  price: z.object({
    unit: z.enum(priceUnits),
    currency: z.string(),
    version: z.string(),
    rules: z
      .array(
        z.object({
          when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
          unit_price: z
            .string()
            .describe('What the token pays for a unit in a tier whose factor is 1, as a decimal string.'),
        }),
      )
      .describe('Of the matching rules, the one with the most conditions applies.'),
  }),
  parameters: z
    .looseObject({ properties: z.record(z.string(), parameterSchema) })
    .describe(
      'JSON Schema of the request parameters with their defaults, for POST /v1/videos or the image interface.',
    ),
  references: z
    .record(z.string(), z.object({ max: z.number().int(), required: z.boolean() }))
    .describe('Accepted image inputs, by field.'),
});

export type ModelRecord = ReadOnly<z.output<typeof modelRecord>>;

export interface ModelDependencies {
  readonly catalogue: Catalogue;
  readonly currency: string;
  /** All fields of a request for the model, as JSON Schema. */
  readonly requestSchema: (card: ModelCard) => object;
}

interface ListDependencies extends ModelDependencies {
  /** The models of a token's group, the one first that clients should choose by themselves. */
  readonly modelsFor: (token: Call['token']) => readonly Model[];
}

export function listModels({ modelsFor, ...parts }: ListDependencies) {
  return async ({ token, language }: Call) => ({
    object: 'list',
    data: findOffers(token, modelsFor).map(offer => toModelRecord(offer, { ...parts, language })),
  });
}

export function getModel(parts: ModelDependencies) {
  return async ({ params, token, language }: Call) => {
    const offers = findOffers(token, inGroup => usableModels(parts.catalogue, inGroup));
    const offer = offers.find(({ card }) => card.id === params['id']);
    if (!offer) throw new AppError('model_not_found', { model: params['id'] ?? '' });
    return toModelRecord(offer, { ...parts, language });
  };
}

/** A model that a key can use. */
interface Offer {
  readonly card: ModelCard;
  /** The token in the group that charges it. */
  readonly token: Call['token'];
  /** All models of that group. */
  readonly usable: readonly Model[];
}

/** The models of all groups of a token. One that is in both is charged by the group of its own kind. */
function findOffers(token: Call['token'], modelsFor: ListDependencies['modelsFor']): Offer[] {
  const offers = tokenInGroups(token).flatMap(inGroup => {
    const usable = modelsFor(inGroup);
    return usable.map(({ card }) => ({ card, token: inGroup, usable }));
  });
  const isOfKind = (offer: Offer) => offer.token.kind === offer.card.kind;
  return offers.filter(
    offer => isOfKind(offer) || !offers.some(other => other.card.id === offer.card.id && isOfKind(other)),
  );
}

/**
 * The versions that mean this model for a token, without those that the operator has given to
 * another model that it can use.
 */
function listVersions(
  { card: { id, versions }, usable, token }: Offer,
  catalogue: Pick<Catalogue, 'modelOfVersion'>,
): ModelCard['versions'] {
  return versions?.filter(version => {
    const mappedId = catalogue.modelOfVersion(token.group, version);
    return mappedId === undefined || mappedId === id || !usable.some(({ card }) => card.id === mappedId);
  });
}

function forOtherFormats({ kind, operations, references }: ModelCard) {
  const takesImages = operations.includes('edit') || Object.keys(references).length > 0;
  const makesImages = kind === 'image' && operations.includes('grid');
  const makesClips = operations.includes('clip');
  return {
    // `openai` is chat, which every model has.
    supported_endpoint_types: [
      ...(kind === 'video' ? ['openai-video'] : []),
      ...(makesImages ? ['image-generation'] : []),
      'openai',
    ],
    architecture: {
      input_modalities: takesImages ? ['text', 'image'] : ['text'],
      output_modalities: [...(makesImages ? ['image'] : []), ...(makesClips ? ['video'] : [])],
    },
  };
}

function toModelRecord(
  offer: Offer,
  { catalogue, currency, requestSchema, language }: ModelDependencies & Pick<Call, 'language'>,
) {
  const { card, token } = offer;
  const { id, name, kind, group, operations, tiers, references } = card;
  const versions = listVersions(offer, catalogue);
  const price = {
    unit: card.price.unit,
    currency,
    version: card.price.version,
    rules: card.price.rules.map(rule => ({
      ...(rule.when && { when: rule.when }),
      unit_price: shownPrice(rule.unitPrice, token.groupRules.factorMicros),
    })),
  };
  return {
    id,
    object: 'model',
    created: Math.floor(catalogue.createdMs(id) / 1000),
    owned_by: 'kinora',
    ...forOtherFormats(card),
    name,
    description: descriptionIn(card, language),
    kind,
    group,
    operations,
    ...(versions && { versions }),
    ...(card.longestSeconds !== undefined && { longest_seconds: card.longestSeconds }),
    tiers,
    price,
    parameters: requestSchema(card),
    references,
  };
}
