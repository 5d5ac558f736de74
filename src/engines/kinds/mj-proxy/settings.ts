/** Settings of an instance. */
import { z } from 'zod';
import { dialectNames } from './dialects.ts';

export const mjProxySettings = z.strictObject({
  dialect: z
    .enum(dialectNames)
    .default('trueai')
    .describe(
      'The server: midjourney-proxy by novicezk or trueai, new-api with a Midjourney channel, or another Kinora.',
    )
    .meta({
      titleZh: '服务器',
      descriptionZh: '服务器类型：novicezk 或 trueai 的 midjourney-proxy、其前的 new-api，或另一个 Kinora。',
    }),
  paid: z
    .boolean()
    .default(true)
    .describe('Each task costs money. A task that was, or may have been, accepted is never submitted again.')
    .meta({ titleZh: '付费', descriptionZh: '每个任务都产生费用：已被或可能已被接受的任务不会再次提交。' }),
  mode: z
    .enum(['default', 'relax', 'fast', 'turbo'])
    .default('default')
    .describe('The tier to request. `default`: that of the account. Not supported by novicezk.')
    .meta({
      titleZh: '速度',
      descriptionZh: '任务所要求的速度。default：账号自身的速度。novicezk 不支持。',
    }),
  clips: z
    .boolean()
    .default(true)
    .describe('Whether it generates clips. Not supported by novicezk.')
    .meta({ titleZh: '视频', descriptionZh: '是否生成视频。novicezk 不支持。' }),
  pressU: z
    .boolean()
    .default(false)
    .describe(
      'Selecting an image presses U upstream. Off: Kinora copies the image that it has, and presses U only before a follow-up that needs it.',
    )
    .meta({
      titleZh: '按下 U',
      descriptionZh: '选择图片时在上游按下 U。关闭：Kinora 复制已有的图片，仅在后续操作需要时才按下 U。',
    }),
});

export type MjProxySettings = z.infer<typeof mjProxySettings>;
