/** The shape of the land: height in metres over the water level at any point of the world. */
import type { Course, Feature, Range, Scene, Terrain } from '../scene/scene.ts';
import { smooth } from '../raster/colors.ts';
import { openDrift } from './rings.ts';
import { fbm, noise, puffField, ridgeField, softField } from '../raster/noise.ts';

export type Land = (x: number, z: number) => number;

export function createLand(scene: Scene): Land {
  const { terrain, camera, aspect } = scene;
  const near = nearLand(scene);
  const drift = openDrift(scene, 'ranges');
  const features = terrain.features.map(feature => shapeOf(feature));
  const ranges = terrain.ranges.map(range => chain(range));
  const river = terrain.river && bed(terrain.river);
  return (x, z) => {
    let height = near(x, z);
    const away = drift
      ? (drift(aspect / 2 + (x / z) * camera.focal, camera.horizon).x * z) / camera.focal
      : 0;
    for (const range of ranges) height = Math.max(height, range(x + away, z));
    for (const feature of features) height = feature(x, z, height);
    return river ? river(x, z, height) : height;
  };
}

function bed(river: Course): Shape {
  let depth = Number.NaN;
  let middle = 0;
  return (x, z, below) => {
    if (z !== depth) {
      depth = z;
      middle = courseAt(river, z);
    }
    const off = Math.abs(x - middle) / river.width;
    return off < 1.6 ? Math.min(below, -1 + smooth(0.42, 1.5, off) * (below + 1)) : below;
  };
}

/** Where the middle of a river or path runs at this depth. */
export function courseAt(course: Course, z: number): number {
  return course.offset + course.bend * Math.sin(Math.log(z + 1) * course.length + course.phase) * z;
}

function nearLand(scene: Scene): Land {
  const { terrain, camera, aspect } = scene;
  const { shore, farShore, ground } = terrain;
  const bumps = bumpiness(terrain, camera.altitude - ground);
  if (!shore) return (x, z) => Math.max(0.2, ground + bumps(x, z));
  const seed = (terrain.seed & 255) * 0.37;
  const leftLog = Math.log(shore.left);
  const slope = Math.log(shore.right) - leftLog;
  const steep = ground > 4 ? 0.05 : 0.35;
  return (x, z) => {
    const across = (x / z) * (camera.focal / aspect) + 0.5;
    const wander = noise(across * 5 + seed, 3.3) * 0.22 + noise(across * 17 + seed, z * 0.02) * 0.06;
    const edge = Math.exp(leftLog + slope * smooth(0.12, 0.88, across) + wander);
    const inland = 1 - smooth(edge * (1 - steep), edge * (1 + steep * 0.4), z);
    let height = -2.5 + inland * (ground + 2.5 + bumps(x, z));
    if (farShore !== undefined && z > farShore * 0.75) {
      const beyond = farShore * (1 + 0.16 * noise(across * 6 + seed * 2, 9.1));
      if (z > beyond) height = Math.max(height, Math.min(6, (z - beyond) * 0.035) + bumps(x, z) * 0.5);
    }
    return height;
  };
}

/** Unevenness at three scales, kept low enough not to hide what stands behind. */
function bumpiness(terrain: Terrain, eye: number): Land {
  const seed = (terrain.seed & 1023) * 0.173;
  const rough = terrain.rough;
  const scales = [eye * 3.5, 45, 420].map(length => ({
    length,
    height: Math.min(length * 0.045, eye * 0.42) * rough,
  }));
  if (terrain.cover === 'moon') return craters(terrain, eye);
  const [near, middle, far] = scales as [Scale, Scale, Scale];
  return (x, z) =>
    near.height * noise(x / near.length + seed, z / near.length) +
    middle.height * noise(x / middle.length, z / middle.length + seed) * smooth(4, 40, z) +
    far.height * 2.2 * noise(x / far.length + seed, z / far.length + 7) * smooth(60, 400, z);
}

interface Scale {
  readonly length: number;
  readonly height: number;
}

function craters(terrain: Terrain, eye: number): Land {
  const seed = (terrain.seed & 255) * 0.61;
  const sizes = [eye * 2.6, eye * 11, 190];
  return (x, z) => {
    let height = eye * 0.2 * noise(x / (eye * 4) + seed, z / (eye * 4));
    for (const size of sizes) {
      const cx = Math.floor(x / size);
      const cz = Math.floor(z / size);
      const ox = 0.5 + 0.22 * noise(cx * 3.7 + seed, cz * 5.1);
      const oz = 0.5 + 0.22 * noise(cx * 5.3, cz * 2.9 + seed);
      const radius = 0.17 + 0.13 * noise(cx * 7.7 + seed, cz * 9.1);
      const off = Math.hypot(x / size - cx - ox, z / size - cz - oz) / radius;
      if (off < 1.7)
        height +=
          Math.min(size * 0.06, eye * 0.4) * (off < 1 ? off * off * 1.9 - 1.2 : 0.7 * smooth(1.7, 1, off));
    }
    return height;
  };
}

function chain(range: Range): Land {
  const span = range.kind === 'dunes' ? 1.5 : 2.2;
  const shift = ((range.seed >>> 3) & 1023) / 1023;
  const profile = profiles[range.kind](range, shift);
  const low = -range.height * 0.12;
  // The same for many points in a row, because callers go through them depth by depth.
  let depth = Number.NaN;
  let isFar = true;
  let rise = 0;
  let floor = low;
  return (x, z) => {
    if (z !== depth) {
      depth = z;
      const off = Math.log(z / range.z) * span;
      isFar = off < -1.5 || off > 1.6;
      rise = Math.exp(-off * off * 1.8);
      floor = Math.abs(off) < 0.5 ? range.height * 0.012 : low;
    }
    return isFar ? -1000 : Math.max(floor, range.height * (rise * profile(x, z) - 0.12));
  };
}

const profiles: Record<Range['kind'], (range: Range, shift: number) => Land> = {
  mountains: (range, shift) => {
    const length = range.height * 7;
    return (x, z) => {
      const bulk = 0.62 + 0.5 * noise(x / (range.height * 2.4) + shift * 50, shift * 9);
      const bend = softField(x / (length * 0.7), z / (length * 0.7) + shift) * 0.05;
      return bulk * (0.16 + 1.02 * ridgeField(x / length + shift + bend, z / length + shift * 7 + bend));
    };
  },
  hills: (range, shift) => {
    const length = range.height * 5;
    return (x, z) => 0.5 + 0.55 * fbm(x / length + shift * 40, z / (length * 1.6) + shift * 11, 3);
  },
  forest: (range, shift) => {
    const length = range.height * 6;
    const crown = Math.max(4, range.z * 0.011);
    return (x, z) => {
      const swell = 0.42 + 0.5 * fbm(x / length + shift * 30, z / (length * 1.6) + shift, 2);
      const spike = puffField(x / (crown * 9), z / (crown * 22) + shift);
      return swell + ((spike * 1.5 + noise(x / (crown * 0.33), z / crown) * 0.42) * crown) / range.height;
    };
  },
  dunes: (range, shift) => {
    const length = range.height * 4.5;
    return (x, z) => {
      const bend = noise(x / (length * 2.2) + shift * 20, z / (length * 3)) * 1.4;
      const wave = ((((x * 0.35 + z * 0.3) / length + bend + shift * 9) % 1) + 1) % 1;
      const crest = wave < 0.72 ? smooth(-0.15, 0.72, wave) : 1 - smooth(0.72, 1.02, wave);
      return 0.25 + 0.75 * crest * (0.65 + 0.4 * noise(x / (length * 1.7), z / length + shift * 5));
    };
  },
  mesas: (range, shift) => {
    const length = range.height * 5;
    return (x, z) => {
      const bulk = fbm(x / length + shift * 30, z / (length * 2) + shift * 5, 3);
      return (
        0.12 + 0.66 * smooth(0.05, 0.14, bulk) + 0.3 * smooth(0.3, 0.36, bulk) + 0.12 * Math.max(0, bulk)
      );
    };
  },
};

type Shape = (x: number, z: number, below: number) => number;

function shapeOf(feature: Feature): Shape {
  const { x: cx, z: cz, radiusX, radiusZ, height, kind } = feature;
  const shift = (feature.seed & 511) * 0.21;
  const small = Math.min(radiusX, radiusZ);
  return (x, z, below) => {
    const dx = (x - cx) / radiusX;
    const dz = (z - cz) / radiusZ;
    if (dx * dx + dz * dz > 4) return below;
    const ragged =
      noise(x / (small * 0.45) + shift, z / (small * 0.45)) * 0.16 +
      noise(x / (small * 0.12), z / (small * 0.12) + shift) * 0.05;
    const off = Math.sqrt(dx * dx + dz * dz) + ragged;
    return Math.max(
      below,
      rise[kind](off, ragged) * height - (kind === 'cliff' || kind === 'island' ? 3 : 0.5),
    );
  };
}

/** Share of the height at a distance from the middle, 1 being the rim. */
const rise: Record<Feature['kind'], (off: number, ragged: number) => number> = {
  cliff: (off, ragged) => smooth(1.12, 0.84, off) * (1.02 + ragged * 0.4) + smooth(1.45, 1.05, off) * 0.12,
  island: (off, ragged) => smooth(1.1, 0.25, off) * (0.85 + ragged * 1.2) + smooth(1.25, 0.95, off) * 0.14,
  hill: off => smooth(1.25, 0, off),
  dune: off => smooth(1.3, 0.1, off),
  volcano: (off, ragged) => {
    const cone = Math.max(0, 1.2 - Math.max(off, 0.14)) ** 1.7 * (1 + ragged * 0.6);
    return off < 0.14 ? cone - (0.14 - off) * 2.2 : cone;
  },
};
