/** Names of the parameters that models usually have, and what they do; others are called as the model calls them. */
import { catalogue, useWords } from '../words/words.ts';

export const formWords = catalogue({
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
      references: 'Reference pictures',
      operation: 'Operation',
      tier: 'Speed',
      input_reference: 'First picture',
      first_frame: 'First frame',
      last_frame: 'Last frame',
      reference_images: 'Reference pictures',
    },
    does: {
      seconds: 'Length of the clip.',
      resolution: 'Pixels of the shorter side.',
      aspect_ratio: 'Width to height.',
      fps: 'How many pictures a second has.',
      seed: 'The same request with the same seed gives the same clip.',
      audio: 'A quiet track that fits the scene: wind, rain, sea, birds.',
      motion: 'How much moves.',
      loop: 'The last frame flows into the first.',
      input_reference: 'The clip begins with it.',
      first_frame: 'The clip begins with it.',
      last_frame: 'The clip ends with it.',
      reference_images: 'What is to appear: a whole figure on plain ground works best.',
    },
    values: { low: 'Low', high: 'High', small: 'Small', usual: 'Usual', large: 'Large', huge: 'Huge' },
    secondsOf: (count: string) => `${count} s`,
    more: 'More settings',
    changed: (count: number) => (count === 1 ? '1 changed' : `${count} changed`),
    random: 'Any',
    roll: 'Roll a seed',
    keepSeed: 'Keep this seed',
    freeSeed: 'Any seed again',
    add: 'Add',
    drop: 'Drop, paste or choose a picture',
    dropMore: (left: number) => (left === 1 ? 'One more' : `Up to ${left} more`),
    link: 'Or the address of a picture',
    remove: (name: string) => `Remove ${name}`,
    needed: 'Needed',
    wrongType: (name: string) => `${name} is not a PNG, JPEG, WebP or GIF picture.`,
    tooLarge: (name: string, size: string) => `${name} is larger than ${size}.`,
    tooWide: (name: string, side: number) => `${name} has more than ${side} pixels a side.`,
    unreadable: (name: string) => `${name} cannot be read as a picture.`,
    tooMany: (most: number) =>
      most === 1 ? 'One picture goes here; the rest was left out.' : `At most ${most} pictures go here.`,
    wrongLink: 'An address that begins with https:// or http:// is expected.',
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
    does: {
      seconds: '视频的长度。',
      resolution: '短边的像素数。',
      aspect_ratio: '宽与高之比。',
      fps: '每秒的画面数。',
      seed: '相同的请求加相同的种子，得到相同的视频。',
      audio: '与画面相称的环境声：风、雨、海浪、鸟鸣。',
      motion: '画面运动的多少。',
      loop: '最后一帧自然衔接第一帧。',
      input_reference: '视频以它开始。',
      first_frame: '视频以它开始。',
      last_frame: '视频以它结束。',
      reference_images: '要出现的角色：背景干净的完整形象效果最好。',
    },
    values: { low: '低', high: '高', small: '小', usual: '标准', large: '大', huge: '特大' },
    secondsOf: (count: string) => `${count} 秒`,
    more: '更多设置',
    changed: (count: number) => `已改 ${count} 项`,
    random: '随机',
    roll: '随机生成种子',
    keepSeed: '固定此种子',
    freeSeed: '恢复随机',
    add: '添加',
    drop: '拖放、粘贴或选择图片',
    dropMore: (left: number) => `还可添加 ${left} 张`,
    link: '或输入图片网址',
    remove: (name: string) => `移除 ${name}`,
    needed: '必填',
    wrongType: (name: string) => `${name} 不是 PNG、JPEG、WebP 或 GIF 图片。`,
    tooLarge: (name: string, size: string) => `${name} 超过 ${size}。`,
    tooWide: (name: string, side: number) => `${name} 有一边超过 ${side} 像素。`,
    unreadable: (name: string) => `${name} 无法作为图片读取。`,
    tooMany: (most: number) => `这里最多放 ${most} 张图片。`,
    wrongLink: '网址应以 https:// 或 http:// 开头。',
  },
});

/** How parameters and their values are called. */
export interface Naming {
  nameOf(parameter: string): string;
  doesOf(parameter: string, description: string | undefined): string | undefined;
  valueOf(parameter: string, value: unknown): string;
}

export function useNaming(): Naming {
  const t = useWords(formWords);
  const of = (texts: object, key: string) => (texts as Record<string, string | undefined>)[key];
  return {
    nameOf: parameter => of(t.names, parameter) ?? plainName(parameter),
    doesOf: (parameter, description) => of(t.does, parameter) ?? description,
    valueOf: (parameter, value) =>
      parameter === 'seconds' ? t.secondsOf(String(value)) : (of(t.values, String(value)) ?? String(value)),
  };
}

/** `camera_path` -> `Camera path` */
function plainName(parameter: string): string {
  const words = parameter.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
