/** Settings of an instance. */
import { z } from 'zod';

export const pictureResolutions = ['default', '512', '1K', '2K', '4K'] as const;

const ratioList = /^(\d{1,2}:\d{1,2}(, *\d{1,2}:\d{1,2})*)?$/;
const clipResolutions = /^(480p|720p|768p|1080p|2K|4K)(, *(480p|720p|768p|1080p|2K|4K))*$/;

export const openRouterSettings = z.strictObject({
  makes: z.enum(['pictures', 'clips']).default('pictures').meta({
    title: 'Makes',
    description: 'What its models make: pictures or clips. Add the engine twice for both, with the same key.',
    titleZh: '生成内容',
    descriptionZh: '模型生成的内容：图片（pictures）或视频（clips）。两者都要时请添加两次，可用同一密钥。',
  }),
  ratios: z.string().regex(ratioList, 'expected ratios such as 1:1,16:9').default('').meta({
    title: 'Aspect ratios',
    description:
      'Those that its models make, such as "1:1,16:9,9:16". Empty: the ten usual ones for pictures, and 16:9 and 9:16 for clips.',
    titleZh: '宽高比',
    descriptionZh: '模型支持的宽高比，如 “1:1,16:9,9:16”。留空：图片为十种常用比例，视频为 16:9 和 9:16。',
  }),
  pictureResolution: z.enum(pictureResolutions).default('default').meta({
    title: 'Picture resolution',
    description: 'The resolution of pictures that is requested. "default" leaves it to the model.',
    titleZh: '图片分辨率',
    descriptionZh: '请求的图片分辨率。default 由模型决定。',
  }),
  most: z.int().min(1).max(10).default(1).meta({
    title: 'Pictures per request',
    description: 'How many pictures one request asks for. Many models make only one.',
    titleZh: '每次图片数',
    descriptionZh: '一个请求所要求的图片数量。许多模型只能生成一张。',
  }),
  mostPictures: z.int().min(0).max(16).default(3).meta({
    title: 'Pictures per instruction',
    description: 'How many pictures one instruction can refer to. 0: its models cannot edit.',
    titleZh: '每条指令的图片数',
    descriptionZh: '一条指令最多引用多少张图片。0 表示模型不能编辑图片。',
  }),
  clipResolutions: z
    .string()
    .regex(clipResolutions, 'expected resolutions such as 720p,1080p')
    .default('720p')
    .meta({
      title: 'Clip resolutions',
      description: 'Those that its models make, such as "480p,720p,1080p".',
      titleZh: '视频分辨率',
      descriptionZh: '模型支持的视频分辨率，如 “480p,720p,1080p”。',
    }),
  clipsFrom: z.enum(['words', 'picture', 'either']).default('either').meta({
    title: 'Clips from',
    description: 'What a clip begins with: words alone, a first frame, or either.',
    titleZh: '视频起点',
    descriptionZh: '视频的起点：仅文字（words）、首帧图片（picture）或任意一种（either）。',
  }),
  lastFrame: z.boolean().default(false).meta({
    title: 'Last frame',
    description: 'Whether a clip can end with a picture.',
    titleZh: '尾帧',
    descriptionZh: '视频能否以指定图片结束。',
  }),
  clipReferences: z.int().min(0).max(9).default(0).meta({
    title: 'Clip references',
    description: 'How many reference pictures a clip can show.',
    titleZh: '视频参考图',
    descriptionZh: '视频可参考的图片数。',
  }),
  sound: z.boolean().default(false).meta({
    title: 'Sound',
    description: 'Whether clips can have sound.',
    titleZh: '声音',
    descriptionZh: '视频是否可以有声音。',
  }),
  seed: z.boolean().default(false).meta({
    title: 'Seed',
    description: 'Whether its models know a seed.',
    titleZh: '种子',
    descriptionZh: '模型是否支持种子。',
  }),
  provider: z
    .string()
    .regex(/^([a-z0-9][a-z0-9./-]{0,63})?$/, 'expected a slug such as byteplus')
    .default('')
    .meta({
      title: 'Provider',
      description:
        'The slug of the provider that gets the parameters of model cards, such as byteplus. Pictures are made by this provider alone. Empty: OpenRouter chooses, and such parameters are rejected.',
      titleZh: '提供商',
      descriptionZh:
        '接收模型卡参数的提供商代号，如 byteplus。图片只由该提供商生成。留空：由 OpenRouter 选择，并拒绝此类参数。',
    }),
});

export type OpenRouterSettings = z.infer<typeof openRouterSettings>;
