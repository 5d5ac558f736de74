/** Settings of an instance. */
import { z } from 'zod';
import { dialectNames } from './dialects.ts';

export const sdapiSettings = z.strictObject({
  dialect: z
    .enum(dialectNames)
    .default('auto')
    .describe(
      'The program: webui (AUTOMATIC1111, Forge, reForge), sdnext, sd-cpp or koboldcpp. Probe the engine to find out. auto: only what all of them can do, without inpainting and upscaling.',
    )
    .meta({
      titleZh: '程序',
      descriptionZh:
        '程序类型：webui（AUTOMATIC1111、Forge、reForge）、sdnext、sd-cpp 或 koboldcpp。可通过探测得知。auto：仅使用各程序共有的功能，不含局部重绘和放大。',
    }),
  checkpoints: z
    .boolean()
    .default(true)
    .describe(
      'Load the checkpoint that the route names as upstream. Off: use the one that is loaded. Programs with a single model ignore it.',
    )
    .meta({
      titleZh: '切换模型',
      descriptionZh: '加载路由的上游名称所指的模型。关闭：使用已加载的模型。只有一个模型的程序忽略此项。',
    }),
  steps: z
    .int()
    .min(0)
    .max(150)
    .default(0)
    .describe(
      'Sampling steps, unless the model has a parameter "steps". 0: 20, or what a program with a single model was started with.',
    )
    .meta({
      titleZh: '采样步数',
      descriptionZh: '采样步数，模型有 steps 参数时以该参数为准。0：20 步，或单模型程序启动时设定的步数。',
    }),
  guidance: z
    .number()
    .min(0)
    .max(30)
    .default(0)
    .describe(
      'Guidance (CFG scale), unless the model has a parameter "cfg_scale". 0: the default of the program.',
    )
    .meta({
      titleZh: '引导强度',
      descriptionZh: '引导强度（CFG scale），模型有 cfg_scale 参数时以该参数为准。0：程序的默认值。',
    }),
  sampler: z
    .string()
    .max(100)
    .default('')
    .describe('Name of the sampler, such as "Euler a". Empty: the default of the program.')
    .meta({ titleZh: '采样器', descriptionZh: '采样器名称，如 “Euler a”。留空：程序的默认值。' }),
  scheduler: z
    .string()
    .max(100)
    .default('')
    .describe('Name of the scheduler, such as "Karras". Empty: the default of the program.')
    .meta({ titleZh: '调度器', descriptionZh: '调度器名称，如 “Karras”。留空：程序的默认值。' }),
  negative: z
    .boolean()
    .default(true)
    .describe(
      'Whether negative prompts have an effect. They have none for models with guidance 1, such as Flux and turbo models.',
    )
    .meta({
      titleZh: '反向提示词',
      descriptionZh: '反向提示词是否有效。对引导强度为 1 的模型（如 Flux 和 turbo 模型）无效。',
    }),
  instructions: z
    .boolean()
    .default(false)
    .describe(
      'Whether the model changes images by instruction, such as Flux Kontext or Qwen-Image-Edit. Only for sd-cpp.',
    )
    .meta({
      titleZh: '指令编辑',
      descriptionZh: '模型是否按指令修改图片，如 Flux Kontext 或 Qwen-Image-Edit。仅限 sd-cpp。',
    }),
  batchSize: z
    .int()
    .min(1)
    .max(4)
    .default(4)
    .describe('How many images of a grid are sampled at the same time. Fewer need less memory.')
    .meta({ titleZh: '批次大小', descriptionZh: '四宫格中同时采样的图片数量。数量越少，占用内存越少。' }),
  maxMegapixels: z
    .number()
    .min(0.01)
    .max(64)
    .default(2)
    .describe('The largest image that the model generates, in millions of pixels. Upscaling can exceed it.')
    .meta({ titleZh: '最大百万像素', descriptionZh: '模型生成的最大图片，以百万像素计。放大可以超过此值。' }),
  upscaler: z
    .string()
    .min(1)
    .max(100)
    .default('R-ESRGAN 4x+')
    .describe('Name of the upscaler for upscaling.')
    .meta({ titleZh: '放大模型', descriptionZh: '用于放大的模型名称。' }),
});

export type SdapiSettings = z.infer<typeof sdapiSettings>;
