/** The settings of programs that are started for each step. */
import { z } from 'zod';
import { programSettings } from '../../adapter-kit/program-settings.ts';
import { maxPixels, sizeMultiple } from '../../planner/size-settings.ts';

const program = programSettings(
  {
    program: {
      en: 'Absolute path of the program. It is started once for each job, without a shell.',
      zh: '程序的绝对路径。每个作业启动一次，不经过 shell。',
    },
    arguments: {
      en: 'Arguments of the program, one a line. {job} becomes the folder with job.json.',
      zh: '程序参数，每行一个。{job} 会替换为包含 job.json 的文件夹。',
    },
    variable: 'HF_HOME=/models',
    node: {
      en: 'Host name of the machine that runs it. Required with several workers, because jobs stay in the data folder of one machine.',
      zh: '运行它的机器的主机名。有多个工作进程时必须填写，因为作业保存在一台机器的数据文件夹中。',
    },
  },
  '{job}',
);

/** Titles and descriptions, in English and Chinese. */
function ability([title, titleZh]: [string, string], [description, descriptionZh]: [string, string]) {
  return z.boolean().default(false).meta({ title, titleZh, description, descriptionZh });
}

export const commandSettings = z.strictObject({
  program: program.program,
  arguments: program.arguments,
  environment: program.environment,
  generate: z.boolean().default(true).meta({
    title: 'Text to image',
    titleZh: '文生图',
    description: 'Whether it generates images from text.',
    descriptionZh: '是否能根据文字生成图片。',
  }),
  imageToImage: ability(
    ['Image to image', '图生图'],
    ['Whether it makes images that resemble one.', '是否能生成与给定图片相似的图片。'],
  ),
  inpaint: ability(
    ['Inpainting', '局部重绘'],
    ['Whether it repaints a masked part of an image.', '是否能重绘图片中被蒙版覆盖的部分。'],
  ),
  instruct: ability(
    ['Instructions', '指令编辑'],
    ['Whether it changes images by following instructions.', '是否能按指令修改图片。'],
  ),
  upscale: ability(['Upscaling', '放大'], ['Whether it enlarges images.', '是否能放大图片。']),
  ask: ability(
    ['Questions', '问答'],
    [
      'Whether it answers questions about images and prompts with JSON.',
      '是否能以 JSON 回答关于图片和提示词的问题。',
    ],
  ),
  clips: z.enum(['none', 'words', 'picture', 'both']).default('none').meta({
    title: 'Clips',
    description: 'What it generates clips from.',
    titleZh: '视频',
    descriptionZh: '由什么生成视频。',
  }),
  clipAudio: ability(
    ['Clips with sound', '有声视频'],
    ['Whether its clips can have sound.', '视频是否可以有声音。'],
  ),
  clipEnd: ability(
    ['Last frame of clips', '视频尾帧'],
    [
      'Whether clips that begin with an image can end with one, and loop.',
      '以图片开头的视频是否能以指定的图片结束，以及循环。',
    ],
  ),
  hasNegative: ability(
    ['Negative prompts', '反向提示词'],
    ['Whether negative prompts have an effect.', '反向提示词是否有效。'],
  ),
  batch: z.int().min(1).max(8).default(4).meta({
    title: 'Images per job',
    description: 'How many images one start makes.',
    titleZh: '每次图片数',
    descriptionZh: '一次启动生成的图片数。',
  }),
  sizeMultiple: sizeMultiple(8),
  maxPixels,
  timeoutSeconds: z.int().min(1).max(86_400).default(3600).meta({
    title: 'Timeout',
    description: 'Seconds after which the program is killed.',
    titleZh: '超时',
    descriptionZh: '超过多少秒后终止程序。',
  }),
  maxMegabytes: z.int().min(1).max(4096).default(512).meta({
    title: 'Largest result',
    description:
      'Maximum total size of the files of a job, in megabytes. The program is killed if it exceeds this.',
    titleZh: '最大结果',
    descriptionZh: '作业文件夹中全部文件的上限（MB）。超出时终止程序。',
  }),
  node: program.node,
});
export type CommandSettings = z.infer<typeof commandSettings>;
