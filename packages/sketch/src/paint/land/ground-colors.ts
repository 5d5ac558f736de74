/** The color of the land at points of a column, before light and haze. */
import type { Course, Range } from '../../scene/scene.ts';
import { parseColor, smooth } from '../../raster/colors.ts';
import { softField } from '../../raster/noise.ts';
import { courseAt } from '../../land/land.ts';
import type { Stage } from '../stage/stage.ts';
import {
  blend,
  type Color,
  toColor,
  type CoverColors,
  coverColors,
  type CoverTones,
} from './cover-colors.ts';
import { paintFace, rockRise } from './face-of-rock.ts';
import type { GroundPoints } from './ground-points.ts';

/** The colors and heights by which the ground of a scene is colored. */
export interface GroundColors {
  /** Colors points as the cover of the land. */
  readonly lay: CoverColors;
  readonly tones: CoverTones;
  /** Height of the eye above the ground, which determines the size of the texture. */
  readonly eye: number;
  readonly seed: number;
  /** Undefined if the land has no beach. */
  readonly sand: Color | undefined;
  readonly path: { readonly course: Course; readonly color: Color } | undefined;
  readonly woods: readonly Range[];
  /** Absent means no snow. If it has no ranges, snow lies everywhere. */
  readonly snow: { readonly ranges?: readonly Range[] } | undefined;
}

export function chooseGroundColors({ scene, tones }: Stage): GroundColors {
  const { terrain, camera, season } = scene;
  const { cover, ranges } = terrain;
  const hasBeach = terrain.shore !== undefined && terrain.ground < 4 && cover !== 'snow';
  const isWhite = season === 'winter' && cover !== 'seabed' && cover !== 'paving';
  const snowyRanges = ranges.filter(range => range.snowline < 1);
  const color = toColor(parseColor(season === 'winter' ? '#d8d4d2' : '#c9a97c'));
  return {
    lay: coverColors[cover],
    tones: {
      grass: toColor(tones.grass),
      foliage: toColor(tones.foliage),
      soil: toColor(tones.soil),
      rock: toColor(tones.rock),
    },
    eye: Math.max(0.4, camera.altitude - terrain.ground),
    seed: (terrain.seed & 127) * 0.31,
    sand: hasBeach ? toColor(parseColor('#dcc69a')) : undefined,
    path: terrain.path && { course: terrain.path, color },
    woods: ranges.filter(range => range.kind === 'forest'),
    snow: isWhite ? {} : snowyRanges.length > 0 ? { ranges: snowyRanges } : undefined,
  };
}

/** Writes the colors of the points. */
export function colorGround(points: GroundPoints, colors: GroundColors): void {
  readTexture(points, colors.eye, colors.seed);
  colors.lay(points, colors.tones);
  if (colors.sand) layBeach(points, colors.sand);
  if (colors.path) layPath(points, colors.path.course, colors.path.color);
  laySlopes(points, colors);
  if (colors.snow) laySnow(points, colors.snow.ranges);
}

function readTexture({ count, x, z, wide, fine }: GroundPoints, eye: number, seed: number): void {
  for (let index = 0; index < count; index++) {
    const [across, deep] = [x[index], z[index]];
    wide[index] = softField(across / (eye * 55) + seed, deep / (eye * 55));
    fine[index] = softField(across / (eye * 4.6), deep / (eye * 4.6) + seed);
  }
}

function layBeach({ count, height, wide, colors }: GroundPoints, sand: Color): void {
  for (let index = 0; index < count; index++)
    if (height[index] < 1.1)
      blend(colors, index, sand, smooth(1.1 + wide[index] * 0.4, 0.35, height[index]) * 0.9);
}

function layPath({ count, x, z, fine, colors }: GroundPoints, course: Course, path: Color): void {
  for (let index = 0; index < count; index++) {
    const noise = fine[index];
    const distance =
      Math.abs(x[index] - courseAt(course, z[index]) + noise * course.width * 0.25) / course.width;
    if (distance < 0.62) blend(colors, index, path, smooth(0.6, 0.4, distance) * (0.85 + noise * 0.25));
  }
}

/** Colors the woods of the ranges, and bare rock where other land is steep. */
function laySlopes(points: GroundPoints, { woods, tones, seed }: GroundColors): void {
  const { count, z, steep, colors } = points;
  for (let index = 0; index < count; index++)
    if (isWooded(woods, z[index])) blend(colors, index, tones.foliage, 0.8);
    else if (steep[index] > rockRise) paintFace(points, index, { rock: tones.rock, seed });
}

function isWooded(woods: readonly Range[], z: number): boolean {
  for (const range of woods) if (z > range.z * 0.5 && z < range.z * 1.9) return true;
  return false;
}

const snow = toColor(parseColor('#f1f5fb'));

/** Adds snow everywhere, or above the snowline of these ranges. */
function laySnow(points: GroundPoints, ranges: readonly Range[] | undefined): void {
  const { count, z, height, steep, wide, fine, colors } = points;
  for (let index = 0; index < count; index++) {
    const pointHeight = height[index];
    const snowShare = ranges ? snowOn(ranges, z[index], pointHeight + wide[index] * pointHeight * 0.22) : 1;
    if (snowShare > 0)
      blend(colors, index, snow, snowShare * smooth(1.25, 0.55, steep[index] + fine[index] * 0.25) * 0.95);
  }
}

/** Returns the share of snow at a depth and height, 0 … 1, for ranges with a snowline. */
function snowOn(ranges: readonly Range[], z: number, height: number): number {
  for (const range of ranges)
    if (z > range.z * 0.45 && z < range.z * 2)
      return smooth(range.snowline * 0.9, range.snowline * 1.12, height / range.height);
  return 0;
}
