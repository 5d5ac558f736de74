/**
 * Settings for the primitives that the model of an instance can do, and for its input fields. `engine
 * propose` finds them in its schema.
 */
import { z } from 'zod';
import { anySizeMultiple } from '../../../planner/size-settings.ts';
import { inputMeanings } from './conventions.ts';

export const modelPrimitives = [
  'generate',
  'imageToImage',
  'inpaint',
  'instruct',
  'upscale',
  'clip',
] as const;
export type ModelPrimitive = (typeof modelPrimitives)[number];

const primitive = modelPrimitives.join('|');
const doesList = new RegExp(`^(${primitive})(, *(${primitive}))*$`);
const field = `[A-Za-z_][A-Za-z0-9_]*(=(${inputMeanings.join('|')}))?`;
const fieldList = new RegExp(`^${field}(, *${field})*$`);
const ratio = String.raw`\d{1,3}:\d{1,3}`;
const ratioList = new RegExp(`^${ratio}(, *${ratio})*$`);

const does = z
  .string()
  .max(200)
  .regex(doesList, `expected words such as generate,imageToImage. Allowed: ${modelPrimitives.join(', ')}`)
  .default('generate')
  .describe(
    'What its model does, comma-separated: generate (images from text), imageToImage (with a strength), inpaint (with a mask), instruct (edits by instruction), upscale, clip.',
  )
  .meta({
    titleZh: '功能',
    descriptionZh:
      '模型的功能，以逗号分隔：generate（由文字生成图片）、imageToImage（带强度）、inpaint（带蒙版）、instruct（按指令编辑）、upscale（放大）、clip（视频）。',
  });

const fieldNames = z
  .string()
  .max(1000)
  .regex(fieldList, 'expected names of input fields such as prompt,image_size,my_picture=picture')
  .describe(
    'Input fields that its model has, comma-separated. Give any other name a meaning: my_picture=picture. "engine propose" lists them.',
  )
  .meta({
    titleZh: '输入字段',
    descriptionZh:
      '模型的输入字段，以逗号分隔。不符合惯例的名称可指定含义：my_picture=picture。“engine propose” 会列出这些字段。',
  });

const otherSettings = {
  most: z
    .int()
    .min(1)
    .max(10)
    .default(4)
    .describe('How many images to request at once, if the model has a field for that.')
    .meta({ titleZh: '每次图片数', descriptionZh: '模型有相应字段时，一个请求所要求的图片数量。' }),
  mostPictures: z
    .int()
    .min(1)
    .max(20)
    .default(4)
    .describe('How many input images it takes, if the model has a field for several.')
    .meta({ titleZh: '输入图片数', descriptionZh: '模型有多图字段时，可接受的输入图片数量。' }),
  ratios: z
    .string()
    .max(300)
    .regex(ratioList, 'expected aspect ratios such as 1:1,16:9')
    .default('1:1,16:9,9:16,4:3,3:4,3:2,2:3')
    .describe('Aspect ratios of its images, if the model has a field for them instead of a size.')
    .meta({ titleZh: '宽高比', descriptionZh: '模型以宽高比而非尺寸指定图片时，可用的宽高比。' }),
  sizeMultiple: anySizeMultiple,
  maxMegapixels: z
    .number()
    .min(0.05)
    .max(64)
    .default(1)
    .describe('The largest image that the model makes, in millions of pixels.')
    .meta({ titleZh: '最大百万像素', descriptionZh: '模型可生成的最大图片，以百万像素计。' }),
  clipsFrom: z
    .enum(['words', 'picture', 'either'])
    .default('either')
    .describe('What a clip is generated from: text only, a first frame, or either.')
    .meta({
      titleZh: '视频起点',
      descriptionZh: '视频的起点：仅文字（words）、首帧图片（picture）或任意一种（either）。',
    }),
  secondsAs: z
    .enum(['number', 'text', 'text-with-s'])
    .default('number')
    .describe('How the length of a clip is written: 5, "5" or "5s".')
    .meta({ titleZh: '时长写法', descriptionZh: '视频时长的写法：5、"5" 或 "5s"。' }),
};

/**
 * The settings that providers of any model share. `fields` is the default of that setting: the fields of most
 * models for pictures at the provider.
 */
export function inputSettings(fields: string) {
  return { does, fields: fieldNames.default(fields), ...otherSettings };
}

const shape = z.object(inputSettings('prompt'));
export type InputSettings = z.infer<typeof shape>;
