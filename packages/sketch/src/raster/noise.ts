/**
 * Noise from small tables made once per thread: a lookup costs a few nanoseconds,
 * so pictures can afford many.
 */
import { seededRandom } from '../random/random.ts';

const lattice = 256;
const tileSize = 512;

const values = makeLattice(71);

/** Smooth value noise, -1 … 1, one feature per unit. */
export function noise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const left = x0 & 255;
  const right = (x0 + 1) & 255;
  const upper = (y0 & 255) << 8;
  const lower = ((y0 + 1) & 255) << 8;
  const a = values[upper | left];
  const b = values[upper | right];
  const c = values[lower | left];
  const d = values[lower | right];
  const above = a + (b - a) * sx;
  const below = c + (d - c) * sx;
  return above + (below - above) * sy;
}

/** Sum of octaves of `noise`, about -1 … 1. */
export function fbm(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(px, py);
    const turnedX = px * 1.6 + py * 1.2;
    py = py * 1.6 - px * 1.2 + 17.3;
    px = turnedX + 5.1;
    weight *= 0.5;
  }
  return sum * 1.15;
}

/** A prepared field of many octaves that repeats after one unit. */
export type Field = (u: number, v: number) => number;

/** Clouds, soil, paper: soft noise of six octaves, about -1 … 1. */
export const softField: Field = prepareField(tile => makeSoft(tile));
/** Mountains and waves: sharp crests at 1, valleys near 0. */
export const ridgeField: Field = prepareField(tile => makeRidges(tile));
/** Heaped clouds and foliage: rounded lumps with creases between them, 0 … 1. */
export const puffField: Field = prepareField(tile => makePuffs(tile));
/** Grain of single pixels: no smoothing between features, -1 … 1. */
export const grainField: Field = prepareField(tile => makeGrain(tile));

function prepareField(fill: (tile: Float32Array) => void): Field {
  let tile: Float32Array | undefined;
  return (u, v) => {
    if (tile === undefined) {
      tile = new Float32Array(tileSize * tileSize);
      fill(tile);
    }
    return lookUp(tile, u, v);
  };
}

function lookUp(tile: Float32Array, u: number, v: number): number {
  const x = u * tileSize;
  const y = v * tileSize;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const left = x0 & (tileSize - 1);
  const right = (x0 + 1) & (tileSize - 1);
  const upper = (y0 & (tileSize - 1)) * tileSize;
  const lower = ((y0 + 1) & (tileSize - 1)) * tileSize;
  const a = tile[upper + left];
  const c = tile[lower + left];
  const above = a + (tile[upper + right] - a) * fx;
  const below = c + (tile[lower + right] - c) * fx;
  return above + (below - above) * fy;
}

function makeLattice(seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: lattice * lattice }, () => random() * 2 - 1);
}

/** Value noise that repeats after `cells` features. */
function periodic(x: number, y: number, cells: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const left = x0 % cells;
  const right = (x0 + 1) % cells;
  const upper = ((y0 % cells) + cells) * lattice;
  const lower = (((y0 + 1) % cells) + cells) * lattice;
  const a = values[(upper + left) & 65535];
  const c = values[(lower + left) & 65535];
  const above = a + (values[(upper + right) & 65535] - a) * sx;
  const below = c + (values[(lower + right) & 65535] - c) * sx;
  return above + (below - above) * sy;
}

function makeSoft(tile: Float32Array): void {
  forEachCell(tile, (u, v) => {
    let sum = 0;
    let weight = 0.55;
    for (let cells = 4; cells <= 128; cells *= 2) {
      sum += weight * periodic(u * cells, v * cells, cells);
      weight *= 0.52;
    }
    return sum * 1.25;
  });
}

function makeRidges(tile: Float32Array): void {
  forEachCell(tile, (u, v) => {
    let sum = 0;
    let weight = 0.6;
    let gain = 1;
    for (let cells = 4; cells <= 128; cells *= 2) {
      const crest = 1 - Math.abs(periodic(u * cells, v * cells, cells)) * 1.25;
      const sharp = Math.max(0, crest) ** 2;
      sum += weight * sharp * gain;
      gain = Math.min(1, sharp * 1.6);
      weight *= 0.5;
    }
    return Math.min(1, sum);
  });
}

function makePuffs(tile: Float32Array): void {
  forEachCell(tile, (u, v) => {
    let sum = 0;
    let weight = 0.62;
    for (let cells = 4; cells <= 128; cells *= 2) {
      sum += weight * Math.min(1, Math.abs(periodic(u * cells, v * cells, cells)) * 1.9);
      weight *= 0.5;
    }
    return Math.min(1, sum * 0.95);
  });
}

function makeGrain(tile: Float32Array): void {
  const random = seededRandom(913);
  for (let i = 0; i < tile.length; i++) tile[i] = random() + random() - 1;
}

function forEachCell(tile: Float32Array, value: (u: number, v: number) => number): void {
  for (let at = 0; at < tile.length; at++)
    tile[at] = value((at % tileSize) / tileSize, Math.floor(at / tileSize) / tileSize);
}
