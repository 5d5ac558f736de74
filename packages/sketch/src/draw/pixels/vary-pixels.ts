/** Variations of a foreign picture: its pixels in another light, slightly shifted and bent. */
import type { Strength } from '../../compose/vary-scene.ts';
import { softField } from '../../raster/noise.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';
import type { RawPicture, Pixels } from '../../raster/raw-picture.ts';
import { resizePicture } from '../../raster/codec.ts';

export interface PixelVariation {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly candidate: number;
  readonly strength: Strength;
}

const reaches: Record<Strength, number> = { subtle: 0.3, usual: 0.65, strong: 1 };

export async function varyPixels(picture: RawPicture, variation: PixelVariation): Promise<Pixels> {
  const { width, height, seed, candidate, strength } = variation;
  const from = await resizePicture(picture, variation);
  const random = seededRandom(deriveSeed(seed, `pixels ${candidate}`));
  const reach = reaches[strength];
  const view = createView(random, { reach, isMirrored: strength === 'strong' && candidate % 2 === 1 });
  const tone = createTone(random, reach);
  const data = new Uint8Array(width * height * 4);
  const color = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = view(x / width, y / height);
      sample(from, { x: u * width, y: v * height }, color);
      tone(color, x / width, y / height);
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.max(0, Math.min(255, color[channel]));
      data[at + 3] = 255;
    }
  return { data, width, height };
}

/** Returns the place that each point is taken from: nearer, shifted, and gently bent. */
function createView(
  random: Random,
  options: { reach: number; isMirrored: boolean },
): (x: number, y: number) => [number, number] {
  const zoom = 1 - (0.04 + 0.1 * random()) * options.reach;
  const shiftX = (1 - zoom) * random();
  const shiftY = (1 - zoom) * random();
  const seed = random();
  const bend = 0.022 * options.reach;
  return (x, y) => {
    const across = options.isMirrored ? 1 - x : x;
    const dx = softField(x * 0.3 + seed, y * 0.3) * bend;
    const dy = softField(x * 0.3, y * 0.3 + seed) * bend;
    return [shiftX + across * zoom + dx, shiftY + y * zoom + dy];
  };
}

type Tone = (color: number[], x: number, y: number) => void;

/** Changes warmth, contrast and the direction of the light. */
function createTone(random: Random, reach: number): Tone {
  const swing = () => (random() < 0.5 ? -1 : 1) * (0.4 + 0.6 * random()) * reach;
  const [warm, deep, side, vivid] = [swing() * 0.1, swing() * 0.14, swing() * 0.12, 1 + swing() * 0.18];
  return (color, x, y) => {
    const light = 1 + side * (x - 0.5) * 2 + side * (0.5 - y) * 0.6;
    const mean = (color[0] + color[1] + color[2]) / 3;
    for (let channel = 0; channel < 3; channel++) {
      const vividValue = mean + (color[channel] - mean) * vivid;
      const tintedValue = vividValue * (1 + warm * [1, 0.1, -1][channel]) * light;
      color[channel] = tintedValue + (tintedValue - 128) * deep;
    }
  };
}

function sample({ data, width, height }: RawPicture, point: { x: number; y: number }, out: number[]): void {
  const x = Math.max(0, Math.min(width - 1.001, point.x));
  const y = Math.max(0, Math.min(height - 1.001, point.y));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const from = (y0 * width + x0) * 4;
  const right = x0 + 1 < width ? 4 : 0;
  const below = y0 + 1 < height ? width * 4 : 0;
  for (let channel = from; channel < from + 3; channel++) {
    const above = data[channel] + (data[channel + right] - data[channel]) * fx;
    const under = data[channel + below] + (data[channel + below + right] - data[channel + below]) * fx;
    out[channel - from] = above + (under - above) * fy;
  }
}
