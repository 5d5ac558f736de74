/** Settings of an instance. */
import { z } from 'zod';
import { anySizeMultiple } from '../../planner/size-settings.ts';
import { dialectNames } from './dialects.ts';

const sizeList = /^(\d{2,5}x\d{2,5}(, *\d{2,5}x\d{2,5})*)?$/;

export const openAiMediaSettings = z.strictObject({
  dialect: z
    .enum(dialectNames)
    .default('openai')
    .describe('The program that the server runs. Choose the most similar one.')
    .meta({ titleZh: '服务器', descriptionZh: '服务器类型。选择最接近的一种。' }),
  makes: z
    .enum(['pictures', 'edits', 'both', 'clips'])
    .default('pictures')
    .describe(
      'What the engine generates: images from text, edits of images by instruction, both, or clips. If a server generates images and clips, add it as two engines.',
    )
    .meta({
      titleZh: '生成内容',
      descriptionZh:
        '模型生成的内容：由文字生成图片（pictures）、按指令编辑图片（edits）、两者（both）或视频（clips）。同时生成图片和视频的服务器请添加两次。',
    }),
  paid: z
    .boolean()
    .default(true)
    .describe(
      'Each request costs money. A request that was, or may have been, accepted is never repeated. Turn this off for your own server.',
    )
    .meta({
      titleZh: '付费',
      descriptionZh: '每个请求都产生费用：已被或可能已被接受的请求不会重复发送。自己的机器请关闭此项。',
    }),
  most: z
    .int()
    .min(1)
    .max(10)
    .default(4)
    .describe(
      'How many images to request at once. Some models generate only one. Servers with seeds are asked for one.',
    )
    .meta({
      titleZh: '每次图片数',
      descriptionZh: '一个请求所要求的图片数量。有的模型只能生成一张。支持种子的服务器每次一张。',
    }),
  sizes: z
    .string()
    .regex(sizeList, 'expected sizes such as 1024x1024,1536x1024')
    .default('')
    .describe(
      'Sizes that the model supports, such as "1024x1024,1536x1024,1024x1536". Empty: any size within the limits.',
    )
    .meta({
      titleZh: '尺寸',
      descriptionZh: '模型可生成的尺寸，如 “1024x1024,1536x1024,1024x1536”。留空：限制以内的任意尺寸。',
    }),
  sizeMultiple: anySizeMultiple,
  minMegapixels: z
    .number()
    .min(0)
    .max(64)
    .default(0.25)
    .describe('The smallest image or clip that the model generates, in millions of pixels.')
    .meta({ titleZh: '最小百万像素', descriptionZh: '模型可生成的最小图片或视频画面，以百万像素计。' }),
  maxMegapixels: z
    .number()
    .min(0.01)
    .max(64)
    .default(2)
    .describe('The largest image or clip that the model generates, in millions of pixels.')
    .meta({ titleZh: '最大百万像素', descriptionZh: '模型可生成的最大图片或视频画面，以百万像素计。' }),
  negative: z
    .boolean()
    .default(true)
    .describe('Whether negative prompts have an effect. OpenAI and the gateways have none.')
    .meta({ titleZh: '反向提示词', descriptionZh: '反向提示词是否有效。OpenAI 和各网关不支持。' }),
  masks: z
    .enum(['none', 'transparent', 'white'])
    .default('none')
    .describe(
      'What marks the area that an edit repaints: transparent pixels (OpenAI), white pixels (vLLM-Omni), or none if the model ignores masks.',
    )
    .meta({
      titleZh: '蒙版',
      descriptionZh:
        '标记重绘区域的方式：透明像素（OpenAI）、白色像素（vLLM-Omni），模型不支持蒙版时为 none。',
    }),
  clipsFrom: z
    .enum(['words', 'picture', 'either'])
    .default('either')
    .describe('What a clip is generated from: text only, a first frame, or either.')
    .meta({
      titleZh: '视频起点',
      descriptionZh: '视频的起点：仅文字（words）、首帧图片（picture）或任意一种（either）。',
    }),
  sound: z
    .boolean()
    .default(false)
    .describe('Whether clips have sound.')
    .meta({ titleZh: '声音', descriptionZh: '视频是否有声音。' }),
  lastFrame: z
    .boolean()
    .default(false)
    .describe('Whether a clip can end with a given image. Only another Kinora takes one.')
    .meta({ titleZh: '尾帧', descriptionZh: '是否可以指定视频的最后一帧。仅另一个 Kinora 支持。' }),
  clipPictures: z
    .int()
    .min(0)
    .max(16)
    .default(0)
    .describe('How many reference images a clip can show. Only another Kinora takes them.')
    .meta({ titleZh: '视频参考图数', descriptionZh: '视频可使用的参考图片数量。仅另一个 Kinora 支持。' }),
  previews: z
    .int()
    .min(0)
    .max(3)
    .default(0)
    .describe(
      'Number of previews to request for each image. OpenAI charges for each. With previews, every candidate is a separate request.',
    )
    .meta({
      titleZh: '预览数',
      descriptionZh: '生成过程中要求的预览图数量。OpenAI 对每张预览收费。开启后每张候选图单独请求。',
    }),
  textInputPrice: tokenPrice('text in the request').meta({
    titleZh: '文字输入单价',
    descriptionZh: '请求中每百万文字词元的价格。三项均为 0 时使用路由的成本。',
  }),
  imageInputPrice: tokenPrice('images in the request').meta({
    titleZh: '图片输入单价',
    descriptionZh: '请求中每百万图片词元的价格。三项均为 0 时使用路由的成本。',
  }),
  imageOutputPrice: tokenPrice('the result').meta({
    titleZh: '图片输出单价',
    descriptionZh: '结果中每百万词元的价格。三项均为 0 时使用路由的成本。',
  }),
});

function tokenPrice(subject: string) {
  return z
    .number()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe(
      `What a million tokens of ${subject} cost. With all three at 0, the cost is that of the route.`,
    );
}

export type OpenAiMediaSettings = z.infer<typeof openAiMediaSettings>;
