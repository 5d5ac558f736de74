/**
 * The finished picture as numbers, and the filters that several styles share. All
 * radii are in picture heights.
 */
import type { Canvas } from '@napi-rs/canvas';
import { newCanvas } from '../raster/pixels.ts';

export interface Plate {
  readonly canvas: Canvas;
  readonly width: number;
  readonly height: number;
  /** Pixels per picture height. */
  readonly unit: number;
  readonly seed: number;
  readonly aspect: number;
  /** No margin of free paper: the plate is one layer of many. */
  readonly open: boolean;
  /** The picture continues at its edges, so nothing may depend on the distance from them. */
  readonly wrapped?: boolean;
}

export interface Small {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Small pixels per full pixel. */
  readonly scale: number;
}

/**
 * Returns the picture at a size at which `radius` is `pixels` wide, so that a filter costs the same at every
 * size.
 */
export function shrink(plate: Plate, radius: number, pixels: number): Small {
  const scale = Math.min(1, pixels / Math.max(0.5, radius * plate.unit));
  const { canvas, context } = newCanvas(
    Math.max(8, Math.round(plate.width * scale)),
    Math.max(8, Math.round(plate.height * scale)),
  );
  context.drawImage(plate.canvas, 0, 0, canvas.width, canvas.height);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  return { pixels: image.data, width: canvas.width, height: canvas.height, scale };
}

/**
 * Kuwahara's filter: each pixel takes the mean of the calmest of its four quarters;
 * flat areas with sharp edges.
 */
export function smoothColors(small: Small, radius: number): Small {
  const sums = integrals(small);
  const out = new Uint8ClampedArray(small.pixels.length);
  for (let y = 0; y < small.height; y++) smoothRow(out, { small, sums, y, radius });
  return { ...small, pixels: out };
}

function smoothRow(
  out: Uint8ClampedArray,
  { small, sums, y, radius }: { small: Small; sums: Sums; y: number; radius: number },
): void {
  const { width, height } = small;
  const stride = width + 1;
  for (let x = 0; x < width; x++) {
    let least = Infinity;
    let from = 0;
    let to = 0;
    let upper = 0;
    let lower = 0;
    let area = 1;
    for (let quarter = 0; quarter < 4; quarter++) {
      const x0 = quarter & 1 ? x : Math.max(0, x - radius);
      const x1 = quarter & 1 ? Math.min(width, x + radius + 1) : x + 1;
      const y0 = quarter & 2 ? y : Math.max(0, y - radius);
      const y1 = quarter & 2 ? Math.min(height, y + radius + 1) : y + 1;
      const count = (x1 - x0) * (y1 - y0);
      const a = y0 * stride;
      const b = y1 * stride;
      const light = sums.light[b + x1] - sums.light[b + x0] - sums.light[a + x1] + sums.light[a + x0];
      const square = sums.square[b + x1] - sums.square[b + x0] - sums.square[a + x1] + sums.square[a + x0];
      const spread = square / count - (light / count) ** 2;
      if (spread >= least) continue;
      least = spread;
      from = x0;
      to = x1;
      upper = a;
      lower = b;
      area = count;
    }
    const at = (y * width + x) * 4;
    for (let channel = 0; channel < 3; channel++) {
      const sum = sums.channels[channel];
      out[at + channel] = (sum[lower + to] - sum[lower + from] - sum[upper + to] + sum[upper + from]) / area;
    }
    out[at + 3] = 255;
  }
}

interface Sums {
  readonly channels: readonly [Float64Array, Float64Array, Float64Array];
  readonly light: Float64Array;
  readonly square: Float64Array;
}

/** Sums of all that lies above and to the left of each pixel. */
function integrals(small: Small): Sums {
  const make = () => new Float64Array((small.width + 1) * (small.height + 1));
  const sums: Sums = { channels: [make(), make(), make()], light: make(), square: make() };
  for (let y = 0; y < small.height; y++) sumRow(sums, small, y);
  return sums;
}

function sumRow({ channels, light, square }: Sums, { pixels, width }: Small, y: number): void {
  const [red, green, blue] = channels;
  let [r, g, b, l, s] = [0, 0, 0, 0, 0];
  for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 4;
    const tone = pixels[at] * 0.3 + pixels[at + 1] * 0.59 + pixels[at + 2] * 0.11;
    r += pixels[at];
    g += pixels[at + 1];
    b += pixels[at + 2];
    l += tone;
    s += tone * tone;
    const above = y * (width + 1) + x + 1;
    const to = above + width + 1;
    red[to] = red[above] + r;
    green[to] = green[above] + g;
    blue[to] = blue[above] + b;
    light[to] = light[above] + l;
    square[to] = square[above] + s;
  }
}

/** Brightness 0 … 1 of every pixel. */
export function tones({ pixels, width, height }: Small): Float32Array {
  const out = new Float32Array(width * height);
  for (let at = 0; at < out.length; at++)
    out[at] = (pixels[at * 4] * 0.3 + pixels[at * 4 + 1] * 0.59 + pixels[at * 4 + 2] * 0.11) / 255;
  return out;
}

/** The colors blurred, so that contours drawn through them run smoothly. */
export function softenColors(small: Small, radius: number): Small {
  const pixels = new Uint8ClampedArray(small.pixels.length).fill(255);
  for (let channel = 0; channel < 3; channel++) {
    const values = Float32Array.from(
      { length: pixels.length / 4 },
      (_, index) => small.pixels[index * 4 + channel],
    );
    blurValues(values, small.width, radius).forEach((value, index) => {
      pixels[index * 4 + channel] = value;
    });
  }
  return { ...small, pixels };
}

/** Mean over a square, run twice for a round fall-off. */
export function blurValues(values: Float32Array, width: number, radius: number): Float32Array {
  const height = values.length / width;
  let from = values;
  for (let pass = 0; pass < 2; pass++) {
    from = slideAcross(from, { width, height, radius });
    from = slideDown(from, { width, height, radius });
  }
  return from;
}

interface Slide {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

function slideAcross(values: Float32Array, { width, height, radius }: Slide): Float32Array {
  const out = new Float32Array(values.length);
  for (let row = 0; row < height; row++)
    slideRow(
      out.subarray(row * width, (row + 1) * width),
      values.subarray(row * width, (row + 1) * width),
      radius,
    );
  return out;
}

function slideRow(out: Float32Array, values: Float32Array, radius: number): void {
  const last = values.length - 1;
  const share = 1 / (radius * 2 + 1);
  let sum = values[0] * radius;
  for (let ahead = 0; ahead < radius; ahead++) sum += values[Math.min(last, ahead)];
  for (let column = 0; column <= last; column++) {
    sum += values[Math.min(last, column + radius)];
    out[column] = sum * share;
    sum -= values[Math.max(0, column - radius)];
  }
}

/** All columns at once, row by row, as they lie in memory. */
function slideDown(values: Float32Array, { width, height, radius }: Slide): Float32Array {
  const out = new Float32Array(values.length);
  const share = 1 / (radius * 2 + 1);
  const sums = Float64Array.from(values.subarray(0, width), value => value * radius);
  for (let ahead = 0; ahead < radius; ahead++) {
    const start = Math.min(height - 1, ahead) * width;
    for (let column = 0; column < width; column++) sums[column] += values[start + column];
  }
  for (let row = 0; row < height; row++) {
    const ahead = Math.min(height - 1, row + radius) * width;
    const behind = Math.max(0, row - radius) * width;
    for (let column = 0; column < width; column++) {
      const sum = sums[column] + values[ahead + column];
      out[row * width + column] = sum * share;
      sums[column] = sum - values[behind + column];
    }
  }
  return out;
}

/** Dark outlines, 0 … 1: the difference of two blurs with a soft threshold. */
export function outlines(
  light: Float32Array,
  width: number,
  line: { radius: number; strength: number },
): Float32Array {
  const narrowBlur = blurValues(light, width, Math.max(1, Math.round(line.radius * 0.5)));
  const wideBlur = blurValues(light, width, Math.max(2, Math.round(line.radius * 1.4)));
  const out = new Float32Array(light.length);
  for (let at = 0; at < out.length; at++) {
    const drop = wideBlur[at] - narrowBlur[at] - 0.012;
    out[at] = drop > 0 ? Math.min(1, drop * line.strength) : 0;
  }
  return out;
}

/** The interpolated value of a small field at a place in its pixels. */
export function sampleField(
  field: Float32Array,
  size: { width: number; height: number },
  point: { x: number; y: number },
): number {
  const x = Math.max(0, Math.min(size.width - 1.001, point.x));
  const y = Math.max(0, Math.min(size.height - 1.001, point.y));
  const x0 = x | 0;
  const y0 = y | 0;
  const fx = x - x0;
  const fy = y - y0;
  const to = y0 * size.width + x0;
  const above = field[to] + (field[to + 1] - field[to]) * fx;
  const below = field[to + size.width] + (field[to + size.width + 1] - field[to + size.width]) * fx;
  return above + (below - above) * fy;
}

/** The interpolated color of a small picture at a place in its pixels. */
export function sampleColor(small: Small, point: { x: number; y: number }, out: Float32Array): void {
  const px = point.x < 0 ? 0 : point.x > small.width - 1.001 ? small.width - 1.001 : point.x;
  const py = point.y < 0 ? 0 : point.y > small.height - 1.001 ? small.height - 1.001 : point.y;
  const x0 = px | 0;
  const y0 = py | 0;
  const fx = px - x0;
  const fy = py - y0;
  const a = (y0 * small.width + x0) * 4;
  const c = a + small.width * 4;
  const { pixels } = small;
  for (let channel = 0; channel < 3; channel++) {
    const above = pixels[a + channel] + (pixels[a + 4 + channel] - pixels[a + channel]) * fx;
    const below = pixels[c + channel] + (pixels[c + 4 + channel] - pixels[c + channel]) * fx;
    out[channel] = above + (below - above) * fy;
  }
}
