/**
 * Guesses which style of the engine a picture resembles most, from its grain, flat areas,
 * edges and colors at full size.
 */
import type { Style } from '../scene/reading.ts';
import type { FoundLight } from './find-light.ts';
import type { SmallPicture } from './small-picture.ts';

export interface FoundStyle {
  readonly style: Style;
  /** 0 … 1. */
  readonly confidence: number;
  /** The share of neighboring pixels that are equal. */
  readonly flatness: number;
  /** Mean difference between neighbors in smooth areas, 0 … 1. */
  readonly grain: number;
}

interface Texture {
  readonly flatness: number;
  readonly grain: number;
  /** The number of distinct colors after quantization. */
  readonly colors: number;
  /** The edge length of the blocks of pixel art, in pixels. 1 if there are none. */
  readonly block: number;
}

export function findStyle(
  picture: SmallPicture,
  { light, hasPaperMargin }: { light: FoundLight; hasPaperMargin: boolean },
): FoundStyle {
  const texture = measureTexture(picture);
  const { flatness, grain } = texture;
  const paper = measureShare(picture, (l, chroma) => l > 0.86 && chroma < 0.05);
  const darkShare = measureShare(picture, l => l < 0.3);
  const vivid = measureShare(picture, (l, chroma) => chroma > 0.17 && l > 0.45);
  const toGuess = (style: Style, confidence: number) => ({ style, confidence, flatness, grain });
  if (hasPaperMargin && light.colorfulness > 0.016) return toGuess('watercolor', 0.6);
  if (texture.block >= 3) return toGuess('pixel', 0.8);
  if (light.colorfulness < 0.016) {
    if (paper > 0.4) return flatness > 0.6 && grain < 0.01 ? toGuess('ink', 0.6) : toGuess('pencil', 0.6);
    return toGuess('noir', 0.7);
  }
  if (darkShare > 0.5 && vivid > 0.05) return toGuess('neon', 0.6);
  if (texture.colors < 28 && flatness > 0.7) return toGuess('flat', 0.7);
  if (flatness > 0.55 && texture.colors < 90) return toGuess('poster', 0.5);
  if (paper > 0.35 && light.colorfulness < 0.06 && grain < 0.008) return toGuess('watercolor', 0.4);
  if (grain > 0.006 && grain < 0.04 && flatness < 0.3)
    return toGuess('photo', Math.min(0.8, 0.3 + grain * 30));
  return toGuess('illustration', 0.3);
}

function measureShare({ lab }: SmallPicture, is: (lightness: number, chroma: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < lab.length; at += 3) if (is(lab[at], Math.hypot(lab[at + 1], lab[at + 2]))) count++;
  return count / (lab.length / 3);
}

const sampleEdge = 320;

/** Measures the center of the picture at full size. */
function measureTexture({ full }: SmallPicture): Texture {
  const { data, width, height } = full;
  const left = Math.max(0, Math.floor((width - sampleEdge) / 2));
  const top = Math.max(0, Math.floor((height - sampleEdge) / 2));
  const right = Math.min(width - 1, left + sampleEdge);
  const bottom = Math.min(height - 1, top + sampleEdge);
  const colors = new Map<number, number>();
  const changes = new Float64Array(right - left + 1);
  let [sameCount, grain, calm, count] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      const color = ((data[at] >> 4) << 8) | ((data[at + 1] >> 4) << 4) | (data[at + 2] >> 4);
      colors.set(color, (colors.get(color) ?? 0) + 1);
      const change = difference(data, at, at + 4);
      if (change === 0 && difference(data, at, at + width * 4) === 0) sameCount++;
      if (change > 0) changes[x - left]++;
      if (change < 24) {
        grain += change / 255;
        calm++;
      }
      count++;
    }
  const distinct = [...colors.values()].filter(times => times > count * 0.0008).length;
  return {
    flatness: sameCount / count,
    grain: calm === 0 ? 0 : grain / calm,
    colors: distinct,
    block: findBlockSize(changes, bottom - top),
  };
}

function difference(data: Uint8Array | Uint8ClampedArray, offset: number, other: number): number {
  return (
    (Math.abs(data[offset] - data[other]) +
      Math.abs(data[offset + 1] - data[other + 1]) +
      Math.abs(data[offset + 2] - data[other + 2])) /
    3
  );
}

/**
 * The distance between the columns at which colors change, if they change at few columns only. Otherwise 1.
 */
function findBlockSize(changes: Float64Array, rows: number): number {
  const busy = [...changes.keys()].filter(x => changes[x] > rows * 0.04);
  if (busy.length < 6 || busy.length > changes.length / 3) return 1;
  const gaps = busy.slice(1).map((x, index) => x - busy[index]);
  const least = Math.min(...gaps);
  const evenShare = gaps.filter(gap => gap % least === 0).length / gaps.length;
  const quiet = [...changes].filter(times => times === 0).length / changes.length;
  return least >= 3 && evenShare > 0.9 && quiet > 0.5 ? least : 1;
}
