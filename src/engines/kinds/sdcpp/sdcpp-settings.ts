/** The settings of stable-diffusion.cpp servers. */
import { z } from 'zod';
import { maxPixels, sizeMultiple } from '../../planner/size-settings.ts';

/** What the model of a server can do, because a server has one model and routes are checked without asking it. */
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

/** One entry a line, so that the settings stay flat. */
const lines = z.string().max(20_000);

export const managedSettings = z.strictObject({
  program: z.string().regex(/^\//, 'expected an absolute path').default('').meta({
    title: 'Program',
    description: 'Absolute path of sd-server.',
    titleZh: '程序',
    descriptionZh: 'sd-server 的绝对路径。',
  }),
  arguments: lines.default('').meta({
    title: 'Arguments',
    description:
      'Arguments of the program, one a line: models, memory, threads. Kinora adds --listen-ip and --listen-port.',
    titleZh: '参数',
    descriptionZh: '程序参数，每行一个：模型、内存、线程。Kinora 会补充 --listen-ip 和 --listen-port。',
  }),
  environment: lines.default('').meta({
    title: 'Environment',
    description:
      'Environment variables of the program, one a line, such as CUDA_VISIBLE_DEVICES=1. It gets PATH, LANG and HOME, and no others.',
    titleZh: '环境变量',
    descriptionZh:
      '程序的环境变量，每行一个，例如 CUDA_VISIBLE_DEVICES=1。另有 PATH、LANG 和 HOME，不会传入其他变量。',
  }),
  startSeconds: z.int().min(5).max(3600).default(600).meta({
    title: 'Start time',
    description: 'Seconds until the server must answer after it was started. Loading weights takes time.',
    titleZh: '启动时间',
    descriptionZh: '启动后服务器必须在多少秒内响应。加载权重需要时间。',
  }),
  node: z.string().max(200).default('').meta({
    title: 'Node',
    description: 'Host name of the machine that runs it. Empty: every worker runs one.',
    titleZh: '节点',
    descriptionZh: '运行它的机器的主机名。留空：每个工作进程各运行一个。',
  }),
  ...modelSettings,
});
export type ManagedSettings = z.infer<typeof managedSettings>;
