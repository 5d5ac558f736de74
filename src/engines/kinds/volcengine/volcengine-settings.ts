/** Settings of an instance: what its model makes, because the provider does not tell. */
import { z } from 'zod';
import { clipsFrom, lastFrame, sound } from '../../adapter-kit/hosted/clip-settings.ts';

export const clipResolutions = ['480p', '720p', '1080p'] as const;

export const volcengineSettings = z.strictObject({
  makes: z.enum(['clips', 'pictures']).default('clips').meta({
    title: 'Makes',
    description:
      'What the engine generates: clips (Seedance) or images (Seedream). For both, add two engines with the same key.',
    titleZh: '生成内容',
    descriptionZh:
      '模型生成的内容：视频（clips，Seedance）或图片（pictures，Seedream）。另一种内容请用同一密钥再添加一个引擎。',
  }),
  clipsFrom,
  lastFrame,
  sound,
  largestClip: z.enum(clipResolutions).default('1080p').meta({
    title: 'Largest clip',
    description: 'The highest resolution of clips that its models generate.',
    titleZh: '最大视频',
    descriptionZh: '模型可生成的视频的最高分辨率。',
  }),
  clipReferences: z.int().min(0).max(9).default(0).meta({
    title: 'Clip references',
    description: 'How many reference images a clip can show. 0: none.',
    titleZh: '视频参考图',
    descriptionZh: '视频可参考的图片数。0 表示不支持。',
  }),
  mostPictures: z.int().min(0).max(14).default(10).meta({
    title: 'Images per instruction',
    description: 'How many images one instruction can refer to. 0: its models cannot edit.',
    titleZh: '每条指令的图片数',
    descriptionZh: '一条指令最多引用多少张图片。0 表示模型不能编辑。',
  }),
  minMegapixels: z.number().min(0.05).max(16).default(1).meta({
    title: 'Smallest image',
    description: 'In megapixels. The minimum is 0.92 for Seedream 4.0 and 3.7 for Seedream 4.5.',
    titleZh: '最小图片',
    descriptionZh: '单位为百万像素。Seedream 4.0 至少 0.92，4.5 至少 3.7。',
  }),
  maxMegapixels: z.number().min(0.05).max(16.7).default(4.2).meta({
    title: 'Largest image',
    description: 'In megapixels. Larger images are generated at this size, then enlarged.',
    titleZh: '最大图片',
    descriptionZh: '单位为百万像素。更大的图片先以此尺寸生成，再放大。',
  }),
  tokenPrice: z.number().min(0).max(1000).default(0).meta({
    title: 'Price of a million tokens',
    description:
      'Price in the currency of the installation, used to record the cost of clips, which are billed in tokens. 0: use the cost of the route.',
    titleZh: '百万词元价格',
    descriptionZh: '以本系统货币计。视频按词元计量：填写后会记录实际成本。0 表示以路由成本为准。',
  }),
});

export type VolcengineSettings = z.infer<typeof volcengineSettings>;
