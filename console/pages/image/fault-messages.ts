/** Messages about pictures that cannot be attached. */
import { catalogue } from '../../i18n/catalogue.ts';

export interface Limits {
  readonly large: string;
  readonly together: string;
  readonly edge: number;
  readonly many: number;
}

export const faultMessages = catalogue({
  en: {
    type: (name: string) => `${name} is not a PNG, JPEG, WebP or GIF image.`,
    large: (name: string, { large }: Limits) => `${name} is larger than ${large}.`,
    unreadable: (name: string) => `${name} is not a readable image.`,
    edge: (name: string, { edge }: Limits) => `${name} is larger than ${edge} pixels on one side.`,
    together: (name: string, { together }: Limits) => `${name} was not added: images may total ${together}.`,
    many: (name: string, { many }: Limits) => `${name} was not added: a prompt can have ${many} images.`,
  },
  zh: {
    type: (name: string) => `${name} 不是 PNG、JPEG、WebP 或 GIF 图片。`,
    large: (name: string, { large }: Limits) => `${name} 超过 ${large}。`,
    unreadable: (name: string) => `${name} 不是可读取的图片。`,
    edge: (name: string, { edge }: Limits) => `${name} 有一边超过 ${edge} 像素。`,
    together: (name: string, { together }: Limits) => `${name} 未添加：所有图片合计不能超过 ${together}。`,
    many: (name: string, { many }: Limits) => `${name} 未添加：一条提示词最多附带 ${many} 张图片。`,
  },
});
