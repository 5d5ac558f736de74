/** Names and descriptions of common model parameters; others keep the model's own names. */
import { catalogue, useMessages } from '../i18n/catalogue.ts';

export const formMessages = catalogue({
  en: {
    names: {
      prompt: 'Prompt',
      seconds: 'Duration',
      resolution: 'Resolution',
      aspect_ratio: 'Aspect ratio',
      fps: 'Frames per second',
      seed: 'Seed',
      audio: 'Sound',
      motion: 'Motion',
      loop: 'Loop',
      size: 'Size',
      quality: 'Quality',
      references: 'Reference images',
      operation: 'Operation',
      tier: 'Tier',
      input_reference: 'First image',
      first_frame: 'First frame',
      last_frame: 'Last frame',
      reference_images: 'Reference images',
    },
    descriptions: {
      seconds: 'Length of the clip.',
      resolution: 'Pixels on the shorter side.',
      aspect_ratio: 'Width by height.',
      fps: 'Frames in each second.',
      seed: 'The same request with the same seed gives the same clip.',
      audio: 'A quiet track that fits the scene: wind, rain, sea, birds.',
      motion: 'Amount of motion.',
      loop: 'The last frame flows into the first.',
      input_reference: 'The clip starts with this image.',
      first_frame: 'The clip starts with this image.',
      last_frame: 'The clip ends with this image.',
      reference_images: 'Subjects to include. A full figure on a plain background works best.',
    },
    values: {
      low: 'Low',
      high: 'High',
      small: 'Small',
      usual: 'Medium',
      large: 'Large',
      huge: 'Huge',
    },
    inSeconds: (count: string) => `${count} s`,
    more: 'More settings',
    changed: (count: number) => (count === 1 ? '1 changed' : `${count} changed`),
    random: 'Random',
    roll: 'New random seed',
    keepSeed: 'Lock seed',
    freeSeed: 'Unlock seed',
    add: 'Add',
    drop: 'Drop, paste or choose an image',
    dropMore: (remainingCount: number) => (remainingCount === 1 ? '1 more' : `Up to ${remainingCount} more`),
    link: 'Or enter an image URL',
    remove: (name: string) => `Remove ${name}`,
    needed: 'Required',
    wrongType: (name: string) => `${name} is not a PNG, JPEG, WebP or GIF image.`,
    tooLarge: (name: string, size: string) => `${name} is larger than ${size}.`,
    tooWide: (name: string, side: number) => `${name} is larger than ${side} pixels on one side.`,
    unreadable: (name: string) => `${name} is not a readable image.`,
    tooMany: (maxCount: number) =>
      maxCount === 1
        ? 'Only one image is allowed. The others were not added.'
        : `At most ${maxCount} images are allowed. The others were not added.`,
    wrongLink: 'Enter a URL that starts with https:// or http://.',
  },
  zh: {
    names: {
      prompt: '提示词',
      seconds: '时长',
      resolution: '分辨率',
      aspect_ratio: '画面比例',
      fps: '帧率',
      seed: '种子',
      audio: '声音',
      motion: '运动幅度',
      loop: '循环',
      size: '尺寸',
      quality: '质量',
      references: '参考图',
      operation: '操作',
      tier: '速度档',
      input_reference: '首图',
      first_frame: '首帧',
      last_frame: '尾帧',
      reference_images: '参考图',
    },
    descriptions: {
      seconds: '视频的长度。',
      resolution: '短边的像素数。',
      aspect_ratio: '宽与高之比。',
      fps: '每秒的画面数。',
      seed: '相同的请求和相同的种子生成相同的视频。',
      audio: '与画面相称的环境声：风、雨、海浪、鸟鸣。',
      motion: '画面运动的幅度。',
      loop: '最后一帧自然衔接第一帧。',
      input_reference: '视频从此图片开始。',
      first_frame: '视频从此图片开始。',
      last_frame: '视频以此图片结束。',
      reference_images: '要出现在视频中的主体。纯色背景上的完整形象效果最好。',
    },
    values: { low: '低', high: '高', small: '小', usual: '中', large: '大', huge: '特大' },
    inSeconds: (count: string) => `${count} 秒`,
    more: '更多设置',
    changed: (count: number) => `已改 ${count} 项`,
    random: '随机',
    roll: '换一个随机种子',
    keepSeed: '锁定种子',
    freeSeed: '解锁种子',
    add: '添加',
    drop: '拖放、粘贴或选择图片',
    dropMore: (remainingCount: number) => `还可添加 ${remainingCount} 张`,
    link: '或输入图片网址',
    remove: (name: string) => `移除 ${name}`,
    needed: '必填',
    wrongType: (name: string) => `${name} 不是 PNG、JPEG、WebP 或 GIF 图片。`,
    tooLarge: (name: string, size: string) => `${name} 超过 ${size}。`,
    tooWide: (name: string, side: number) => `${name} 有一边超过 ${side} 像素。`,
    unreadable: (name: string) => `${name} 不是可读取的图片。`,
    tooMany: (maxCount: number) => `最多允许 ${maxCount} 张图片，其余的未添加。`,
    wrongLink: '请输入以 https:// 或 http:// 开头的网址。',
  },
});

/** The display names of parameters and their values. */
export interface ParameterNames {
  parameterName(parameter: string): string;
  parameterDescription(parameter: string, description: string | undefined): string | undefined;
  formatParameter(parameter: string, value: unknown): string;
}

export function useParameterNames(): ParameterNames {
  const t = useMessages(formMessages);
  const findText = (texts: object, key: string) => (texts as Record<string, string | undefined>)[key];
  return {
    parameterName: parameter => findText(t.names, parameter) ?? plainName(parameter),
    parameterDescription: (parameter, description) => findText(t.descriptions, parameter) ?? description,
    formatParameter: (parameter, value) =>
      parameter === 'seconds'
        ? t.inSeconds(String(value))
        : (findText(t.values, String(value)) ?? String(value)),
  };
}

/** `camera_path` -> `Camera path` */
function plainName(parameter: string): string {
  const words = parameter.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
