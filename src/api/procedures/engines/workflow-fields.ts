/** Fields of workflows in requests. Objects are JSON, also on the command line. */
import { z } from 'zod';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { json } from '../fields/instance-fields.ts';

const maxBytes = 1024 * 1024;

/** Matches a null character or half of a surrogate pair. JSON escapes both, and nothing else in this way. */
const notStorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * The deepest nesting of a workflow. Workflows of ComfyUI have four levels. The text of `workflow_depth`
 * names the limit.
 */
const maxLevels = 20;

function findFault(value: unknown): string | undefined {
  // JSON cannot be written from what is nested some thousand levels deep.
  if (isDeeperThan(maxLevels, value)) return reasonCode('workflow_depth');
  const text = JSON.stringify(value) ?? '';
  if (Buffer.byteLength(text) > maxBytes) return reasonCode('workflow_size');
  return notStorable.test(text) ? reasonCode('workflow_text') : undefined;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner));
}

export const graph = json(
  z.unknown().superRefine((value, context) => {
    const fault = findFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
).describe('The workflow, exported from ComfyUI with "Export (API)"; on the command line, its file.');

export const primitive = z
  .string()
  .min(1)
  .max(40)
  .describe('What it is for: generate, imageToImage, inpaint, instruct, upscale, clip or ask.');

export const slots = json(
  z
    .array(
      z.strictObject({
        slot: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/),
        node: z.string().max(200),
        input: z.string().max(200).nullish(),
        optional: z.boolean().optional(),
      }),
    )
    .max(200),
)
  .optional()
  .describe(
    'Inputs that Kinora sets, as JSON: [{"slot": "prompt", "node": "6", "input": "text"}]. In addition to slots in titles. "workflow read" suggests them.',
  );

export const sizes = json(
  z.strictObject({
    multiple: z.int().min(1).max(256).optional(),
    minPixels: z.int().min(1).max(268_435_456).optional(),
    maxPixels: z.int().min(1).max(268_435_456).optional(),
  }),
)
  .optional()
  .describe('Sizes that it makes, as JSON: {"multiple": 16, "maxPixels": 1600000}. Default: multiples of 8.');

export const timing = json(
  z
    .strictObject({ framesPerSecond: z.number().min(1).max(120), multiple: z.int().min(1).max(64) })
    .nullable(),
)
  .optional()
  .describe(
    'For clips, as JSON: the frame rate, and the number of which the frame count minus one must be a multiple: {"framesPerSecond": 16, "multiple": 4}.',
  );
