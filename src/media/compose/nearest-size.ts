/** Chooses the size at which a model works for the size that a job wishes. */
import type { SizeRules } from '../picture/size-rules.ts';
import type { PixelSize } from '../picture/picture-file.ts';

/**
 * Returns the allowed size whose aspect ratio is nearest to that of the wish; among equals, the one with the
 * nearest number of pixels. If no multiple is within both limits, `maxPixels` counts.
 */
export function nearestSize(requestedSize: PixelSize, rules: SizeRules): PixelSize {
  const { list, multiple, minPixels = 0, maxPixels = Number.POSITIVE_INFINITY } = rules;
  if (list && list.length > 0) return nearest(list, requestedSize);
  const pixels = requestedSize.width * requestedSize.height;
  // The limits may contradict each other; memory of the engine comes first.
  const scale = Math.sqrt(Math.min(Math.max(pixels, minPixels), maxPixels) / pixels);
  const ideal = { width: requestedSize.width * scale, height: requestedSize.height * scale };
  const candidates = sizesAround(ideal, multiple);
  const notTooLarge = candidates.filter(({ width, height }) => width * height <= maxPixels);
  const allowedSizes = notTooLarge.filter(({ width, height }) => width * height >= minPixels);
  if (allowedSizes.length > 0) return nearest(allowedSizes, ideal);
  if (notTooLarge.length > 0) return nearest(notTooLarge, ideal);
  return { width: multiple, height: multiple };
}

/** Multiples next to the ideal, and some steps further, where the nearest may be outside of the limits. */
function sizesAround({ width, height }: PixelSize, multiple: number): PixelSize[] {
  const steps = [-2, -1, 0, 1, 2, 3];
  const edges = (ideal: number) =>
    steps.map(step => (Math.floor(ideal / multiple) + step) * multiple).filter(edge => edge > 0);
  return edges(width).flatMap(wide => edges(height).map(high => ({ width: wide, height: high })));
}

/** A size counts as far as its aspect ratio is off, and a little as far as its number of pixels is. */
function nearest(sizes: readonly PixelSize[], ideal: PixelSize): PixelSize {
  const distance = ({ width, height }: PixelSize): number => {
    const aspect = Math.abs(Math.log((width * ideal.height) / (height * ideal.width)));
    const area = Math.abs(Math.log((width * height) / (ideal.width * ideal.height)));
    return aspect + area * 0.05;
  };
  return sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}
