/** Guesses the place that a picture shows from the colors and textures above and below its horizon. */
import type { Setting } from '../scene/reading.ts';
import type { Horizon } from './find-horizon.ts';
import { toHue } from './find-palette.ts';
import type { SmallPicture } from './small-picture.ts';

/**
 * `water` and `green` are shares of the area below the horizon, or of the lower half if there is no horizon.
 */
export interface FoundPlace {
  readonly setting: Setting;
  /** 0 … 1. */
  readonly confidence: number;
  readonly hasSky: boolean;
  readonly water: number;
  readonly green: number;
}

interface Shares {
  readonly blue: number;
  readonly green: number;
  readonly sand: number;
  readonly white: number;
  readonly gray: number;
  readonly dark: number;
  /** Mean change of lightness between horizontal and between vertical neighbors. */
  readonly across: number;
  readonly down: number;
}

export function findPlace(picture: SmallPicture, horizon: Horizon): FoundPlace {
  const split = horizon.confidence > 0.3 ? horizon.y : 0.5;
  const above = measureShares(picture, { from: 0, to: split });
  const below = measureShares(picture, { from: split, to: 1 });
  const top = measureShares(picture, { from: 0, to: split * 0.5 });
  const hasSky = horizon.confidence > 0.3 && top.across + top.down < 0.04 && top.green < 0.6;
  const isWet = below.sand < 0.4 && below.white < 0.5;
  const isMirror = isWet && horizon.confidence > 0.3 && reflectionScore(picture, horizon.y) > 0.45;
  const water = isMirror ? 1 : hasSky ? Math.max(below.blue, isStill(below) ? 0.4 : 0) : 0;
  if (isMirror) return { setting: 'lake', confidence: 0.7, hasSky: true, water, green: below.green };
  return { ...guess({ above, below, hasSky, horizon }), hasSky, water, green: below.green };
}

function guess({
  above,
  below,
  hasSky,
  horizon,
}: {
  above: Shares;
  below: Shares;
  hasSky: boolean;
  horizon: Horizon;
}): Pick<FoundPlace, 'setting' | 'confidence'> {
  const sure = (setting: Setting, share: number) => ({ setting, confidence: Math.min(1, share) });
  if (!hasSky) {
    if (above.dark > 0.85 && below.dark > 0.85) return sure('space', 0.4);
    if (above.green + below.green > 0.9 && above.across > 0.006)
      return sure('forest', (above.green + below.green) / 2);
    if (above.across + above.down < 0.02 && below.across + below.down < 0.03) return sure('studio', 0.6);
    if (above.across > 0.05 && above.gray + below.gray > 0.9) return sure('city', 0.3);
    return sure('hills', 0.1);
  }
  if (below.blue > 0.5) return below.sand > 0.12 ? sure('coast', 0.7) : sure('sea', below.blue);
  if (below.white > 0.55) return sure('snowfield', below.white);
  if (below.sand > 0.5) return below.blue > 0.1 ? sure('coast', 0.6) : sure('desert', below.sand);
  if (below.green > 0.4) return horizon.y > 0.5 ? sure('plain', below.green) : sure('hills', below.green);
  if (below.gray > 0.5 && below.across > 0.04) return sure('city', 0.4);
  if (isStill(below)) return sure('lake', 0.35);
  return sure(below.dark > 0.5 ? 'mountains' : 'hills', 0.25);
}

/**
 * How well the area below the horizon mirrors the area above, 0 … 1: the correlation of lightness in pairs of
 * rows. The shore of a lake hides part of the reflection, so the axis may lie a little below the horizon.
 */
function reflectionScore({ width, height, lab }: SmallPicture, horizon: number): number {
  const at = Math.round(horizon * height);
  const axes = Array.from({ length: Math.round(height * 0.12) }, (_, below) => at + below);
  return Math.max(...axes.map(axis => correlation({ width, height, lab }, axis)));
}

function correlation(
  { width, height, lab }: Pick<SmallPicture, 'width' | 'height' | 'lab'>,
  axis: number,
): number {
  let [mirroredSum, above, below] = [0, 0, 0];
  for (
    let distance = Math.ceil(height * 0.05);
    distance < height * 0.22 && axis + distance < height && axis - distance >= 0;
    distance++
  ) {
    const rows = [(axis - distance) * width, (axis + distance) * width] as const;
    const means = rows.map(row => meanLightness(lab, row, width));
    for (let x = 0; x < width; x++) {
      const one = lab[(rows[0] + x) * 3] - means[0];
      const other = lab[(rows[1] + x) * 3] - means[1];
      mirroredSum += one * other;
      above += one * one;
      below += other * other;
    }
  }
  // The added constant keeps the noise of even surfaces from counting as a reflection.
  return mirroredSum / (Math.sqrt(above * below) + width * height * 2e-4);
}

function meanLightness(lab: Float32Array, row: number, width: number): number {
  let sum = 0;
  for (let x = 0; x < width; x++) sum += lab[(row + x) * 3];
  return sum / width;
}

/** Whether the area looks like calm water: it changes little, and more between rows than within them. */
function isStill({ across, down, sand }: Shares): boolean {
  return sand < 0.2 && across < 0.012 && down > across * 1.2;
}

function measureShares({ width, height, lab }: SmallPicture, band: { from: number; to: number }): Shares {
  const counts = { blue: 0, green: 0, sand: 0, white: 0, gray: 0, dark: 0 };
  let [across, down, count] = [0, 0, 0];
  const last = Math.min(height - 1, Math.floor(band.to * height));
  for (let y = Math.floor(band.from * height); y < last; y++)
    for (let x = 0; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      counts[classifyColor(lab, at)]++;
      across += Math.abs(lab[at] - lab[at + 3]);
      down += Math.abs(lab[at] - lab[at + width * 3]);
      count++;
    }
  const share = (value: number) => value / Math.max(1, count);
  return {
    blue: share(counts.blue),
    green: share(counts.green),
    sand: share(counts.sand),
    white: share(counts.white),
    gray: share(counts.gray),
    dark: share(counts.dark),
    across: share(across),
    down: share(down),
  };
}

function classifyColor(
  lab: Float32Array,
  offset: number,
): 'blue' | 'green' | 'sand' | 'white' | 'gray' | 'dark' {
  const [l, a, b] = [lab[offset], lab[offset + 1], lab[offset + 2]];
  const chroma = Math.hypot(a, b);
  const hue = toHue([l, a, b]);
  if (l < 0.22) return 'dark';
  if (chroma < 0.03) return l > 0.86 ? 'white' : 'gray';
  if (hue > 105 && hue < 170) return 'green';
  if (hue >= 170 && hue < 300) return l > 0.9 && chroma < 0.05 ? 'white' : 'blue';
  return l > 0.55 && hue > 45 ? 'sand' : 'gray';
}
