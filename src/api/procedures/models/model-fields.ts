/** Fields of the operator's models in requests, and the cards that they make. */
import { z } from 'zod';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { promptVersions } from '@kinora/shared/prompt/image-versions';
import { promptSyntaxes } from '@kinora/shared/models/prompt-syntax';
import { clipParameters } from '@kinora/shared/models/clip-parameters';
import { compileParameters } from '../../../core/catalogue/models/check-parameters.ts';
import {
  acceptedResults,
  modelCard,
  operations,
  questionOperations,
  sizeRules,
  storedCard,
  type StoredCard,
} from '@kinora/shared/models/model-card';
import { list, number, orNone } from '../fields/fields.ts';
import { json } from '../fields/instance-fields.ts';

const card = modelCard.shape;

/** A prompt cannot ask for other versions. */
const versions = list
  .pipe(z.array(z.enum(promptVersions)))
  .describe('Values of --v and --niji that select this model in its group, comma-separated: 7, niji 6.');

export const cardFields = {
  name: z.string().trim().min(1).max(100).optional().describe('Display name. Default: the model ID.'),
  description: z
    .string()
    .trim()
    .max(2000)
    .optional()
    .describe('Description, shown to clients in the list of models.'),
  description_zh: orNone(z.string().trim().min(1).max(2000)).optional().describe('Chinese description.'),
  group: z
    .string()
    .optional()
    .describe(
      'Existing group whose tokens may use it. Default: image or video. To create another group, add the model first, then name it: group create <group> --models <model>.',
    ),
  operations: list
    .pipe(z.array(z.enum(operations)).min(1))
    .optional()
    .describe(
      `Operations it supports, comma-separated: ${operations.join(', ')}. Those that no engine of the model can do are not offered. Default: all but clip; for video, clip.`,
    ),
  default_for: orNone(list.pipe(z.array(z.enum(questionOperations)).min(1)))
    .optional()
    .describe(
      'Operations that requests without a model get from this one, comma-separated: describe, shorten. "none": from the first model that supports them.',
    ),
  versions: versions.optional(),
  prompt_syntax: orNone(z.enum(promptSyntaxes))
    .optional()
    .describe(
      'How prompts are read. "plain": braces and :: are words, because the model has its own meaning for them. "open": parameters that Kinora does not know are passed to a Midjourney upstream. "none": the whole syntax, and unknown parameters are rejected.',
    ),
  parameters: json(card.parameters.shape.properties)
    .optional()
    .describe(
      'Parameters that clients may send, as JSON: {"steps": {"type": "integer", "minimum": 1, "maximum": 50, "default": 20}}.',
    ),
  references: json(card.references.unwrap())
    .optional()
    .describe('Images that a video request may contain, as JSON: {"first_frame": {"max": 1}}.'),
  sizes: orNone(json(sizeRules))
    .optional()
    .describe(
      'Pixel sizes that the model makes, as JSON: {"multiple": 64, "maxPixels": 1048576} or {"list": [{"width": 1024, "height": 1024}]}. "none": the engine decides.',
    ),
  accepts: orNone(list.pipe(z.array(z.enum(acceptedResults)).min(1)))
    .optional()
    .describe(
      'Results that fail a task otherwise, comma-separated: blank (an image that is all black), any-size (an image or clip of less than half of the requested size, or of another shape). "none": neither.',
    ),
  longest_seconds: orNone(number().int().min(1).max(600))
    .optional()
    .describe('Maximum length of a clip with extensions. "none": clips cannot be extended.'),
  aliases: list
    .pipe(z.array(z.string().max(100)).max(20))
    .optional()
    .describe('Other names by which clients ask for it, comma-separated: sora-2, MiniMax-Hailuo-02.'),
};
export type CardFields = z.output<z.ZodObject<typeof cardFields>>;

/** The parameters that a model of clips needs: without them, the size and length of a clip are not known. */
const neededOfClips = ['seconds', 'resolution', 'aspect_ratio'];

export function newCard(id: string, kind: 'image' | 'video', fields: CardFields): StoredCard {
  const base: StoredCard = {
    id,
    name: id,
    description: '',
    kind,
    group: kind,
    operations: kind === 'video' ? ['clip'] : operations.filter(operation => operation !== 'clip'),
    parameters: {
      type: 'object',
      additionalProperties: false,
      properties: kind === 'video' ? clipParameters : {},
    },
    references: {},
    pollAfterMs: 1000,
  };
  return withFields(base, fields);
}

/** Throws AppError `field_invalid`. */
export function withFields(before: StoredCard, fields: CardFields): StoredCard {
  const { parameters, description_zh: descriptionZh, longest_seconds: longestSeconds } = fields;
  const after: Record<string, unknown> = { ...before };
  for (const field of ['name', 'description', 'group', 'operations', 'versions', 'references'] as const)
    if (fields[field] !== undefined) after[field] = fields[field];
  if (parameters !== undefined) after['parameters'] = { ...before.parameters, properties: parameters };
  if (descriptionZh !== undefined) after['descriptionZh'] = descriptionZh ?? undefined;
  if (fields.default_for !== undefined) after['defaultFor'] = fields.default_for ?? undefined;
  if (fields.prompt_syntax !== undefined) after['promptSyntax'] = fields.prompt_syntax ?? undefined;
  if (fields.sizes !== undefined) after['sizes'] = fields.sizes ?? undefined;
  if (fields.accepts !== undefined) after['accepts'] = fields.accepts ?? undefined;
  if (longestSeconds !== undefined) after['longestSeconds'] = longestSeconds ?? undefined;
  const validCard = storedCard.parse(after);
  rejectIncomplete(validCard);
  return validCard;
}

function rejectIncomplete(card: StoredCard): void {
  const { kind, operations: does, versions: means = [], defaultFor = [], parameters } = card;
  const unsupportedOperation = defaultFor.find(operation => !does.includes(operation));
  if (unsupportedOperation !== undefined)
    throw fieldInvalid('default_for', 'default_unsupported', { operation: unsupportedOperation });
  const isClipAlone = does.length === 1 && does[0] === 'clip';
  if (!isClipAlone && (kind === 'video' || does.includes('clip')))
    throw fieldInvalid('operations', 'operations_of_kind');
  if (kind === 'video' && means.length > 0) throw fieldInvalid('versions', 'versions_of_image');
  const missing = neededOfClips.find(name => parameters.properties[name]?.['default'] === undefined);
  if (kind === 'video' && missing !== undefined)
    throw fieldInvalid('parameters', 'clip_parameter', { name: missing });
  try {
    const price = { version: '', unit: 'image' as const, rules: [{ unitPrice: '0' }] };
    compileParameters({ ...card, tiers: {}, price })({});
  } catch (error) {
    throw fieldInvalid('parameters', 'other', { problem: (error as Error).message });
  }
}
