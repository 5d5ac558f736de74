/** The colour of the land at points of a column, before light and haze. */
import type { Course, Range } from '../../scene/scene.ts';
import { parseColor, smooth } from '../../raster/colors.ts';
import { softField } from '../../raster/noise.ts';
import { courseAt } from '../../land/land.ts';
import type { Stage } from '../stage/stage.ts';
import { blend, type Color, colorOf, coverColors } from './cover-colors.ts';
import { paintFace, rockRise } from './face-of-rock.ts';
import type { GroundPoints } from './ground-points.ts';

/** Writes the colors of the points. */
type GroundColor = (points: GroundPoints) => void;

export function createGroundColor(stage: Stage): GroundColor {
  const { terrain, camera, season } = stage.scene;
  const { tones } = stage;
  const base = coverColors[terrain.cover];
  const eye = Math.max(0.4, camera.altitude - terrain.ground);
  const cover = {
    grass: colorOf(tones.grass),
    foliage: colorOf(tones.foliage),
    soil: colorOf(tones.soil),
    rock: colorOf(tones.rock),
  };
  const sand = colorOf(parseColor('#dcc69a'));
  const path = colorOf(parseColor(season === 'winter' ? '#d8d4d2' : '#c9a97c'));
  const seed = (terrain.seed & 127) * 0.31;
  const beach = terrain.shore !== undefined && terrain.ground < 4 && terrain.cover !== 'snow';
  const woods = terrain.ranges.filter(range => range.kind === 'forest');
  const white = season === 'winter' && terrain.cover !== 'seabed' && terrain.cover !== 'paving';
  const capped = terrain.ranges.filter(range => range.snowline < 1);
  return points => {
    readTexture(points, eye, seed);
    base(points, cover);
    if (beach) layBeach(points, sand);
    if (terrain.path) layPath(points, terrain.path, path);
    laySlopes(points, { ...cover, woods, seed });
    if (white || capped.length > 0) laySnow(points, white ? undefined : capped);
  };
}

function readTexture({ count, x, z, wide, fine }: GroundPoints, eye: number, seed: number): void {
  for (let index = 0; index < count; index++) {
    const [across, deep] = [x[index]!, z[index]!];
    wide[index] = softField(across / (eye * 55) + seed, deep / (eye * 55));
    fine[index] = softField(across / (eye * 4.6), deep / (eye * 4.6) + seed);
  }
}

function layBeach({ count, height, wide, colors }: GroundPoints, sand: Color): void {
  for (let index = 0; index < count; index++)
    if (height[index]! < 1.1)
      blend(colors, index, sand, smooth(1.1 + wide[index]! * 0.4, 0.35, height[index]!) * 0.9);
}

function layPath({ count, x, z, fine, colors }: GroundPoints, course: Course, path: Color): void {
  for (let index = 0; index < count; index++) {
    const rough = fine[index]!;
    const off =
      Math.abs(x[index]! - courseAt(course, z[index]!) + rough * course.width * 0.25) / course.width;
    if (off < 0.62) blend(colors, index, path, smooth(0.6, 0.4, off) * (0.85 + rough * 0.25));
  }
}

/** Woods of the ranges, and rock where they leave it bare. */
function laySlopes(
  points: GroundPoints,
  of: { woods: readonly Range[]; foliage: Color; rock: Color; seed: number },
): void {
  const { count, z, steep, colors } = points;
  for (let index = 0; index < count; index++)
    if (isWooded(of.woods, z[index]!)) blend(colors, index, of.foliage, 0.8);
    else if (steep[index]! > rockRise) paintFace(points, index, of);
}

function isWooded(woods: readonly Range[], z: number): boolean {
  for (const range of woods) if (z > range.z * 0.5 && z < range.z * 1.9) return true;
  return false;
}

const snow = colorOf(parseColor('#f1f5fb'));

/** Everywhere, or above the snowline of these ranges. */
function laySnow(points: GroundPoints, ranges: readonly Range[] | undefined): void {
  const { count, z, height, steep, wide, fine, colors } = points;
  for (let index = 0; index < count; index++) {
    const high = height[index]!;
    const over = ranges ? snowOn(ranges, z[index]!, high + wide[index]! * high * 0.22) : 1;
    if (over > 0)
      blend(colors, index, snow, over * smooth(1.25, 0.55, steep[index]! + fine[index]! * 0.25) * 0.95);
  }
}

/** How white it is at a height, for ranges with a snowline. */
function snowOn(ranges: readonly Range[], z: number, height: number): number {
  for (const range of ranges)
    if (z > range.z * 0.45 && z < range.z * 2)
      return smooth(range.snowline * 0.9, range.snowline * 1.12, height / range.height);
  return 0;
}
