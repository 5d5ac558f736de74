/** Pixel sizes of image models by version and aspect ratio (contract of the image interface, section 2). */

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** What the family's models are known to give; other ratios follow the area rule. */
const knownSizes: Readonly<Record<string, PixelSize>> = {
  '1:1': { width: 1024, height: 1024 },
  '4:3': { width: 1232, height: 928 },
  '3:4': { width: 928, height: 1232 },
  '3:2': { width: 1344, height: 896 },
  '2:3': { width: 896, height: 1344 },
  '16:9': { width: 1456, height: 816 },
  '9:16': { width: 816, height: 1456 },
};
const usualArea = 1.17e6;
/** Sizes are whole multiples of this. */
const grain = 16;

/** Pixels of one candidate of a grid. */
export function candidateSize(version: string, aspect: PixelSize): PixelSize {
  const divisor = gcd(aspect.width, aspect.height);
  const full =
    knownSizes[`${aspect.width / divisor}:${aspect.height / divisor}`] ??
    byArea(aspect.width / aspect.height);
  const scale = candidateScale(version);
  return { width: toGrain(full.width * scale), height: toGrain(full.height * scale) };
}

/** Pixels of an upscaled candidate. */
export function upscaledSize(version: string, candidate: PixelSize): PixelSize {
  const factor = candidateScale(version) === 0.25 ? 4 : 2;
  return { width: candidate.width * factor, height: candidate.height * factor };
}

/** Versions 1 to 3 made pictures of 256 pixels, 4 and niji 4 of 512, all later ones of 1024. */
function candidateScale(version: string): number {
  if (['1', '2', '3'].includes(version)) return 0.25;
  return version === '4' || version === 'niji 4' ? 0.5 : 1;
}

function byArea(ratio: number): PixelSize {
  return { width: toGrain(Math.sqrt(usualArea * ratio)), height: toGrain(Math.sqrt(usualArea / ratio)) };
}

function toGrain(pixels: number): number {
  return Math.max(grain, Math.round(pixels / grain) * grain);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
