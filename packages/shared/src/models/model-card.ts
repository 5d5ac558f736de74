/**
 * Model cards: data about the name, the parameters and the price of a model. They are files in
 * `models/`, or rows of the operator.
 */
import { z } from 'zod';
import { jobKinds } from './job-kinds.ts';
import type { Language } from '../errors/errors.ts';
import { reasonCode } from '../errors/reason-code.ts';
import { parseMicros } from '../money.ts';
import { promptSyntaxes } from './prompt-syntax.ts';

export const tiers = ['relax', 'fast', 'turbo'] as const;
export type Tier = (typeof tiers)[number];
/** The order in which tasks are leased. */
export const tierRanks: Readonly<Record<Tier, number>> = { turbo: 1, fast: 2, relax: 3 };

/** An operation of a model is a kind of job. */
export const operations = jobKinds;
export type Operation = (typeof operations)[number];

/** Operations that language models carry out. They return texts, so any model can answer for all others. */
export const questionOperations = ['describe', 'shorten'] as const satisfies readonly Operation[];

export const priceUnits = ['clip', 'second', 'image'] as const;
export type PriceUnit = (typeof priceUnits)[number];

const amount = z.string().refine(isAmount, reasonCode('decimal'));

/** Matches when every parameter named in `when` has the value given; the rule with most conditions wins. */
const priceRule = z.strictObject({
  when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  unitPrice: amount,
});

/** The fields of a video request that bring pictures. */
export const referenceFields = ['input_reference', 'first_frame', 'last_frame', 'reference_images'] as const;
export type ReferenceField = (typeof referenceFields)[number];

const pixels = z
  .number()
  .int()
  .min(1)
  .max(8192 * 8192);
const side = z.number().int().min(16).max(8192);

/** `list`: only these sizes. The other limits do not apply. */
export const sizeRules = z.strictObject({
  multiple: z.number().int().min(1).max(256).default(8),
  minPixels: pixels.exactOptional(),
  maxPixels: pixels.exactOptional(),
  list: z
    .array(z.strictObject({ width: side, height: side }))
    .min(1)
    .max(100)
    .exactOptional(),
});

const referenceRule = z.strictObject({
  max: z.number().int().min(1),
  /** Whether a request without it is rejected. */
  required: z.boolean().default(false),
});

/** JSON Schema of one parameter. Keywords that the Console reads are named; others are allowed. */
export const parameterSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
});

const parametersSchema = z.strictObject({
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), parameterSchema),
});

/**
 * `blank`: a picture that is all black, which is otherwise taken for that of a filter or of a
 * calculation that failed. `any-size`: one, or a clip, of less than half of the size that was asked
 * for, or of quite another shape.
 */
export const acceptedResults = ['blank', 'any-size'] as const;
export type AcceptedResult = (typeof acceptedResults)[number];

export const modelCard = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, reasonCode('model_id')),
  name: z.string(),
  description: z.string(),
  /** The Chinese description. Absent if the English one is shown to everybody. */
  descriptionZh: z.string().min(1).optional(),
  kind: z.enum(['image', 'video']),
  /** The group whose tokens may use it. */
  group: z.string(),
  /**
   * Name of the engine instance, for cards that come with the product. The
   * operator's models have routes instead.
   */
  engine: z.string().optional(),
  /** The kinds of jobs that the model supports. Buttons that need another kind are not offered. */
  operations: z.array(z.enum(operations)).min(1),
  /** The operations that requests without a model get from this one, although others support them, too. */
  defaultFor: z.array(z.enum(questionOperations)).min(1).optional(),
  /** Image models: the `--v` and `--niji` values it draws; `niji 6` for `--niji 6`. */
  versions: z.array(z.string()).optional(),
  /** Image models: how prompts are read, if not with the whole syntax of docs/prompts.md. */
  promptSyntax: z.enum(promptSyntaxes).optional(),
  /** Tier -> factor on the unit price. A tier that is not named is not offered. */
  tiers: z.partialRecord(z.enum(tiers), amount),
  price: z.strictObject({ version: z.string(), unit: z.enum(priceUnits), rules: z.array(priceRule).min(1) }),
  /** JSON Schema (draft 2020-12) of the parameters a client may send, with defaults. */
  parameters: parametersSchema,
  /** The fields that bring pictures. The model rejects fields that are not named here. */
  references: z.partialRecord(z.enum(referenceFields), referenceRule).default({}),
  /** The pixel sizes that the model makes. A job gets the nearest one. Absent if the engine knows. */
  sizes: sizeRules.optional(),
  /** Results that are failures of the engine for other models. */
  accepts: z.array(z.enum(acceptedResults)).min(1).optional(),
  /** Maximum length of a clip with extensions. Absent if clips cannot be extended. */
  longestSeconds: z.number().int().optional(),
  /** Recommended time between two polls, in milliseconds. */
  pollAfterMs: z.number().int().min(100).default(1000),
});

export type ModelCard = z.infer<typeof modelCard>;

/**
 * The card of an operator's model, as a row: its prices and tiers are price
 * versions, and its engines are routes.
 */
export const storedCard = modelCard.omit({ price: true, tiers: true, engine: true });
export type StoredCard = z.infer<typeof storedCard>;

/** The description in the language of the caller. */
export function descriptionIn({ description, descriptionZh }: ModelCard, language: Language): string {
  return language === 'zh' ? (descriptionZh ?? description) : description;
}

function isAmount(text: string): boolean {
  try {
    return parseMicros(text) >= 0n;
  } catch {
    return false;
  }
}
