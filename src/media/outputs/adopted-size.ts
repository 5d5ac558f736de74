/** Decides the size of a result that an engine made in another size than was asked for. */
import type { PixelSize } from '../picture/picture-file.ts';

/** Engines round to multiples of 8 to 64 pixels, which changes the aspect ratio by less than this. */
const aspectTolerance = 0.02;

/** The result's own size if it has the wished aspect ratio, otherwise the largest part of it that has. Never larger than the result. */
export function adoptedSize(actual: PixelSize, wanted: PixelSize): PixelSize {
  const ratio = (actual.width * wanted.height) / (actual.height * wanted.width);
  if (Math.abs(ratio - 1) < aspectTolerance) return actual;
  if (ratio > 1) return { ...actual, width: part(actual.height * wanted.width, wanted.height) };
  return { ...actual, height: part(actual.width * wanted.height, wanted.width) };
}

function part(product: number, divisor: number): number {
  return Math.max(1, Math.round(product / divisor));
}
