/** Settings of an instance. */
import { z } from 'zod';

export const imageSizes = ['default', '512', '1K', '2K', '4K'] as const;
export const clipResolutions = ['720p', '1080p', '4k'] as const;

export const googleSettings = z.strictObject({
  makes: z.enum(['pictures', 'clips', 'answers']).default('pictures').meta({
    title: 'Makes',
    description:
      'What the engine generates: images (Nano Banana), clips (Veo), or answers to describe and shorten (Gemini). For several of these, add an engine for each with the same key.',
    titleZh: '生成内容',
    descriptionZh:
      '模型生成的内容：图片（pictures，Nano Banana）、视频（clips，Veo），或描述图片和精简提示词的回答（answers，Gemini）。每种内容各添加一个引擎，可用同一密钥。',
  }),
  imageSize: z.enum(imageSizes).default('default').meta({
    title: 'Image size',
    description:
      'The size of images that is requested. "default" leaves it to the model, and is the only choice for gemini-2.5-flash-image.',
    titleZh: '图片大小',
    descriptionZh: '请求的图片大小。default 由模型决定，gemini-2.5-flash-image 只能用它。',
  }),
  mostPictures: z.int().min(1).max(14).default(3).meta({
    title: 'Images per instruction',
    description: 'How many images one instruction can refer to: 3, or up to 14 for newer models.',
    titleZh: '每条指令的图片数',
    descriptionZh: '一条指令最多引用多少张图片：3 张，较新的模型最多 14 张。',
  }),
  largestClip: z.enum(clipResolutions).default('720p').meta({
    title: 'Largest clip',
    description: 'The highest resolution of clips that its models generate.',
    titleZh: '最大视频',
    descriptionZh: '模型可生成的视频的最高分辨率。',
  }),
  clipsFrom: z.enum(['words', 'picture', 'either']).default('either').meta({
    title: 'Clips from',
    description: 'What a clip is generated from: text only, a first frame, or either.',
    titleZh: '视频起点',
    descriptionZh: '视频的起点：仅文字（words）、首帧图片（picture）或任意一种（either）。',
  }),
  lastFrame: z.boolean().default(true).meta({
    title: 'Last frame',
    description: 'Whether a clip can end with a given image. Veo 3.0 cannot.',
    titleZh: '尾帧',
    descriptionZh: '视频能否以指定图片结束。Veo 3.0 不支持。',
  }),
  clipReferences: z.int().min(0).max(3).default(0).meta({
    title: 'Clip references',
    description: 'How many reference images a clip can show: up to 3 with Veo 3.1, otherwise 0.',
    titleZh: '视频参考图',
    descriptionZh: '视频可参考的图片数：Veo 3.1 最多 3 张，其他为 0。',
  }),
  sound: z.boolean().default(true).meta({
    title: 'Sound',
    description: 'Whether clips have sound. Those of Veo 3 and later always do.',
    titleZh: '声音',
    descriptionZh: '视频是否有声音。Veo 3 及以后的模型始终有声音。',
  }),
});

export type GoogleSettings = z.infer<typeof googleSettings>;
