/** Why a picture cannot go along. */
import { catalogue } from '../../words/words.ts';

export interface Limits {
  readonly large: string;
  readonly together: string;
  readonly edge: number;
  readonly many: number;
}

export const faultWords = catalogue({
  en: {
    type: (name: string) => `${name} is no PNG, JPEG, WebP or GIF.`,
    large: (name: string, { large }: Limits) => `${name} is larger than ${large}.`,
    unreadable: (name: string) => `${name} cannot be read as a picture.`,
    edge: (name: string, { edge }: Limits) => `${name} has more than ${edge} pixels on a side.`,
    together: (name: string, { together }: Limits) =>
      `${name} would be too much: all pictures together may have ${together}.`,
    many: (name: string, { many }: Limits) => `${name} would be too many: ${many} pictures go with a prompt.`,
  },
  zh: {
    type: (name: string) => `${name} 不是 PNG、JPEG、WebP 或 GIF 图片。`,
    large: (name: string, { large }: Limits) => `${name} 超过 ${large}。`,
    unreadable: (name: string) => `${name} 无法作为图片读取。`,
    edge: (name: string, { edge }: Limits) => `${name} 的边长超过 ${edge} 像素。`,
    together: (name: string, { together }: Limits) => `无法添加 ${name}：所有图片合计不能超过 ${together}。`,
    many: (name: string, { many }: Limits) => `无法添加 ${name}：一条提示词最多附带 ${many} 张图片。`,
  },
});
