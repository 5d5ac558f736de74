/** Decides the size of a result that an engine made in another size than was asked for. */
import type { PixelSize } from './picture-file.ts';

/** Engines round to multiples of 8 to 64 pixels, which changes the aspect ratio by less than this. */
const aspectTolerance = 0.02;

/**
 * The result's own size if it has the wished aspect ratio, otherwise the largest part of it that has.
 * Never larger than the result.
 */
export function adoptedSize(actual: PixelSize, wanted: PixelSize): PixelSize {
  const ratio = (actual.width * wanted.height) / (actual.height * wanted.width);
  if (Math.abs(ratio - 1) < aspectTolerance) return actual;
  if (ratio > 1) return { ...actual, width: part(actual.height * wanted.width, wanted.height) };
  return { ...actual, height: part(actual.width * wanted.height, wanted.width) };
}

/** A part of a result with less than half of the wished edges is a placeholder, a draft or a thumbnail. */
const minEdgeShare = 1 / 2;
/**
 * Engines with a few sizes make 3:2 or a square of everything, and enough is left after the cut. Of an
 * upright picture, no wide one is made.
 */
const maxShapeFactor = 2.2;

/** Whether a result is not what was asked for, but something much smaller or of quite another shape. */
export function isUnlike(actual: PixelSize, requested: PixelSize): boolean {
  const shape = (actual.width * requested.height) / (actual.height * requested.width);
  if (Math.max(shape, 1 / shape) > maxShapeFactor) return true;
  const part = adoptedSize(actual, requested);
  return Math.max(part.width, part.height) < Math.max(requested.width, requested.height) * minEdgeShare;
}

/**
 * The size, shrunk if its longer edge is more than twice the wished one or longer than `largestEdge`. The
 * wished size is never shrunk.
 */
export function withinTwice(size: PixelSize, wanted: PixelSize, largestEdge: number): PixelSize {
  const wantedEdge = Math.max(wanted.width, wanted.height);
  const most = Math.max(wantedEdge, Math.min(wantedEdge * 2, largestEdge));
  const edge = Math.max(size.width, size.height);
  if (edge <= most) return size;
  return { width: part(size.width * most, edge), height: part(size.height * most, edge) };
}

function part(product: number, divisor: number): number {
  return Math.max(1, Math.round(product / divisor));
}
