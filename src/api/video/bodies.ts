/** Requests of the video interface: the OpenAI videos format with additional fields. */
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { z } from 'zod';
import { termFields } from '../http/tasks/request-terms.ts';

const webhookField = z
  .string()
  .max(2000)
  .refine(text => text !== '', reasonCode('url_empty'))
  .optional()
  .meta({
    minLength: 1,
    description: 'URL that is notified when the clip has completed or failed (docs/hooks.md).',
  });

/** What a request contains about its task besides the clip. */
export const terms = { ...termFields, webhook_url: webhookField };
export type TermsBody = Partial<z.infer<z.ZodObject<typeof terms>>>;

/** The fields that all models share. The others are parameters of the model, checked against its card. */
export const createBody = z.looseObject({
  model: z.string().optional().describe("A model of the token's group. Default: set by the operator."),
  prompt: z.string().min(1).max(6000).describe('Description of the clip.'),
  size: z.string().optional().describe('Size as WIDTHxHEIGHT, instead of aspect_ratio and resolution.'),
  aspect_ratio: z.string().optional().describe('Aspect ratio, for example 16:9.'),
  resolution: z.string().optional().describe('Resolution: pixels of the shorter side, for example 720p.'),
  seconds: z.union([z.string(), z.number()]).optional().describe('Length of the clip in seconds.'),
  duration: z.union([z.string(), z.number()]).optional().describe('Alias of seconds.'),
  fps: z.union([z.string(), z.number()]).optional().describe('Frames per second, as supported by the model.'),
  seed: z
    .union([z.string(), z.number()])
    .optional()
    .describe('Seed. The same request with the same seed produces the same clip.'),
  tier: z.enum(['relax', 'fast', 'turbo']).optional().describe('Tier, which sets priority and price.'),
  ...terms,
});
export type CreateBody = z.infer<typeof createBody>;

const tierField = createBody.shape.tier;
const clipField = z.unknown().describe('One of your finished clips: {"id": …}, or its file.');

export const remixBody = z.strictObject({
  prompt: z.string().min(1).max(6000),
  tier: tierField,
  ...terms,
});
export type RemixBody = z.infer<typeof remixBody>;

export const editBody = remixBody.extend({ video: clipField });
export type EditBody = z.infer<typeof editBody>;

export const extendBody = z.strictObject({
  prompt: z.string().min(1).max(6000).optional(),
  seconds: z.union([z.string(), z.number()]).optional().describe('Seconds to add.'),
  video: clipField,
  tier: tierField,
  ...terms,
});
export type ExtendBody = z.infer<typeof extendBody>;

/** For routes without a query, so that misspelled parameters are reported. */
export const noQuery = z.strictObject({});

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional().describe('ID of the last video of the previous page. Empty: the first page.'),
});
export const contentQuery = z.strictObject({
  variant: z
    .string()
    .optional()
    .meta({ enum: ['video', 'thumbnail', 'spritesheet'], description: 'File to download. Default: video.' }),
});
