/**
 * Sizes of models that are told an aspect ratio and a resolution instead of pixels. The size of a result
 * may differ: the core fits it.
 */

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The size with this ratio, such as `3:2`, and about this number of pixels. */
export function sizeOfPixels(ratio: string, pixels: number): PixelSize {
  const aspect = parseAspect(ratio);
  const height = Math.sqrt(pixels / aspect);
  return { width: roundLength(height * aspect, 16), height: roundLength(height, 16) };
}

/** The size with this ratio whose shorter edge has this length, such as 1280 x 720 for `16:9` and 720. */
export function sizeOfEdge(ratio: string, edge: number): PixelSize {
  const aspect = parseAspect(ratio);
  return aspect >= 1
    ? { width: roundLength(edge * aspect, 2), height: edge }
    : { width: edge, height: roundLength(edge / aspect, 2) };
}

/** The ratio of the list that is nearest to that of the size. */
export function nearestRatio({ width, height }: PixelSize, ratios: readonly string[]): string {
  const distance = (ratio: string) => Math.abs(Math.log(parseAspect(ratio) / (width / height)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function parseAspect(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
}

function roundLength(length: number, multiple: number): number {
  return Math.max(multiple, Math.round(length / multiple) * multiple);
}
