/** Settings of an instance: what its model can do, because the API of the provider does not report it. */
import { z } from 'zod';
import { clipsFrom, lastFrame, sound } from '../../adapter-kit/hosted/clip-settings.ts';

export const klingSettings = z.strictObject({
  mode: z.enum(['std', 'pro']).default('std').meta({
    title: 'Mode',
    description:
      'Quality and price of a clip: std makes 720p, pro makes 1080p with most models. A model card can override it with a parameter `mode`.',
    titleZh: '模式',
    descriptionZh: '视频的质量与价格：std 为 720p，pro 在多数模型上为 1080p。模型卡可将其作为参数 `mode`。',
  }),
  clipsFrom,
  lastFrame,
  sound,
});

export type KlingSettings = z.infer<typeof klingSettings>;
