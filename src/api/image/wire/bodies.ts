/** What clients of the image interface send. Unknown fields are ignored: clients of this format send many. */
import { z } from 'zod';

const stateText = z.string().max(255).nullish().describe('Any text; returned in the record.');
const notifyHook = z
  .string()
  .max(2000)
  .nullish()
  .describe('URL that every change of the task is posted to. Empty: the default of the server.');
const accountFilter = z
  .looseObject({ modes: z.array(z.enum(['RELAX', 'FAST', 'TURBO'])).nullish() })
  .nullish()
  .describe('Only `modes` is used: its first value selects the tier.');
const botType = z.string().nullish().describe('MID_JOURNEY, or NIJI_JOURNEY for an anime style.');
const picture = z.string().describe('A URL, or Base64 with or without the prefix `data:image/png;base64,`.');
const idText = z.union([z.string(), z.number().int().nonnegative()]).transform(String);
const modelName = z
  .string()
  .regex(/^[^\s-]\S{0,99}$/, 'expected the ID or an alias of a model')
  .nullish();
const index = z.union([z.number().int(), z.string().regex(/^\d$/).transform(Number)]);

/** What every submit may carry. */
const common = { state: stateText, notifyHook, accountFilter };

export const imagineBody = z.looseObject({
  prompt: z.string().describe('Prompt text with inline parameters (docs/prompts.md).'),
  base64Array: z.array(picture).max(5).nullish().describe('Image prompts.'),
  base64: picture.nullish().describe('A single image prompt.'),
  model: modelName.describe(
    'Model ID or alias; the same as --model in the prompt. Default: the model of the version.',
  ),
  botType,
  ...common,
});
export type ImagineBody = z.infer<typeof imagineBody>;

export const actionBody = z.looseObject({
  taskId: idText.describe('ID of the finished task.'),
  customId: z.string().describe('customId of one of its buttons.'),
  strong: z.boolean().nullish().describe('For V1 to V4: strong variation.'),
  enableRemix: z.boolean().nullish().describe('Wait for a modal with a changed prompt before starting.'),
  ...common,
});
export type ActionBody = z.infer<typeof actionBody>;

export const changeBody = z.looseObject({
  taskId: idText.describe('ID of the finished grid.'),
  action: z.enum(['UPSCALE', 'VARIATION', 'REROLL']),
  index: index.nullish().describe('Image 1 to 4; ignored for REROLL.'),
  ...common,
});
export type ChangeBody = z.infer<typeof changeBody>;

export const simpleChangeBody = z.looseObject({
  content: z.string().describe('Task ID and button, for example `<task id> U2`: U1 to U4, V1 to V4 or R.'),
  ...common,
});
export type SimpleChangeBody = z.infer<typeof simpleChangeBody>;

export const modalBody = z.looseObject({
  taskId: idText.describe('ID of the waiting task.'),
  prompt: z
    .string()
    .nullish()
    .describe('Prompt text. Empty: the prompt proposed in `properties.finalPrompt`.'),
  maskBase64: picture.nullish().describe('Mask for Vary (Region): white areas are regenerated.'),
  ...common,
});
export type ModalBody = z.infer<typeof modalBody>;

export const blendBody = z.looseObject({
  base64Array: z.array(picture).describe('2 to 5 images.'),
  dimensions: z
    .union([z.enum(['PORTRAIT', 'SQUARE', 'LANDSCAPE']), z.literal('')])
    .nullish()
    .describe('Aspect ratio: 2:3, 1:1 (default) or 3:2.'),
  model: modelName.describe(
    'Model ID or alias. Default: the model of the version if it blends images, otherwise the first one that does.',
  ),
  botType,
  ...common,
});
export type BlendBody = z.infer<typeof blendBody>;

export const describeBody = z.looseObject({
  base64: picture.nullish(),
  link: z.string().nullish().describe('URL of the image, instead of base64.'),
  model: modelName.describe(
    'Model ID or alias. Default: the default model for describe, otherwise the first one that describes images.',
  ),
  botType,
  ...common,
});
export type DescribeBody = z.infer<typeof describeBody>;

export const shortenBody = z.looseObject({
  prompt: z.string(),
  model: modelName.describe(
    'Model ID or alias. Default: the model of --model if it shortens prompts, otherwise the default model for shorten, otherwise the first one that does.',
  ),
  botType,
  ...common,
});
export type ShortenBody = z.infer<typeof shortenBody>;

export const editBody = z.looseObject({
  prompt: z.string(),
  image: picture,
  maskBase64: picture.nullish().describe('Mask: white areas are regenerated. Default: the whole image.'),
  model: modelName.describe(
    'Model ID or alias; the same as --model in the prompt. Default: the model of the version.',
  ),
  botType,
  ...common,
});
export type EditBody = z.infer<typeof editBody>;

export const videoBody = z.looseObject({
  prompt: z.string().nullish().describe('Description of the motion; may be empty.'),
  image: picture.nullish().describe('First frame.'),
  base64: picture.nullish().describe('Alias of image.'),
  endImage: picture.nullish().describe('Last frame.'),
  motion: z.union([z.enum(['low', 'high']), z.literal('')]).nullish(),
  loop: z.boolean().nullish(),
  batchSize: z
    .union([z.literal(1), z.literal(2), z.literal(4)])
    .nullish()
    .describe('Number of candidates. Default: 4.'),
  videoType: z
    .union([z.enum(['vid_1.1_i2v_480', 'vid_1.1_i2v_720']), z.literal('')])
    .nullish()
    .describe('Resolution: 480 or 720 lines.'),
  taskId: idText.nullish().describe('ID of a finished task to start from.'),
  index: index.nullish().describe('Candidate of that task, 0 to 3.'),
  action: z
    .union([z.literal('extend'), z.literal('')])
    .nullish()
    .describe('`extend`: extend a finished clip.'),
  mode: z.enum(['RELAX', 'FAST', 'TURBO']).nullish(),
  model: modelName.describe('Model ID or alias; the same as --model in the prompt.'),
  botType,
  ...common,
});
export type VideoBody = z.infer<typeof videoBody>;

export const showBody = z.looseObject({
  jobId: z.string().describe('UUID used by its buttons (properties.messageHash).'),
});
export type ShowBody = z.infer<typeof showBody>;

export const uploadBody = z.looseObject({ base64Array: z.array(picture).min(1).max(5) });
export type UploadBody = z.infer<typeof uploadBody>;

export const listBody = z.looseObject({ ids: z.array(idText).max(1000).nullish() });
