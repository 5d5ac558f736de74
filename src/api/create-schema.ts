/**
 * All fields of a request for a model as one JSON Schema, so that a client can build
 * its form from the card alone.
 */
import { z } from 'zod';
import { listClipSizes } from '@kinora/shared/models/clip-size';
import { referenceFields, type ModelCard } from '@kinora/shared/models/model-card';
import { imagineBody, videoBody } from './image/wire/bodies.ts';
import { pictureInJson } from './video/body-fields.ts';
import { createBody, terms } from './video/bodies.ts';

type Properties = Readonly<Record<string, object>>;

/**
 * The schema of `POST /v1/videos`, or for image models of `/mj/submit/imagine` or, if they only make
 * clips, of `/mj/submit/video`.
 */
export function createSchema(card: ModelCard): object {
  if (card.kind === 'video') return videoSchema(card);
  return bodySchema(card.operations.includes('grid') ? imagineBody : videoBody);
}

function videoSchema(card: ModelCard): object {
  const { properties: shared } = bodySchema(createBody);
  const { model, prompt, size, tier } = shared;
  const { properties: cardParameters } = card.parameters;
  const { default: _, ...seconds } = cardParameters['seconds'] ?? {};
  const sizes = listClipSizes(card).map(({ name }) => name);
  const requiredFields = referenceFields.filter(field => card.references[field]?.required);
  return {
    type: 'object',
    additionalProperties: false,
    required: ['prompt', ...requiredFields],
    properties: {
      model: { ...model, enum: [card.id] },
      prompt,
      ...cardParameters,
      ...(cardParameters['seconds'] && { duration: { ...seconds, description: 'Alias of seconds.' } }),
      ...(sizes.length > 0 && { size: { ...size, enum: sizes } }),
      ...describeReferences(card),
      tier: { ...tier, enum: Object.keys(card.tiers) },
      ...Object.fromEntries(Object.keys(terms).map(name => [name, shared[name] ?? {}])),
    },
  };
}

function describeReferences({ references }: ModelCard): Properties {
  const entries = referenceFields.flatMap(field => {
    const rule = references[field];
    return rule ? [[field, pictureInJson(rule.max)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function bodySchema(shape: z.ZodType): { readonly properties: Properties } {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
  // A JSON Schema of an object: zod types it as one of anything.
  return { properties: schema.properties as Properties };
}
