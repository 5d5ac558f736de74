/** Messages about prices, each with the unit that is charged. */
import { catalogue } from '../i18n/catalogue.ts';

export const priceMessages = catalogue({
  en: {
    perImage: (price: string) => `${price} per image`,
    perClip: (price: string) => `${price} per clip`,
    perSecond: (price: string) => `${price} per second`,
    fromImage: (price: string) => `from ${price} per image`,
    fromClip: (price: string) => `from ${price} per clip`,
    fromSecond: (price: string) => `from ${price} per second`,
    sumImage: (count: string, price: string, total: string) =>
      count === '1' ? `1 image × ${price} = ${total}` : `${count} images × ${price} = ${total}`,
    sumClip: (count: string, price: string, total: string) =>
      count === '1' ? `1 clip × ${price} = ${total}` : `${count} clips × ${price} = ${total}`,
    sumSecond: (count: string, price: string, total: string) => `${count} s × ${price} / second = ${total}`,
    flat: 'The duration does not change the price.',
    plain: 'Base price',
    because: (conditions: string, price: string, generalPrice: string) =>
      `${conditions}: ${price} instead of ${generalPrice}`,
    tier: (tier: string, factor: string) => `${tier}: × ${factor}`,
    sound: 'with sound',
    noSound: 'without sound',
    pictures: (count: string) => (count === '1' ? '1 reference image' : `${count} reference images`),
    condition: (name: string, value: string) => `${name}: ${value}`,
    operations: {
      grid: 'grid of four',
      select: 'image selected from a grid',
      upscale: 'upscale',
      variation: 'variation',
      edit: 'edit',
      retexture: 'retexture',
      outpaint: 'outpaint',
      clip: 'clip',
      describe: 'describe',
      shorten: 'shorten',
    },
  },
  zh: {
    perImage: (price: string) => `每张 ${price}`,
    perClip: (price: string) => `每段 ${price}`,
    perSecond: (price: string) => `每秒 ${price}`,
    fromImage: (price: string) => `每张 ${price} 起`,
    fromClip: (price: string) => `每段 ${price} 起`,
    fromSecond: (price: string) => `每秒 ${price} 起`,
    sumImage: (count: string, price: string, total: string) => `${count} 张 × ${price} = ${total}`,
    sumClip: (count: string, price: string, total: string) => `${count} 段 × ${price} = ${total}`,
    sumSecond: (count: string, price: string, total: string) => `${count} 秒 × ${price}/秒 = ${total}`,
    flat: '价格与时长无关。',
    plain: '基础价格',
    because: (conditions: string, price: string, generalPrice: string) =>
      `${conditions}：${price}（基础价格 ${generalPrice}）`,
    tier: (tier: string, factor: string) => `${tier}：× ${factor}`,
    sound: '带声音',
    noSound: '不带声音',
    pictures: (count: string) => `${count} 张参考图`,
    condition: (name: string, value: string) => `${name}：${value}`,
    operations: {
      grid: '四宫格',
      select: '从四宫格中选取的图片',
      upscale: '放大',
      variation: '变化',
      edit: '编辑',
      retexture: '换质感',
      outpaint: '扩图',
      clip: '视频',
      describe: '描述图片',
      shorten: '精简提示词',
    },
  },
});

/** The messages `sumImage`, `sumClip` and `sumSecond`, by unit. */
export const unitNames = { image: 'Image', clip: 'Clip', second: 'Second' } as const;
