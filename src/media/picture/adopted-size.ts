/** Decides the size of a result that an engine made in another size than the requested one. */
import type { PixelSize } from './picture-file.ts';

/** Engines round to multiples of 8 to 64 pixels, which changes the aspect ratio by less than this. */
const aspectTolerance = 0.02;

/**
 * Returns the size of the result if it has the requested aspect ratio, otherwise that of its largest part
 * with this ratio.
 */
export function adoptedSize(actual: PixelSize, requestedSize: PixelSize): PixelSize {
  const ratio = (actual.width * requestedSize.height) / (actual.height * requestedSize.width);
  if (Math.abs(ratio - 1) < aspectTolerance) return actual;
  if (ratio > 1) return { ...actual, width: part(actual.height * requestedSize.width, requestedSize.height) };
  return { ...actual, height: part(actual.width * requestedSize.height, requestedSize.width) };
}

/** A part of a result with less than half of the requested edges is a placeholder, a draft or a thumbnail. */
const minEdgeShare = 1 / 2;
/**
 * Engines with few sizes return 3:2 or a square for any request, and enough is left after the cut. A wide
 * picture is not cut out of an upright one.
 */
const maxShapeFactor = 2.2;

/** Whether a result is much smaller than the requested size, or of quite another shape. */
export function isUnlike(actual: PixelSize, requestedSize: PixelSize): boolean {
  const shape = (actual.width * requestedSize.height) / (actual.height * requestedSize.width);
  if (Math.max(shape, 1 / shape) > maxShapeFactor) return true;
  const part = adoptedSize(actual, requestedSize);
  return (
    Math.max(part.width, part.height) < Math.max(requestedSize.width, requestedSize.height) * minEdgeShare
  );
}

/**
 * Returns the size, shrunk if its longer edge is more than twice the requested one or longer than
 * `largestEdge`. The requested size is never shrunk.
 */
export function limitToTwice(size: PixelSize, requestedSize: PixelSize, largestEdge: number): PixelSize {
  const wantedEdge = Math.max(requestedSize.width, requestedSize.height);
  const maxEdge = Math.max(wantedEdge, Math.min(wantedEdge * 2, largestEdge));
  const edge = Math.max(size.width, size.height);
  if (edge <= maxEdge) return size;
  return { width: part(size.width * maxEdge, edge), height: part(size.height * maxEdge, edge) };
}

function part(product: number, divisor: number): number {
  return Math.max(1, Math.round(product / divisor));
}
