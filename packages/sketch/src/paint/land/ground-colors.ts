/** The colour of the land at a point, before light and haze. */
import type { Cover, Range } from '../../scene/scene.ts';
import { parseColor, smooth } from '../../raster/colors.ts';
import { noise, ridgeField, softField } from '../../raster/noise.ts';
import { courseAt } from '../../land/land.ts';
import type { Stage } from '../stage/stage.ts';

export interface Ground {
  readonly x: number;
  readonly z: number;
  readonly height: number;
  /** Rise per metre, 0 flat. */
  readonly steep: number;
}

/** Writes red, green and blue (0 … 255) into `out`. */
export type GroundColor = (ground: Ground, out: Float32Array) => void;

export function createGroundColor(stage: Stage): GroundColor {
  const { terrain, camera, season } = stage.scene;
  const base = coverColors(stage)[terrain.cover];
  const eye = Math.max(0.4, camera.altitude - terrain.ground);
  const rock = stage.tones.rock;
  const snow = parseColor('#f1f5fb');
  const sand = parseColor('#dcc69a');
  const path = parseColor(season === 'winter' ? '#d8d4d2' : '#c9a97c');
  const white = season === 'winter' && terrain.cover !== 'seabed' && terrain.cover !== 'paving';
  const lines = snowHeights(stage);
  const seed = (terrain.seed & 127) * 0.31;
  const beach = terrain.shore !== undefined && terrain.ground < 4 && terrain.cover !== 'snow';
  const woods = terrain.ranges.filter(range => range.kind === 'forest');
  const leaves = stage.tones.foliage;
  const texture: Texture = { wide: 0, fine: 0 };
  return (ground, out) => {
    const { x, z, height, steep } = ground;
    const wide = softField(x / (eye * 55) + seed, z / (eye * 55));
    const fine = softField(x / (eye * 4.6), z / (eye * 4.6) + seed);
    texture.wide = wide;
    texture.fine = fine;
    base(ground, texture, out);
    if (beach && height < 1.1) blend(out, sand, smooth(1.1 + wide * 0.4, 0.35, height) * 0.9);
    if (terrain.path) {
      const off =
        Math.abs(x - courseAt(terrain.path, z) + fine * terrain.path.width * 0.25) / terrain.path.width;
      if (off < 0.62) blend(out, path, smooth(0.6, 0.4, off) * (0.85 + fine * 0.25));
    }
    if (isWooded(woods, z)) blend(out, leaves, 0.8);
    else if (steep > 0.42)
      faceOfRock(ground, { out, rock, share: smooth(0.42, 0.85, steep + wide * 0.12), seed, eye });
    if (white || lines !== undefined) {
      const over = white ? 1 : lines!(z, height + wide * height * 0.22);
      blend(out, snow, over * smooth(1.25, 0.55, steep + fine * 0.25) * 0.95);
    }
  };
}

function isWooded(woods: readonly Range[], z: number): boolean {
  for (const range of woods) if (z > range.z * 0.5 && z < range.z * 1.9) return true;
  return false;
}

/** One for all pixels. */
interface Texture {
  wide: number;
  fine: number;
}

type CoverColor = (ground: Ground, texture: Texture, out: Float32Array) => void;

const fresh = [238, 243, 250];
const dust = [176, 174, 172];
const lightNet = [255, 255, 236];
const crack = [34, 22, 18];
const gap = [30, 30, 36];

function coverColors(stage: Stage): Record<Cover, CoverColor> {
  const { grass, foliage, soil, rock } = stage.tones;
  const sand = soil;
  const green: CoverColor = (ground, texture, out) => {
    dark(grass, toneOf(texture.wide, texture.fine), out);
    blend(out, foliage, smooth(-0.1, 0.75, texture.wide + texture.fine * 0.3) * 0.55);
    blend(out, soil, smooth(0.5, 1.05, -texture.wide + texture.fine * 0.5) * 0.5);
    if (ground.z > 300) blend(out, foliage, smooth(300, 1200, ground.z) * 0.6);
  };
  return {
    grass: green,
    meadow: green,
    forest: (ground, texture, out) => {
      dark(foliage, toneOf(texture.wide, texture.fine), out);
      if (ground.z < 90)
        blend(out, soil, smooth(0.75, -0.35, texture.wide - texture.fine) * 0.4 * smooth(90, 25, ground.z));
    },
    sand: (ground, texture, out) => {
      const ripple =
        noise(ground.x * 0.35 + texture.wide * 6, ground.z * 1.6 + texture.wide * 9) *
        smooth(60, 8, ground.z);
      dark(sand, toneOf(texture.wide * 0.5, texture.fine * 0.35 + ripple * 0.4), out);
    },
    snow: (_ground, texture, out) => dark(fresh, toneOf(texture.wide * 0.25, texture.fine * 0.22), out),
    rock: (_ground, texture, out) => dark(rock, toneOf(texture.wide, texture.fine * 1.4), out),
    moon: (_ground, texture, out) => dark(dust, toneOf(texture.wide * 0.8, texture.fine * 0.9), out),
    seabed: (ground, texture, out) => {
      dark(soil, toneOf(texture.wide, texture.fine), out);
      const scale = 2.2 + ground.z * 0.12;
      const net = ridgeField(ground.x / (scale * 2.4) + texture.wide * 0.05, ground.z / (scale * 3.6));
      blend(out, lightNet, smooth(0.55, 0.95, net) * 0.38);
    },
    wood: (ground, texture, out) => {
      const plank = Math.floor(ground.x / 0.16 + 100);
      const grain = softField(plank * 0.37 + ground.x * 1.6, ground.z * 0.22 + plank * 0.13);
      const fibre = noise(ground.x * 130, ground.z * 4 + plank * 9);
      const joint = Math.abs((((ground.x / 0.16 + 100) % 1) - 0.5) * 2);
      const tone = toneOf(grain * 1.4 + (plank % 3) * 0.18 - 0.18, texture.fine * 0.3 + fibre * 0.5);
      dark(soil, tone, out);
      blend(out, crack, smooth(0.95, 1, joint) * 0.6);
    },
    floor: (_ground, texture, out) => dark(soil, toneOf(texture.wide, texture.fine), out),
    paving: (ground, texture, out) => {
      dark(rock, toneOf(texture.wide * 0.4, texture.fine * 0.5), out);
      const joint = Math.min(
        Math.abs(((ground.z / 1.2) % 1) - 0.5),
        Math.abs(((ground.x / 1.2 + 500) % 1) - 0.5),
      );
      if (ground.z < 40) blend(out, gap, smooth(0.06, 0, joint) * 0.3 * smooth(40, 6, ground.z));
    },
  };
}

function toneOf(wide: number, fine: number): number {
  return 1 + fine * 0.16 + wide * 0.14;
}

function dark(color: readonly number[], tone: number, out: Float32Array): void {
  out[0] = color[0]! * tone;
  out[1] = color[1]! * tone;
  out[2] = color[2]! * tone;
}

/** Layered stone with cracks; textured over the face, since from above a face has no extent. */
function faceOfRock(
  ground: Ground,
  face: { out: Float32Array; rock: readonly number[]; share: number; seed: number; eye: number },
): void {
  const { x, z, height } = ground;
  const scale = Math.max(1.5, Math.min(z * 0.07, 420));
  const layers = noise(height / (scale * 0.09) + noise(x / scale, z / scale) * 2.2, face.seed) * 0.5;
  const cracks = ridgeField((x + z * 0.5) / scale + face.seed, height / (scale * 1.7));
  const grain = softField((x + z) / (scale * 0.4), height / (scale * 0.4));
  const tone = 1 + layers * 0.16 + grain * 0.22 - smooth(0.45, 0.9, cracks) * 0.3;
  for (let channel = 0; channel < 3; channel++) {
    const own = face.out[channel]!;
    face.out[channel] = own + (face.rock[channel]! * tone - own) * face.share;
  }
}

/** How white it is at a height, for ranges with a snowline. */
function snowHeights(stage: Stage): ((z: number, height: number) => number) | undefined {
  const ranges = stage.scene.terrain.ranges.filter(range => range.snowline < 1);
  if (ranges.length === 0) return undefined;
  return (z, height) => {
    for (const range of ranges) {
      if (z > range.z * 0.45 && z < range.z * 2)
        return smooth(range.snowline * 0.9, range.snowline * 1.12, height / range.height);
    }
    return 0;
  };
}

function blend(out: Float32Array, color: readonly number[], share: number): void {
  out[0] = out[0]! + (color[0]! - out[0]!) * share;
  out[1] = out[1]! + (color[1]! - out[1]!) * share;
  out[2] = out[2]! + (color[2]! - out[2]!) * share;
}
