/** What clients of the image interface send. Unknown fields are ignored: clients of this format send many. */
import { z } from 'zod';

const stateText = z.string().max(2000).nullish().describe('Echoed in the record.');
const notifyHook = z
  .string()
  .max(2000)
  .nullish()
  .describe('Address that every change of the task is posted to; empty: none of its own.');
const accountFilter = z
  .looseObject({ modes: z.array(z.enum(['RELAX', 'FAST', 'TURBO'])).nullish() })
  .nullish()
  .describe('Only `modes` counts: the first one is the tier.');
const botType = z.string().nullish().describe('MID_JOURNEY, or NIJI_JOURNEY for the anime look.');
const picture = z
  .string()
  .describe('Base64, with or without `data:image/png;base64,` in front, or an address.');
const idText = z.union([z.string(), z.number().int().nonnegative()]).transform(String);
const index = z.union([z.number().int(), z.string().regex(/^\d$/).transform(Number)]);

/** What every submit may carry. */
const common = { state: stateText, notifyHook, accountFilter };

export const imagineBody = z.looseObject({
  prompt: z.string().describe('Words, with inline parameters (docs/prompts.md).'),
  base64Array: z.array(picture).max(5).nullish().describe('Image prompts.'),
  base64: picture.nullish().describe('One image prompt.'),
  botType,
  ...common,
});
export type ImagineBody = z.infer<typeof imagineBody>;

export const actionBody = z.looseObject({
  taskId: idText.describe('Id of the finished task.'),
  customId: z.string().describe('The customId of one of its buttons.'),
  strong: z.boolean().nullish().describe('V1-V4: vary strongly.'),
  enableRemix: z
    .boolean()
    .nullish()
    .describe('Ask for a changed prompt first: the task waits for its modal.'),
  ...common,
});
export type ActionBody = z.infer<typeof actionBody>;

export const changeBody = z.looseObject({
  taskId: idText.describe('Id of the finished grid.'),
  action: z.enum(['UPSCALE', 'VARIATION', 'REROLL']),
  index: index.nullish().describe('1-4; of no meaning with REROLL.'),
  ...common,
});
export type ChangeBody = z.infer<typeof changeBody>;

export const simpleChangeBody = z.looseObject({
  content: z.string().describe('`<task id> U2`: U1-U4, V1-V4 or R.'),
  ...common,
});
export type SimpleChangeBody = z.infer<typeof simpleChangeBody>;

export const modalBody = z.looseObject({
  taskId: idText.describe('Id of the task that waits.'),
  prompt: z.string().nullish().describe('Empty: as proposed in `properties.finalPrompt`.'),
  maskBase64: picture.nullish().describe('Vary (Region): white is painted anew.'),
  ...common,
});
export type ModalBody = z.infer<typeof modalBody>;

export const blendBody = z.looseObject({
  base64Array: z.array(picture).describe('2 to 5 pictures.'),
  dimensions: z
    .union([z.enum(['PORTRAIT', 'SQUARE', 'LANDSCAPE']), z.literal('')])
    .nullish()
    .describe('2:3, 1:1 (the default) or 3:2.'),
  botType,
  ...common,
});
export type BlendBody = z.infer<typeof blendBody>;

export const describeBody = z.looseObject({
  base64: picture.nullish(),
  link: z.string().nullish().describe('Its address instead.'),
  botType,
  ...common,
});
export type DescribeBody = z.infer<typeof describeBody>;

export const shortenBody = z.looseObject({ prompt: z.string(), botType, ...common });
export type ShortenBody = z.infer<typeof shortenBody>;

export const editBody = z.looseObject({
  prompt: z.string(),
  image: picture,
  maskBase64: picture.nullish().describe('White is painted anew; absent: the whole picture.'),
  botType,
  ...common,
});
export type EditBody = z.infer<typeof editBody>;

export const videoBody = z.looseObject({
  prompt: z.string().nullish().describe('Words for the motion; may be empty.'),
  image: picture.nullish().describe('The first frame.'),
  base64: picture.nullish().describe('The same.'),
  endImage: picture.nullish().describe('The last frame.'),
  motion: z.union([z.enum(['low', 'high']), z.literal('')]).nullish(),
  loop: z.boolean().nullish(),
  batchSize: z
    .union([z.literal(1), z.literal(2), z.literal(4)])
    .nullish()
    .describe('How many; 4 is usual.'),
  videoType: z
    .union([z.enum(['vid_1.1_i2v_480', 'vid_1.1_i2v_720']), z.literal('')])
    .nullish()
    .describe('480 or 720 lines.'),
  taskId: idText.nullish().describe('A finished task whose picture it starts from.'),
  index: index.nullish().describe('Which of its candidates, 0-3.'),
  action: z
    .union([z.literal('extend'), z.literal('')])
    .nullish()
    .describe('`extend`: go on with a finished clip.'),
  mode: z.enum(['RELAX', 'FAST', 'TURBO']).nullish(),
  botType,
  ...common,
});
export type VideoBody = z.infer<typeof videoBody>;

export const showBody = z.looseObject({
  jobId: z.string().describe('The uuid of its buttons (properties.messageHash).'),
});
export type ShowBody = z.infer<typeof showBody>;

export const uploadBody = z.looseObject({ base64Array: z.array(picture).min(1).max(5) });
export type UploadBody = z.infer<typeof uploadBody>;

export const listBody = z.looseObject({ ids: z.array(idText).max(1000).nullish() });
