/** The size of an image in a new shape, such as a square, as the model generates it. */
import { nearestSize } from '../../../media/compose/nearest-size.ts';
import type { Catalogue, Model } from '../../../core/catalogue/models/catalogue.ts';
import type { PixelSize } from '@kinora/shared/prompt/picture-size';
import type { Order } from './order.ts';

/**
 * Models that list their sizes may have none of the shape. Then it has about the pixels of the nearest one.
 */
const grain = 8;

type SizeRules = Parameters<typeof nearestSize>[1];

/**
 * The job in the size that the model makes: by its card, otherwise by the first of its engines that reports
 * it.
 */
export function sizedJob(
  catalogue: Catalogue,
  { card }: Pick<Model, 'card'>,
  { job, isReshaped }: Pick<Order, 'job' | 'isReshaped'>,
): Order['job'] {
  if (!isReshaped) return job;
  const rules = card.sizes ?? catalogue.listOffers(card.id).find(({ sizes }) => sizes)?.sizes;
  return { ...job, ...ownSize(job, rules) };
}

export function ownSize({ width, height }: PixelSize, rules: SizeRules | undefined): PixelSize {
  if (!rules) return { width, height };
  const modelSize = nearestSize({ width, height }, rules);
  if (modelSize.width * height === modelSize.height * width) return modelSize;
  const scale = Math.sqrt((modelSize.width * modelSize.height) / (width * height));
  return { width: toGrain(width * scale), height: toGrain(height * scale) };
}

/** Rounded down: a model may make no more pixels. */
function toGrain(pixels: number): number {
  return Math.max(grain, Math.floor(pixels / grain) * grain);
}
