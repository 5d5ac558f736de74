/** Settings of an instance. */
import { z } from 'zod';
import { inputSettings } from '../../adapter-kit/hosted/model-input/input-settings.ts';

export const falSettings = z.strictObject({
  ...inputSettings('prompt,image_size,num_images,seed'),
  unitPrice: z
    .number()
    .min(0)
    .max(1000)
    .default(0)
    .describe(
      "Price of a billable unit in US dollars, as shown on the model's page. Multiplied by the units that fal reports. 0: unknown.",
    )
    .meta({
      titleZh: '单位价格',
      descriptionZh:
        '模型每个计费单位的价格（美元），见模型页面。任务成本为该价格乘以 fal 报告的单位数。0：未知。',
    }),
});

export type FalSettings = z.infer<typeof falSettings>;
