/**
 * Finds the main figure of a picture: the part that differs from its borders. The colors of the borders are
 * the first model of the background. Then color histograms of figure and background are refined a few times.
 * The largest connected part is the figure.
 */
import { fillHoles, growMask, largestPart } from './mask-parts.ts';
import type { SmallPicture } from './small-picture.ts';

export interface Figure {
  /** A value of 0 … 1 for each pixel of the small picture, soft at the edges. */
  readonly mask: Float32Array;
  readonly width: number;
  readonly height: number;
  /** The box in pixels of the small picture. `right` and `bottom` are exclusive. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** 0 … 1: how certain it is that this is one complete figure that is separate from the rest. */
  readonly confidence: number;
}

const passes = 4;

export function findFigure(picture: SmallPicture): Figure | undefined {
  const { width, height } = picture;
  const size = { width, height };
  let figureMask = picture.alpha ? picture.alpha.map(value => (value > 0.5 ? 1 : 0)) : firstGuess(picture);
  if (!picture.alpha)
    for (let pass = 0; pass < passes; pass++) figureMask = largestPart(refineMask(picture, figureMask), size);
  figureMask = fillHoles(largestPart(figureMask, size), size);
  const box = findBox(figureMask, size);
  if (!box) return undefined;
  return {
    ...size,
    mask: picture.alpha ? picture.alpha.map((value, index) => value * figureMask[index]) : figureMask,
    box,
    confidence: picture.alpha ? 1 : rateConfidence(picture, figureMask, box),
  };
}

/** Thresholds the color distance of each pixel to both ends of its row and to the whole border. */
function firstGuess(picture: SmallPicture): Float32Array {
  const { width, height } = picture;
  const distances = backgroundDistances(picture);
  // In front of an even background, even a color close to the background belongs to the figure.
  const limit = Math.max(0.05, Math.min(otsuThreshold(distances), borderVariation(distances, width) * 2.2));
  const mask = distances.map((value, index) => {
    const x = ((index % width) / width - 0.5) * 2;
    const y = (Math.floor(index / width) / height - 0.55) * 2;
    return value > limit * (0.85 + 0.5 * Math.hypot(x, y * 0.7) ** 2) ? 1 : 0;
  });
  return largestPart(mask, { width, height });
}

/** The 95th percentile of the distances at the upper and side borders. */
function borderVariation(distances: Float32Array, width: number): number {
  const edge = Math.max(2, Math.round(width * 0.04));
  const height = distances.length / width;
  const border = distances.filter((_, index) => {
    const x = index % width;
    const y = Math.floor(index / width);
    return y < edge || ((x < edge || x >= width - edge) && y < height * 0.8);
  });
  return border.sort()[Math.floor(border.length * 0.95)] ?? 1;
}

function backgroundDistances(picture: SmallPicture): Float32Array {
  const { width, height, lab } = picture;
  const border = borderColors(picture);
  const edge = Math.max(2, Math.round(width * 0.04));
  return Float32Array.from({ length: width * height }, (_, index) => {
    const x = index % width;
    const y = Math.floor(index / width);
    const share = x / width;
    let row = 0;
    for (let channel = 0; channel < 3; channel++) {
      const [left, right] = [
        averageEdge(picture, { y, from: 0, edge, channel }),
        averageEdge(picture, { y, from: width - edge, edge, channel }),
      ];
      row += (lab[index * 3 + channel] - left - (right - left) * share) ** 2;
    }
    return Math.min(Math.sqrt(row), distanceToNearest(border, lab, { at: index * 3, y: y / height }));
  });
}

const edges = new WeakMap<SmallPicture, Map<number, number>>();

/** Mean of one channel at one end of a row. Cached, because it is needed for every pixel of the row. */
function averageEdge(
  picture: SmallPicture,
  place: { y: number; from: number; edge: number; channel: number },
): number {
  const averages = edges.get(picture) ?? new Map<number, number>();
  edges.set(picture, averages);
  const key = (place.y * picture.width + place.from) * 3 + place.channel;
  const before = averages.get(key);
  if (before !== undefined) return before;
  let sum = 0;
  for (let x = place.from; x < place.from + place.edge; x++)
    sum += picture.lab[(place.y * picture.width + x) * 3 + place.channel];
  averages.set(key, sum / place.edge);
  return sum / place.edge;
}

/**
 * Frequent colors of the borders, each with its mean vertical position. Most of the lower border is ignored,
 * because it may cut off the figure.
 */
function borderColors(picture: SmallPicture): Float32Array {
  const { width, height, lab } = picture;
  const counts = new Map<number, { sum: [number, number, number, number]; count: number }>();
  const edge = Math.max(2, Math.round(Math.min(width, height) * 0.04));
  for (let at = 0; at < width * height; at++) {
    const x = at % width;
    const y = Math.floor(at / width);
    const isBorder =
      x < edge ||
      x >= width - edge ||
      y < edge ||
      (y >= height - edge && (x < width * 0.2 || x > width * 0.8));
    if (!isBorder) continue;
    const bin = toBin(lab, at * 3) * 4 + Math.floor((y / height) * 4);
    const entry = counts.get(bin) ?? { sum: [0, 0, 0, 0], count: 0 };
    for (let channel = 0; channel < 3; channel++) entry.sum[channel] += lab[at * 3 + channel];
    entry.sum[3] += y / height;
    entry.count++;
    counts.set(bin, entry);
  }
  const total = [...counts.values()].reduce((sum, { count }) => sum + count, 0);
  const frequent = [...counts.values()].filter(({ count }) => count > total * 0.012);
  return Float32Array.from(frequent.flatMap(({ sum, count }) => sum.map(value => value / count)));
}

function distanceToNearest(
  colors: Float32Array,
  lab: Float32Array,
  { at, y }: { at: number; y: number },
): number {
  let least = Infinity;
  for (let color = 0; color < colors.length; color += 4) {
    const distance =
      (colors[color] - lab[at]) ** 2 +
      (colors[color + 1] - lab[at + 1]) ** 2 +
      (colors[color + 2] - lab[at + 2]) ** 2 +
      ((colors[color + 3] - y) * 0.12) ** 2;
    if (distance < least) least = distance;
  }
  return Math.sqrt(least);
}

const [binsL, binsC] = [16, 20];

function toBin(lab: Float32Array, offset: number): number {
  const l = Math.min(binsL - 1, Math.floor(lab[offset] * binsL));
  const a = Math.min(binsC - 1, Math.max(0, Math.floor((lab[offset + 1] + 0.4) * (binsC / 0.8))));
  const b = Math.min(binsC - 1, Math.max(0, Math.floor((lab[offset + 2] + 0.4) * (binsC / 0.8))));
  return (l * binsC + a) * binsC + b;
}

/** Otsu's threshold, which minimizes the variance within both classes, lowered by a fifth. */
function otsuThreshold(values: Float32Array): number {
  const bins = 64;
  const highest = values.reduce((one, other) => Math.max(one, other), 0.001);
  const counts = new Float64Array(bins);
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value / highest) * bins))]++;
  const total = values.length;
  const sum = counts.reduce((all, count, bin) => all + count * bin, 0);
  let [best, at, below, sumBelow] = [0, 0, 0, 0];
  counts.forEach((count, bin) => {
    below += count;
    sumBelow += count * bin;
    const above = total - below;
    if (below === 0 || above === 0) return;
    const spread = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2;
    if (spread <= best) return;
    best = spread;
    at = bin;
  });
  return ((at + 1) / bins) * highest * 0.8;
}

/**
 * Reclassifies the pixels near the figure by the color histograms of figure and background,
 * then smooths out single pixels.
 */
function refineMask(picture: SmallPicture, mask: Float32Array): Float32Array {
  const { width, height, lab } = picture;
  const size = { width, height };
  const searchArea = growMask(mask, size, Math.max(3, Math.round(width * 0.04)));
  const insideCounts = new Float32Array(binsL * binsC * binsC).fill(0.02);
  const outsideCounts = new Float32Array(binsL * binsC * binsC).fill(0.02);
  mask.forEach((value, index) => {
    (value > 0 ? insideCounts : outsideCounts)[toBin(lab, index * 3)]++;
  });
  const likely = Float32Array.from(mask, (value, index) => {
    if (searchArea[index] === 0) return 0;
    const bin = toBin(lab, index * 3);
    return (insideCounts[bin] / (insideCounts[bin] + outsideCounts[bin])) * 0.75 + value * 0.25;
  });
  return smoothMask(likely, size).map(value => (value > 0.5 ? 1 : 0));
}

function smoothMask(
  values: Float32Array,
  { width, height }: { width: number; height: number },
): Float32Array {
  return values.map((_, index) => {
    const x = index % width;
    const y = Math.floor(index / width);
    let [sum, count] = [0, 0];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [nx, ny] = [x + dx, y + dy];
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
        sum += values[ny * width + nx];
        count++;
      }
    return sum / count;
  });
}

function findBox(
  mask: Float32Array,
  { width, height }: { width: number; height: number },
): Figure['box'] | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  mask.forEach((value, index) => {
    if (value <= 0) return;
    left = Math.min(left, index % width);
    right = Math.max(right, (index % width) + 1);
    top = Math.min(top, Math.floor(index / width));
    bottom = Math.max(bottom, Math.floor(index / width) + 1);
  });
  return right - left < 4 || bottom - top < 4 ? undefined : { left, top, right, bottom };
}

/**
 * High for a figure of medium size that fills its box, hardly touches the borders, and differs in
 * color from its surroundings.
 */
function rateConfidence(picture: SmallPicture, mask: Float32Array, box: Figure['box']): number {
  const { width, height } = picture;
  const area = mask.reduce((sum, value) => sum + value, 0);
  const share = area / (width * height);
  const fill = area / ((box.right - box.left) * (box.bottom - box.top));
  let touching = 0;
  for (let y = 0; y < height; y++) touching += mask[y * width] + mask[y * width + width - 1];
  for (let x = 0; x < width; x++) touching += mask[x] + mask[(height - 1) * width + x] * 0.25;
  const sharpness = Math.min(1, Math.max(0, sharpEdge(picture, mask) - 0.35) / 0.5);
  const sizeScore = share < 0.02 ? (share / 0.02) ** 2 : share > 0.6 ? Math.max(0, (0.75 - share) / 0.15) : 1;
  const freedom = Math.max(0, 1 - (touching / (width + height)) * 3);
  return sharpness * sizeScore * freedom * Math.min(1, fill / 0.4);
}

/** The share of the edge where colors differ clearly within a few pixels. */
function sharpEdge({ width, height, lab }: SmallPicture, mask: Float32Array): number {
  let [sharp, count] = [0, 0];
  const reach = 3;
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const at = y * width + x;
      for (const step of [1, width]) {
        if (mask[at] === mask[at + step]) continue;
        const [one, other] = [(at - step * (reach - 1)) * 3, (at + step * reach) * 3];
        const change = Math.hypot(
          lab[one] - lab[other],
          lab[one + 1] - lab[other + 1],
          lab[one + 2] - lab[other + 2],
        );
        if (change > 0.075) sharp++;
        count++;
      }
    }
  return count === 0 ? 0 : sharp / count;
}
