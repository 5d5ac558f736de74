/** Pixel sizes of image models by version and aspect ratio. */
import { versionGeneration } from './image-versions.ts';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes that models of this family are known to produce. Other ratios have about the same area. */
const knownSizes: Readonly<Record<string, PixelSize>> = {
  '1:1': { width: 1024, height: 1024 },
  '4:3': { width: 1232, height: 928 },
  '3:4': { width: 928, height: 1232 },
  '3:2': { width: 1344, height: 896 },
  '2:3': { width: 896, height: 1344 },
  '5:4': { width: 1200, height: 960 },
  '4:5': { width: 960, height: 1200 },
  '16:9': { width: 1456, height: 816 },
  '9:16': { width: 816, height: 1456 },
  '7:3': { width: 1680, height: 720 },
  '3:7': { width: 720, height: 1680 },
};
const defaultArea = 1.17e6;
/** Sizes are whole multiples of this. */
const grain = 16;

/** Pixels of one candidate of a grid. `hd` and `draft` are the prompt's: they double and halve both sides. */
export function candidateSize(
  version: string,
  aspect: PixelSize,
  { hd = false, draft = false }: { readonly hd?: boolean; readonly draft?: boolean } = {},
): PixelSize {
  const divisor = gcd(aspect.width, aspect.height);
  const full =
    knownSizes[`${aspect.width / divisor}:${aspect.height / divisor}`] ??
    byArea(aspect.width / aspect.height);
  const scale = candidateScale(version) * (hd ? 2 : 1) * (draft ? 0.5 : 1);
  return { width: toGrain(full.width * scale), height: toGrain(full.height * scale) };
}

/**
 * Pixels of a chosen candidate (U1 to U4): the size of the candidate, but small ones
 * are painted at the usual size.
 */
export function selectedSize(version: string, candidate: PixelSize): PixelSize {
  return enlargedSize(candidate, 1 / candidateScale(version));
}

/** Pixels after an upscale, 2x or 4x. */
export function enlargedSize({ width, height }: PixelSize, factor: number): PixelSize {
  return { width: width * factor, height: height * factor };
}

/** Versions 1 to 3 draw pictures of 256 pixels, 4 and niji 4 of 512, all later ones of 1024. */
function candidateScale(version: string): number {
  const generation = versionGeneration(version);
  if (generation <= 3) return 0.25;
  return generation === 4 ? 0.5 : 1;
}

function byArea(ratio: number): PixelSize {
  return { width: toGrain(Math.sqrt(defaultArea * ratio)), height: toGrain(Math.sqrt(defaultArea / ratio)) };
}

function toGrain(pixels: number): number {
  return Math.max(grain, Math.round(pixels / grain) * grain);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
