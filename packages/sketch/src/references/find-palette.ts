/** Finds the main colors of a picture and their shares, by k-means in a perceptual color space. */
import { type Rgb, toHex } from '../raster/colors.ts';
import { fromOklch } from '../subjects/oklch.ts';
import { type Lab, labAt, labDistance, type SmallPicture } from './small-picture.ts';

export interface Swatch {
  readonly lab: Lab;
  /** The share of the picture with this color, 0 … 1. */
  readonly share: number;
}

const rounds = 10;

/**
 * At most `count` colors, the most frequent first. Deterministic, because it starts
 * with colors that are far apart.
 */
export function findPalette(picture: Pick<SmallPicture, 'lab' | 'alpha'>, count = 7): Swatch[] {
  const sample = samplePixels(picture);
  let centers = farApart(sample, count);
  let groups: Lab[][] = [];
  for (let round = 0; round < rounds; round++) {
    groups = centers.map(() => []);
    for (const color of sample) groups[findNearest(centers, color)].push(color);
    centers = centers.map((center, index) => (groups[index].length > 0 ? meanLab(groups[index]) : center));
  }
  return centers
    .map((lab, index) => ({ lab, share: groups[index].length / sample.length }))
    .filter(({ share }) => share > 0.004)
    .sort((one, other) => other.share - one.share);
}

/** The mean of at least one color. */
export function meanLab(colors: readonly Lab[]): Lab {
  let [l, a, b] = [0, 0, 0];
  for (const color of colors) {
    l += color[0];
    a += color[1];
    b += color[2];
  }
  return [l / colors.length, a / colors.length, b / colors.length];
}

export function toChroma([, a, b]: Lab): number {
  return Math.hypot(a, b);
}

/** Degrees, 0 … 360: about 30 red, 70 orange, 110 yellow, 145 green, 195 cyan, 260 blue, 310 purple. */
export function toHue([, a, b]: Lab): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function labToRgb(lab: Lab): Rgb {
  const [r, g, b] = fromOklch({ lightness: lab[0], chroma: toChroma(lab), hue: toHue(lab) });
  return [r * 255, g * 255, b * 255];
}

export function labToHex(lab: Lab): string {
  return toHex(labToRgb(lab));
}

export function mixLab(from: Lab, to: Lab, share: number): Lab {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** A regular sample of the visible pixels. */
function samplePixels(picture: Pick<SmallPicture, 'lab' | 'alpha'>): Lab[] {
  const count = picture.lab.length / 3;
  const step = Math.max(1, Math.floor(count / 4000));
  const sample: Lab[] = [];
  for (let at = 0; at < count; at += step)
    if ((picture.alpha?.[at] ?? 1) > 0.5) sample.push(labAt(picture, at));
  return sample.length > 0 ? sample : [[1, 0, 0]];
}

/** The mean, then repeatedly the color that is farthest from all previous ones. */
function farApart(sample: readonly Lab[], count: number): Lab[] {
  const centers = [meanLab(sample)];
  const distance = sample.map(color => labDistance(color, centers[0]));
  while (centers.length < count) {
    const farthest = distance.reduce((best, value, index) => (value > distance[best] ? index : best), 0);
    if (distance[farthest] < 0.02) break;
    const next = sample[farthest];
    centers.push(next);
    sample.forEach((color, index) => {
      distance[index] = Math.min(distance[index], labDistance(color, next));
    });
  }
  return centers;
}

function findNearest(centers: readonly Lab[], color: Lab): number {
  let best = 0;
  let least = Infinity;
  centers.forEach((center, index) => {
    const distance = (center[0] - color[0]) ** 2 + (center[1] - color[1]) ** 2 + (center[2] - color[2]) ** 2;
    if (distance >= least) return;
    least = distance;
    best = index;
  });
  return best;
}
