/** Settings of an instance. */
import { z } from 'zod';
import { inputSettings } from '../../adapter-kit/hosted/model-input/input-settings.ts';

export const replicateSettings = z.strictObject({
  ...inputSettings('prompt,aspect_ratio,num_outputs,seed'),
  price: z
    .number()
    .min(0)
    .max(1000)
    .default(0)
    .describe(
      "Price per unit in US dollars, as shown on the model's page. Replicate reports no prices. 0: unknown.",
    )
    .meta({
      titleZh: '价格',
      descriptionZh: '模型的单价（美元），见模型页面。Replicate 不报告价格。0：未知。',
    }),
  priceUnit: z
    .enum(['output', 'second'])
    .default('output')
    .describe('Unit of the price: each file, or each second of run time.')
    .meta({
      titleZh: '计价单位',
      descriptionZh: '价格所对应的单位：每个文件（output），或模型每运行一秒（second）。',
    }),
  cancelAfterMinutes: z
    .int()
    .min(0)
    .max(1440)
    .default(0)
    .describe('Replicate cancels a prediction that has not finished after this many minutes. 0: it does not.')
    .meta({
      titleZh: '取消时限（分钟）',
      descriptionZh: '超过该分钟数仍未完成的预测由 Replicate 取消。0：不取消。',
    }),
});

export type ReplicateSettings = z.infer<typeof replicateSettings>;
