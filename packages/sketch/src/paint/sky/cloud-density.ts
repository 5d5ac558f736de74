/** The density of the clouds, from 0 (clear) to 1 (closed) and more. Many points are computed at once. */
import type { Scene, Sky } from '../../scene/scene.ts';
import { smooth } from '../../raster/colors.ts';
import { noise, puffField, softField } from '../../raster/noise.ts';
import { openDrift } from '../../land/rings.ts';

/** Points of the picture. */
export interface CloudPoints {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

type Density = (points: CloudPoints, out: Float64Array) => void;

export function createCloudPoints(maxPoints: number): CloudPoints {
  return { count: 0, x: new Float64Array(maxPoints), y: new Float64Array(maxPoints) };
}

/** `top` is the upper edge of what is shown, `most` the largest number of points at once. */
export function openDensity(scene: Scene, { top, most: maxPoints }: { top: number; most: number }): Density {
  const density = chooseDensity(scene.sky, scene.camera.horizon, top);
  const drift = openDrift(scene, 'clouds');
  if (!drift) return density;
  // Rings around the picture have other clouds.
  const movedPoints = createCloudPoints(maxPoints);
  const addedDensity = new Float64Array(maxPoints);
  return (points, out) => {
    movedPoints.count = points.count;
    for (let index = 0; index < points.count; index++) {
      const [x, y] = [points.x[index], points.y[index]];
      const shift = drift(x, y);
      movedPoints.x[index] = x + shift.x;
      movedPoints.y[index] = y + shift.y * 0.12;
      addedDensity[index] = shift.more * 0.1;
    }
    density(movedPoints, out);
    for (let index = 0; index < points.count; index++) out[index] += addedDensity[index];
  };
}

function chooseDensity(sky: Sky, horizon: number, top: number): Density {
  const sx = (sky.seed & 1023) / 1023;
  const sy = ((sky.seed >>> 10) & 1023) / 1023;
  const air = { cover: sky.cover, horizon, sx, sy };
  if (sky.clouds === 'sheet') return (points, out) => fillSheet(points, out, air);
  if (sky.clouds === 'streaks') return (points, out) => fillStreaks(points, out, air);
  const rows = listHeaps({ ...air, top, tall: sky.clouds === 'towers' ? 1.7 : 1 });
  return (points, out) => fillHeaps(points, out, { ...air, rows });
}

interface Air {
  readonly cover: number;
  readonly horizon: number;
  /** The numbers by which the clouds of one seed differ from those of another. */
  readonly sx: number;
  readonly sy: number;
}

/** A layer of cloud seen in perspective: it thins out and flattens towards the horizon. */
function fillSheet(points: CloudPoints, out: Float64Array, { cover, horizon, sx, sy }: Air): void {
  const threshold = 0.42 - cover * 1.1;
  for (let index = 0; index < points.count; index++) {
    const [x, y] = [points.x[index], points.y[index]];
    const depth = 0.34 / (Math.max(0, horizon - Math.max(0, y)) + 0.1);
    const u = (x - 0.5) * depth;
    // Above the picture the depth would hardly change, which would stretch clouds into rays.
    const v = depth - Math.max(0, -y) * depth;
    const wideNoise = softField(u * 0.24 + sx, v * 0.3 + sy);
    const fine = softField(u * 1.1 + sy + wideNoise * 0.05, v * 1.3 + sx);
    out[index] = (wideNoise + fine * 0.34 - threshold) * 1.25;
  }
}

/** Long thin clouds in bands, as before sunrise and after sunset. */
function fillStreaks(points: CloudPoints, out: Float64Array, { cover, horizon, sx, sy }: Air): void {
  const threshold = 0.3 - cover * 0.62;
  for (let index = 0; index < points.count; index++) {
    const [x, y] = [points.x[index], points.y[index]];
    const heightAboveHorizon = Math.max(0, horizon - y);
    const bend = softField(x * 0.13 + sx, y * 0.2 + sy) * 0.06;
    const wideNoise = softField(x * 0.16 + sy + bend, (y + bend) * 1.15 + sx);
    const fine = softField(x * 0.55 + sx, (y + bend * 1.6) * 3.4 + sy);
    const wisps = puffField(x * 0.9 + fine * 0.1, (y + bend) * 4.2 + sx) - 0.5;
    out[index] =
      (wideNoise + fine * 0.42 + wisps * 0.22 - threshold) * 1.45 * smooth(-0.01, 0.09, heightAboveHorizon);
  }
}

/** A row of heaped clouds with flat feet. */
interface Heaps {
  readonly foot: number;
  readonly size: number;
  readonly scale: number;
  readonly shift: number;
}

/** Lists four rows that grow towards the top of the picture, and as many above it as a larger view shows. */
function listHeaps({ horizon, sx, sy, top, tall }: Air & { top: number; tall: number }): Heaps[] {
  const visibleHeaps = [0.07, 0.16, 0.31, 0.5].map((rise, index) => ({
    foot: horizon - rise * Math.max(0.75, horizon / 0.6),
    size: (0.05 + 0.07 * index) * tall,
    scale: 1 / (0.22 + 0.3 * index),
    shift: sx * (index + 3) + index * 0.37,
  }));
  const rowsAbove = Array.from({ length: Math.ceil(Math.max(0, -top) / 0.62) }, (_, index) => ({
    foot: -0.14 * tall - (index + 0.3 * noise(index * 7.3, sy * 40)) * 0.62,
    size: (0.3 + 0.12 * noise(index * 3.1, sx * 60)) * tall,
    scale: 1 / (1.5 + 0.5 * noise(index * 5.7, sx * 30)),
    shift: sx * (index + 7) + (index + 4) * 0.37,
  }));
  return [...visibleHeaps, ...rowsAbove];
}

function fillHeaps(points: CloudPoints, out: Float64Array, air: Air & { rows: readonly Heaps[] }): void {
  out.fill(0, 0, points.count);
  for (const row of air.rows) addHeaps(points, out, { ...row, need: 0.34 - air.cover * 0.78, sy: air.sy });
}

/** Adds a row of clouds where it is denser than the rows before it. */
function addHeaps(points: CloudPoints, out: Float64Array, row: Heaps & { need: number; sy: number }): void {
  const { foot, size, scale, shift, need, sy } = row;
  for (let index = 0; index < points.count; index++) {
    const [x, y] = [points.x[index], points.y[index]];
    // The lower edges vary by less than this.
    if (y > foot + 0.012 + size * 0.35 || y < foot - 0.012 - size * 2.6) continue;
    const rise = (foot + noise(x * scale * 3 + shift * 9, shift) * 0.012 - y) / size;
    if (rise < -0.35 || rise > 2.6) continue;
    const coverage = noise(x * scale * 0.9 + shift * 40, shift * 7 + 3) * 0.9;
    const maxDensity = coverage - need + 0.475 + maxWisps * 0.14 - Math.max(0, rise) * 0.62;
    if (maxDensity <= 0) continue;
    const puffs = puffField(x * scale * 0.2 + shift, y * scale * 0.24 + sy);
    const wisps = softField(x * scale * 0.9 + sy, y * scale + shift);
    const body = coverage - need + (puffs - 0.5) * 0.95 + wisps * 0.14 - Math.max(0, rise) * 0.62;
    const opacity = body * 2 * smooth(-0.3, 0.16, rise + wisps * 0.2);
    if (opacity > out[index]) out[index] = opacity;
  }
}

/** An upper bound of the soft noise. */
const maxWisps = 1.5;
