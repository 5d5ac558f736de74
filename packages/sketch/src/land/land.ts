/** The shape of the land: height in meters over the water level at any point of the world. */
import type { Course, Feature, Scene, Terrain } from '../scene/scene.ts';
import { smooth } from '../raster/colors.ts';
import { type DriftAt, openDrift } from './rings.ts';
import type { LandRow } from './land-row.ts';
import { raiseRange } from './ranges.ts';
import { noise } from '../raster/noise.ts';

export type Land = (x: number, z: number) => number;

export function createLand(scene: Scene): Land {
  const drift = openDrift(scene, 'ranges');
  const [x, heights] = [new Float64Array(1), new Float64Array(1)];
  return (across, z) => {
    x[0] = across;
    fillLandRow({ z, x, heights }, scene, drift);
    return heights[0];
  };
}

/** Writes the heights of a row. `drift` is that of the scene's ranges. */
export function fillLandRow(row: LandRow, scene: Scene, drift: DriftAt | undefined): void {
  const { ranges, features, river } = scene.terrain;
  layNear(row, scene);
  const rangeRow = drift ? driftRow(row, scene, drift) : row;
  for (const range of ranges) raiseRange(rangeRow, range);
  for (const feature of features) raiseFeature(row, feature);
  if (river) digRiver(row, river);
}

/** The same row, looked up where the rings around the picture move the ranges. */
function driftRow(row: LandRow, { camera, aspect }: Scene, drift: DriftAt): LandRow {
  const { z } = row;
  const driftDistance = (x: number) =>
    (drift(aspect / 2 + (x / z) * camera.focal, camera.horizon).x * z) / camera.focal;
  return { ...row, x: row.x.map(x => x + driftDistance(x)) };
}

function digRiver({ z, x, heights }: LandRow, river: Course): void {
  const middle = courseAt(river, z);
  for (let index = 0; index < x.length; index++) {
    const distance = Math.abs(x[index] - middle) / river.width;
    const groundHeight = heights[index];
    if (distance < 1.6)
      heights[index] = Math.min(groundHeight, -1 + smooth(0.42, 1.5, distance) * (groundHeight + 1));
  }
}

/** Returns the middle of a river or path at this depth, in meters to the right of the camera. */
export function courseAt(course: Course, z: number): number {
  return course.offset + course.bend * Math.sin(Math.log(z + 1) * course.length + course.phase) * z;
}

function layNear(row: LandRow, scene: Scene): void {
  const { terrain, camera } = scene;
  const { shore, ground, cover } = terrain;
  const layBumps = cover === 'moon' ? layCraters : layUneven;
  layBumps(row, terrain, camera.altitude - ground);
  if (shore) layShore(row, scene, shore);
  else layInland(row, ground);
}

function layInland({ heights }: LandRow, ground: number): void {
  for (let index = 0; index < heights.length; index++)
    heights[index] = Math.max(0.2, ground + heights[index]);
}

/** Turns unevenness into the height of land up to a shore, and beyond the far shore. */
function layShore(
  { z, x, heights }: LandRow,
  { terrain, camera, aspect }: Scene,
  shore: { left: number; right: number },
): void {
  const { farShore, ground } = terrain;
  const seed = (terrain.seed & 255) * 0.37;
  const leftLog = Math.log(shore.left);
  const slope = Math.log(shore.right) - leftLog;
  const steep = ground > 4 ? 0.05 : 0.35;
  for (let index = 0; index < x.length; index++) {
    const bumps = heights[index];
    const across = (x[index] / z) * (camera.focal / aspect) + 0.5;
    const wander = noise(across * 5 + seed, 3.3) * 0.22 + noise(across * 17 + seed, z * 0.02) * 0.06;
    const edge = Math.exp(leftLog + slope * smooth(0.12, 0.88, across) + wander);
    const inland = 1 - smooth(edge * (1 - steep), edge * (1 + steep * 0.4), z);
    let height = -2.5 + inland * (ground + 2.5 + bumps);
    if (farShore !== undefined && z > farShore * 0.75) {
      const farShoreDistance = farShore * (1 + 0.16 * noise(across * 6 + seed * 2, 9.1));
      if (z > farShoreDistance)
        height = Math.max(height, Math.min(6, (z - farShoreDistance) * 0.035) + bumps * 0.5);
    }
    heights[index] = height;
  }
}

/** Unevenness at three scales, kept low enough not to hide what stands behind. */
function layUneven({ z, x, heights }: LandRow, terrain: Terrain, eye: number): void {
  const seed = (terrain.seed & 1023) * 0.173;
  const amplitude = (length: number) => Math.min(length * 0.045, eye * 0.42) * terrain.rough;
  const close = eye * 3.5;
  const nearHeight = amplitude(close);
  const middleHeight = amplitude(45);
  const farHeight = amplitude(420) * 2.2;
  const middleShare = smooth(4, 40, z);
  const farShare = smooth(60, 400, z);
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    let height = nearHeight * noise(across / close + seed, z / close);
    if (middleShare > 0) height += middleHeight * noise(across / 45, z / 45 + seed) * middleShare;
    if (farShare > 0) height += farHeight * noise(across / 420 + seed, z / 420 + 7) * farShare;
    heights[index] = height;
  }
}

function layCraters({ z, x, heights }: LandRow, terrain: Terrain, eye: number): void {
  const seed = (terrain.seed & 255) * 0.61;
  const sizes = [eye * 2.6, eye * 11, 190];
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    let height = eye * 0.2 * noise(across / (eye * 4) + seed, z / (eye * 4));
    for (const size of sizes) {
      const cx = Math.floor(across / size);
      const cz = Math.floor(z / size);
      const ox = 0.5 + 0.22 * noise(cx * 3.7 + seed, cz * 5.1);
      const oz = 0.5 + 0.22 * noise(cx * 5.3, cz * 2.9 + seed);
      const radius = 0.17 + 0.13 * noise(cx * 7.7 + seed, cz * 9.1);
      const distance = Math.hypot(across / size - cx - ox, z / size - cz - oz) / radius;
      if (distance < 1.7)
        height +=
          Math.min(size * 0.06, eye * 0.4) *
          (distance < 1 ? distance * distance * 1.9 - 1.2 : 0.7 * smooth(1.7, 1, distance));
    }
    heights[index] = height;
  }
}

function raiseFeature({ z, x, heights }: LandRow, feature: Feature): void {
  const { x: cx, z: cz, radiusX, radiusZ, height, kind } = feature;
  const shift = (feature.seed & 511) * 0.21;
  const small = Math.min(radiusX, radiusZ);
  const dz = (z - cz) / radiusZ;
  if (dz * dz > 4) return;
  const sunk = kind === 'cliff' || kind === 'island' ? 3 : 0.5;
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    const dx = (across - cx) / radiusX;
    if (dx * dx + dz * dz > 4) continue;
    const roughness =
      noise(across / (small * 0.45) + shift, z / (small * 0.45)) * 0.16 +
      noise(across / (small * 0.12), z / (small * 0.12) + shift) * 0.05;
    const distance = Math.sqrt(dx * dx + dz * dz) + roughness;
    heights[index] = Math.max(heights[index], rise[kind](distance, roughness) * height - sunk);
  }
}

/** Share of the height at a distance from the middle, 1 being the rim. */
const rise: Record<Feature['kind'], (distance: number, roughness: number) => number> = {
  cliff: (distance, roughness) =>
    smooth(1.12, 0.84, distance) * (1.02 + roughness * 0.4) + smooth(1.45, 1.05, distance) * 0.12,
  island: (distance, roughness) =>
    smooth(1.1, 0.25, distance) * (0.85 + roughness * 1.2) + smooth(1.25, 0.95, distance) * 0.14,
  hill: distance => smooth(1.25, 0, distance),
  dune: distance => smooth(1.3, 0.1, distance),
  volcano: (distance, roughness) => {
    const cone = Math.max(0, 1.2 - Math.max(distance, 0.14)) ** 1.7 * (1 + roughness * 0.6);
    return distance < 0.14 ? cone - (0.14 - distance) * 2.2 : cone;
  },
};
