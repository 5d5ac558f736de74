/** The settings of stable-diffusion.cpp servers. */
import { z } from 'zod';
import { programSettings } from '../../adapter-kit/program-settings.ts';
import { maxPixels, sizeMultiple } from '../../planner/size-settings.ts';

/**
 * What the model of a server can do, because a server has one model and routes are checked without asking it.
 */
const modelSettings = {
  pictures: z.boolean().default(true).meta({
    title: 'Images',
    description: 'Whether its model generates images from text and from images.',
    titleZh: '图片',
    descriptionZh: '其模型是否能根据文字和图片生成图片。',
  }),
  edits: z.boolean().default(false).meta({
    title: 'Instructions',
    description:
      'Whether its model follows instructions about reference images, as FLUX.1 Kontext, FLUX.2 and Qwen-Image-Edit do.',
    titleZh: '指令编辑',
    descriptionZh: '其模型是否能按指令处理参考图，例如 FLUX.1 Kontext、FLUX.2 和 Qwen-Image-Edit。',
  }),
  clips: z.enum(['none', 'words', 'picture', 'both']).default('none').meta({
    title: 'Clips',
    description: 'What its model generates clips from.',
    titleZh: '视频',
    descriptionZh: '其模型由什么生成视频。',
  }),
  endsWith: z.boolean().default(false).meta({
    title: 'Last frame',
    description: 'Whether its model makes clips that end with a given image.',
    titleZh: '尾帧',
    descriptionZh: '其模型是否能生成以给定图片结尾的视频。',
  }),
  hasNegative: z.boolean().default(true).meta({
    title: 'Negative prompts',
    description:
      'Whether negative prompts have an effect. Distilled models that run without guidance ignore them.',
    titleZh: '反向提示词',
    descriptionZh: '反向提示词是否有效。不使用引导的蒸馏模型会忽略它。',
  }),
  batch: z.int().min(1).max(8).default(4).meta({
    title: 'Images per job',
    description: 'How many images one job makes. With less memory, choose fewer.',
    titleZh: '每次图片数',
    descriptionZh: '一次作业生成的图片数。显存较小时请调低。',
  }),
  sizeMultiple: sizeMultiple(64),
  maxPixels,
  maxUpscaledPixels: z.int().min(0).max(16_777_216).default(0).meta({
    title: 'Largest upscale',
    description:
      'Width times height at most of an image that is enlarged and redrawn with more detail. It takes more memory than the largest image. 0: as that one.',
    titleZh: '最大放大尺寸',
    descriptionZh: '放大并重绘细节的图片，其宽乘高的上限。所需内存多于最大图片。0 表示与最大图片相同。',
  }),
  frameStep: z.int().min(1).max(16).default(4).meta({
    title: 'Frame step',
    description: 'Clips have a multiple of this number of frames, plus one: 4 for Wan, 8 for LTX.',
    titleZh: '帧数步长',
    descriptionZh: '视频帧数为该数的倍数加一：Wan 为 4，LTX 为 8。',
  }),
  clipFormat: z.enum(['webm', 'webp']).default('webm').meta({
    title: 'Clip format',
    description: 'The format in which the server sends clips. Kinora converts them to MP4.',
    titleZh: '视频格式',
    descriptionZh: '服务器发送视频的格式。Kinora 会转换为 MP4。',
  }),
};

export const remoteSettings = z.strictObject(modelSettings);
export type ModelSettings = z.infer<typeof remoteSettings>;

const program = programSettings({
  program: { en: 'Absolute path of sd-server.', zh: 'sd-server 的绝对路径。' },
  arguments: {
    en: 'Arguments of the program, one a line: models, memory, threads. Kinora adds --listen-ip and --listen-port.',
    zh: '程序参数，每行一个：模型、内存、线程。Kinora 会补充 --listen-ip 和 --listen-port。',
  },
  variable: 'CUDA_VISIBLE_DEVICES=1',
  node: {
    en: 'Host name of the machine that runs it. Empty: every worker runs one.',
    zh: '运行它的机器的主机名。留空：每个工作进程各运行一个。',
  },
});

export const managedSettings = z.strictObject({
  program: program.program,
  arguments: program.arguments,
  environment: program.environment,
  startSeconds: z.int().min(5).max(3600).default(600).meta({
    title: 'Start time',
    description: 'Seconds until the server must answer after it was started. Loading weights takes time.',
    titleZh: '启动时间',
    descriptionZh: '启动后服务器必须在多少秒内响应。加载权重需要时间。',
  }),
  idleMinutes: z.int().min(0).max(1440).default(0).meta({
    title: 'Idle time',
    description:
      'Minutes without a job after which the server is stopped, so that its memory is free. 0: never.',
    titleZh: '空闲时间',
    descriptionZh: '没有作业多少分钟后停止服务器以释放内存。0 表示从不停止。',
  }),
  takesTurns: z.boolean().default(false).meta({
    title: 'Takes turns',
    description:
      'Whether its server is stopped before that of another engine with this setting works, because the memory is not enough for both.',
    titleZh: '轮流运行',
    descriptionZh: '其他同样启用此项的引擎工作前，是否先停止其服务器，因为内存不足以同时运行。',
  }),
  loras: z
    .string()
    .regex(/^(?:\/|$)/, 'expected an absolute path')
    .max(1000)
    .default('')
    .meta({
      title: 'LoRA folder',
      description:
        'Folder of LoRA files, which clients name in the parameter lora of the model. Empty: none.',
      titleZh: 'LoRA 文件夹',
      descriptionZh: '存放 LoRA 文件的文件夹，客户端用模型参数 lora 指定其中的文件。留空则没有。',
    }),
  memoryNeeded: z.number().min(0).max(2000).default(0).meta({
    title: 'Memory needed',
    description:
      'Gigabytes of main memory that must be free before the server is started, for its weights. 0: not checked.',
    titleZh: '所需内存',
    descriptionZh: '启动服务器前必须空闲的内存（GB），用于存放权重。0 表示不检查。',
  }),
  videoNeeded: z.number().min(0).max(2000).default(0).meta({
    title: 'Video memory needed',
    description:
      'Gigabytes of memory of the graphics card that must be free before the server is started. 0: not checked.',
    titleZh: '所需显存',
    descriptionZh: '启动服务器前显卡必须空闲的显存（GB）。0 表示不检查。',
  }),
  node: program.node,
  ...modelSettings,
});
export type ManagedSettings = z.infer<typeof managedSettings>;
