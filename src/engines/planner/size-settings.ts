/** Settings for the sizes that a model can make, for engines that do not report them. */
import { z } from 'zod';
import type { SizeRules } from '../../media/picture/size-rules.ts';

export function sizeMultiple(defaultMultiple: number) {
  return z.int().min(8).max(128).default(defaultMultiple).meta({
    title: 'Size multiple',
    description: 'Width and height are multiples of this number of pixels.',
    titleZh: '尺寸倍数',
    descriptionZh: '宽和高为该像素数的倍数。',
  });
}

/** The size multiple of models from other providers can be any number: 1 allows every size. */
export const anySizeMultiple = z
  .int()
  .min(1)
  .max(256)
  .default(16)
  .describe('Width and height are multiples of it.')
  .meta({ titleZh: '尺寸倍数', descriptionZh: '宽和高是此数的倍数。' });

export const maxPixels = z.int().min(65_536).max(16_777_216).default(1_638_400).meta({
  title: 'Largest image',
  description: 'Width times height at most. The image is then enlarged to the size that was requested.',
  titleZh: '最大图片',
  descriptionZh: '宽乘高的上限。之后图片会放大到所请求的尺寸。',
});

const sizePattern = /^(\d{2,5}x\d{2,5}(, *\d{2,5}x\d{2,5})*)?$/;

/** Sizes that a model makes, as a list such as `1024x1024,1536x1024`. */
export function sizeList(defaultSizes: string) {
  return z
    .string()
    .regex(sizePattern, 'expected sizes such as 1280x720,720x1280')
    .default(defaultSizes)
    .meta({
      title: 'Sizes',
      description: 'Sizes that the model makes, such as "1280x720,720x1280".',
      titleZh: '尺寸',
      descriptionZh: '模型可生成的尺寸，如 “1280x720,720x1280”。',
    });
}

/** The sizes of such a list. */
export function listedSizes(text: string): NonNullable<SizeRules['list']> {
  return text
    .split(',')
    .filter(Boolean)
    .map(size => size.trim().split('x').map(Number))
    .map(([width = 0, height = 0]) => ({ width, height }));
}
