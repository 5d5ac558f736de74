/** A small palette from a picture by median cut, and the nearest color in it. */

export type Color = readonly [number, number, number];

/** Picks at most `count` colors from a sample of the pixels. */
export function pickColors(pixels: Uint8ClampedArray, count: number): Color[] {
  const step = Math.max(1, Math.floor(pixels.length / 4 / 12000)) * 4;
  const sample: Color[] = [];
  for (let at = 0; at < pixels.length; at += step) sample.push([pixels[at], pixels[at + 1], pixels[at + 2]]);
  let boxes: Color[][] = [sample];
  while (boxes.length < count) {
    const widest = boxes.reduce((best, box) =>
      measureSpread(box).weight > measureSpread(best).weight ? box : best,
    );
    if (widest.length < 2) break;
    const { channel } = measureSpread(widest);
    const sorted = [...widest].sort((one, other) => one[channel] - other[channel]);
    const middle = sorted.length >> 1;
    boxes = [...boxes.filter(box => box !== widest), sorted.slice(0, middle), sorted.slice(middle)];
  }
  return boxes.map(box => meanColor(box));
}

const spreads = new WeakMap<Color[], { channel: 0 | 1 | 2; weight: number }>();

function measureSpread(box: Color[]): { channel: 0 | 1 | 2; weight: number } {
  const storedSpread = spreads.get(box);
  if (storedSpread) return storedSpread;
  const ranges = ([0, 1, 2] as const).map(channel => {
    let low = 255;
    let high = 0;
    for (const color of box) {
      if (color[channel] < low) low = color[channel];
      if (color[channel] > high) high = color[channel];
    }
    return { channel, range: high - low };
  });
  const widest = ranges.reduce((best, one) => (one.range > best.range ? one : best));
  const spread = { channel: widest.channel, weight: widest.range ** 1.4 * box.length ** 0.3 };
  spreads.set(box, spread);
  return spread;
}

function meanColor(box: readonly Color[]): Color {
  const sum = [0, 0, 0];
  for (const color of box) for (const channel of [0, 1, 2] as const) sum[channel] += color[channel];
  return [sum[0] / box.length, sum[1] / box.length, sum[2] / box.length];
}

export function nearestColor(colors: readonly Color[], to: Color): Color {
  let best = colors[0];
  let least = Infinity;
  for (const color of colors) {
    const r = color[0] - to[0];
    const g = color[1] - to[1];
    const b = color[2] - to[2];
    const distance = r * r * 0.9 + g * g * 1.4 + b * b * 0.7;
    if (distance < least) {
      least = distance;
      best = color;
    }
  }
  return best;
}
