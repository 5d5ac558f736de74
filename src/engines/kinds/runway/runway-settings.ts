/** Settings of an instance: what its model makes, because the provider does not tell. */
import { z } from 'zod';
import { clipsFrom, lastFrame, sound } from '../../adapter-kit/hosted/clip-settings.ts';
import { sizeList } from '../../planner/size-settings.ts';

export const runwaySettings = z.strictObject({
  makes: z.enum(['clips', 'pictures']).default('clips').meta({
    title: 'Makes',
    description: 'What the engine generates: clips or images. For both, add two engines with the same key.',
    titleZh: '生成内容',
    descriptionZh: '模型生成的内容：视频（clips）或图片（pictures）。另一种内容请用同一密钥再添加一个引擎。',
  }),
  sizes: sizeList('').meta({
    title: 'Sizes',
    description:
      'Sizes that the model supports, such as "1280x720,720x1280". Empty: those of gen4.5 for clips, of gen4_image for images.',
    titleZh: '尺寸',
    descriptionZh: '模型可生成的尺寸，如 “1280x720,720x1280”。留空：视频按 gen4.5，图片按 gen4_image。',
  }),
  clipsFrom,
  lastFrame,
  sound,
  negative: z.boolean().default(false).meta({
    title: 'Negative prompts',
    description: 'Whether the model supports negative prompts, as Veo does.',
    titleZh: '反向提示词',
    descriptionZh: '模型支持反向提示词，如 Veo。',
  }),
  mostPictures: z.int().min(0).max(16).default(3).meta({
    title: 'Images per instruction',
    description: 'How many images one instruction can refer to. 0: its models cannot edit.',
    titleZh: '每条指令的图片数',
    descriptionZh: '一条指令最多引用多少张图片。0 表示模型不能编辑。',
  }),
});

export type RunwaySettings = z.infer<typeof runwaySettings>;
