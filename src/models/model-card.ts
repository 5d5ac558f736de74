/** A model card: data that says what a model is called, what it takes, what it costs. Files in `models/`. */
import { z } from 'zod';
import type { Language } from '../errors.ts';
import { parseMicros } from '../lib/money.ts';

export const tiers = ['relax', 'fast', 'turbo'] as const;
export type Tier = (typeof tiers)[number];

/** What an engine can be asked for (`JobKind` in engines/engine.ts). */
export const operations = [
  'grid',
  'upscale',
  'variation',
  'edit',
  'retexture',
  'outpaint',
  'clip',
  'describe',
  'shorten',
] as const;
export type Operation = (typeof operations)[number];

export const priceUnits = ['clip', 'second', 'image'] as const;
export type PriceUnit = (typeof priceUnits)[number];

const amount = z.string().refine(isAmount, 'a decimal string with at most six places');

/** Matches when every parameter named in `when` has the value given; the rule with most conditions wins. */
const priceRule = z.strictObject({
  when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  unitPrice: amount,
});

/** The fields of a video request that bring pictures. */
export const referenceFields = ['input_reference', 'first_frame', 'last_frame', 'reference_images'] as const;
export type ReferenceField = (typeof referenceFields)[number];

const referenceRule = z.strictObject({
  max: z.number().int().min(1),
  /** It makes nothing without. */
  required: z.boolean().default(false),
});

const parameterSchema = z.strictObject({
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), z.record(z.string(), z.json())),
});

export const modelCard = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  name: z.string(),
  description: z.string(),
  /** The same in Chinese; absent: it is told in English to everybody. */
  descriptionZh: z.string().min(1).optional(),
  kind: z.enum(['image', 'video']),
  /** The group whose tokens may use it. */
  group: z.string(),
  /** Name of the engine that renders it (app.ts lists them). */
  engine: z.string(),
  /** What it can be asked for. Buttons that need anything else are not offered. */
  operations: z.array(z.enum(operations)).min(1),
  /** Image models: the `--v` and `--niji` values it draws; `niji 6` for `--niji 6`. */
  versions: z.array(z.string()).optional(),
  /** Tier -> factor on the unit price. A tier that is not named is not offered. */
  tiers: z.partialRecord(z.enum(tiers), amount),
  price: z.strictObject({ version: z.string(), unit: z.enum(priceUnits), rules: z.array(priceRule).min(1) }),
  /** JSON Schema (draft 2020-12) of the parameters a client may send, with defaults. */
  parameters: parameterSchema,
  /** Which pictures it starts from, by field. Not named: not taken. */
  references: z.partialRecord(z.enum(referenceFields), referenceRule).default({}),
  /** How long a clip may become by extensions; absent: none are made. */
  longestSeconds: z.number().int().optional(),
  /** How often it makes sense to poll, in milliseconds. */
  pollAfterMs: z.number().int().min(100).default(1000),
});

export type ModelCard = z.infer<typeof modelCard>;

/** What it says of itself, in the language that the caller reads. */
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
