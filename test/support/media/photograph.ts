/** Images that resemble photographs for code: gradients, texture, hard edges and grain. */
import { LRUCache } from 'lru-cache';
import { type Random, seededRandom } from '@kinora/sketch/random';
import type { RawPicture } from '../../../src/media/picture/picture.ts';

export interface PhotographOptions {
  readonly width: number;
  readonly height: number;
  /** The standard deviation of the noise of each pixel. */
  readonly grain: number;
  /** The seed of the noise only: photographs with two seeds show the same scene. */
  readonly seed?: number;
  /** 0: gradients only; 1: also texture, clouds and edges. */
  readonly detail?: 0 | 1;
}

/** Sky above hills. The scene is as wide as the photograph. */
export function photograph({ width, height, grain, seed = 1, detail = 1 }: PhotographOptions): RawPicture {
  const random = seededRandom(seed);
  const scene = findScene({ width, height, detail });
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0, from = 0; at < data.length; at += 4, from += 3) {
    const next = Math.floor(random() * (grains.length - 2));
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = (scene[from + channel] ?? 0) + (grains[next + channel] ?? 0) * grain;
  }
  return { data, width, height };
}

/** Noise with a standard deviation of 1. To draw each value anew takes several times as long. */
const grains = addNoise(seededRandom(98));

function addNoise(random: Random): Float32Array {
  return Float32Array.from({ length: 65_536 }, () => (random() + random() + random() + random() - 2) * 1.73);
}

type Scene = Required<Pick<PhotographOptions, 'width' | 'height' | 'detail'>>;

/** Tests take photographs of few sizes again and again. */
const knownScenes = new LRUCache<string, Float32Array>({ max: 4 });

/** Red, green and blue of each pixel, without noise. */
function findScene(options: Scene): Float32Array {
  const key = JSON.stringify(options);
  const scene = knownScenes.get(key) ?? drawScene(options);
  knownScenes.set(key, scene);
  return scene;
}

function drawScene({ width, height, detail }: Scene): Float32Array {
  const colors = new Float32Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) colors.set(colorAt(x / width, y / width, detail), at);
  return colors;
}

function colorAt(x: number, y: number, detail: number): [number, number, number] {
  const ridge = 0.6 + 0.1 * Math.sin(x * 5);
  if (detail === 0 || y < ridge) {
    const cloud = detail * Math.max(0, texture(x * 6, y * 9) - 0.45) * 2;
    const sun = detail * (Math.hypot(x - 0.7, y - 0.28) < 0.09 ? 40 : 0);
    return [
      70 + 90 * y + 110 * cloud + sun,
      120 + 70 * y + 60 * cloud + sun,
      205 - 20 * y + 25 * cloud - sun,
    ];
  }
  const grass = texture(x * 40, y * 70);
  return [60 + 70 * grass, 90 + 80 * grass, 40 + 45 * grass];
}

const lattice = Float32Array.from({ length: 65_536 }, seededRandom(99));

/** Value noise in three octaves, 0-1. */
function texture(x: number, y: number): number {
  return 0.55 * softNoise(x, y) + 0.3 * softNoise(x * 2.1, y * 2.1) + 0.15 * softNoise(x * 4.3, y * 4.3);
}

function softNoise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [ease(x - left), ease(y - top)];
  const at = (column: number, row: number) => lattice[((row & 255) << 8) | (column & 255)] ?? 0;
  const above = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const below = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return above * (1 - down) + below * down;
}

function ease(part: number): number {
  return part * part * (3 - 2 * part);
}
