/**
 * What clients of OpenAI's Images API send (the wire contract is `resources/images.d.ts` of the package
 * `openai`). Forms send numbers and booleans as text. Other fields are allowed: clients send every field that
 * their panels have (read-fields.ts).
 */
import { z } from 'zod';
import { termFields } from '../../http/tasks/request-terms.ts';

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const wholeNumber = (least: number, most: number) => number.pipe(z.number().int().min(least).max(most));
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')]);
/** Panels send an empty text for what was not chosen. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.union([z.enum(values), z.literal('').transform(() => undefined)]).optional();

export const outputFormats = ['png', 'jpeg', 'webp'] as const;

/** What all requests have. */
const common = {
  model: z
    .string()
    .max(100)
    .optional()
    .describe('Model ID or alias (GET /v1/models). Absent: the default model for images.'),
  n: wholeNumber(1, 10).optional().describe('The number of images, each with its price. Default: 1.'),
  size: z
    .string()
    .max(20)
    .optional()
    .describe('`auto`, or width and height such as `1024x1536`: 64 to 4096 pixels each, at most 3:1.'),
  resolution: z
    .string()
    .max(20)
    .optional()
    .describe('`0.5K`, `1K` or `2K`: the size without `size`, in the aspect ratio of the request.'),
  quality: z.string().max(20).optional().describe('`auto` and `standard`; others if the model has them.'),
  background: choice(['transparent', 'opaque', 'auto']).describe('`transparent`: if the model has it.'),
  output_format: choice(outputFormats),
  output_compression: wholeNumber(0, 100).optional().describe('Quality of JPEG and WebP. Default: 92.'),
  response_format: choice(['url', 'b64_json']).describe(
    'Default: `b64_json`; `url` if the model is named dall-e-2 or dall-e-3.',
  ),
  stream: flag.optional().describe('Server-sent events, with previews if `partial_images` asks for them.'),
  partial_images: wholeNumber(0, 3).optional(),
  seed: wholeNumber(0, 2 ** 32 - 1).optional(),
  async: flag.optional().describe('Answer at once with the task, as `/async` does.'),
  ...termFields,
};

export const generationBody = z.looseObject({
  prompt: z.string().describe('Prompt text; inline parameters such as `--ar` work (docs/prompts.md).'),
  aspect_ratio: z.string().max(20).optional().describe('Such as `16:9`, if `size` is not given.'),
  ...common,
});

/** Pictures are files in forms. In JSON, `images` is a list of objects with `image_url` or `file_id`. */
export const editBody = z.looseObject({
  prompt: z.string().describe('What to change.'),
  image: z.unknown().optional().describe('The image to edit, or up to 16: files in a form.'),
  images: z.unknown().optional().describe('The images in JSON: `{"image_url": …}` or `{"file_id": …}` each.'),
  mask: z
    .unknown()
    .optional()
    .describe('Its transparent areas are generated again. Without transparency: its white areas.'),
  ...common,
});

export const variationBody = z.looseObject({
  image: z.unknown().optional().describe('A file.'),
  ...common,
});

/** What a body may have for the task itself. */
export type PlacedBody = Partial<z.infer<z.ZodObject<typeof termFields>>>;
export type CommonBody = z.infer<typeof variationBody>;
export type GenerationBody = z.infer<typeof generationBody>;
export type EditBody = z.infer<typeof editBody>;
export type VariationBody = z.infer<typeof variationBody>;

/** Their names, without those that only one kind of request has. */
export const knownFields: readonly string[] = [
  ...Object.keys(common),
  'prompt',
  'aspect_ratio',
  'image',
  'images',
  'mask',
  'width',
  'height',
];
