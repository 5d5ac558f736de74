/** Estimates the depth of a foreign picture, and which parts of it could move. */
import { collectFacts, type PictureFacts } from '../../references/analyze-picture.ts';
import { findFigure, type Figure } from '../../references/find-figure.ts';
import { composeFoundScene } from '../../references/found-scene.ts';
import {
  type Lab,
  labAt,
  labDistance,
  makeSmall,
  type SmallPicture,
} from '../../references/small-picture.ts';
import { smooth } from '../../raster/colors.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Pixels } from '../../raster/raw-picture.ts';

/** Maps of the picture with values of 0 … 1, row by row. */
export interface PictureDepth {
  readonly columns: number;
  readonly rows: number;
  /** 0 far, 1 at the lens. */
  readonly near: Float32Array;
  readonly sky: Float32Array;
  readonly water: Float32Array;
  readonly leaves: Float32Array;
  readonly figure: Float32Array;
  /** Lamps and windows of a dark picture. */
  readonly lamps: Float32Array;
  /**
   * The places of the figure's foot and of its middle, in shares of the picture. The middle of the ground if
   * there is no figure.
   */
  readonly foot: { readonly x: number; readonly y: number };
  /** 1 for a slim figure, which may sway, to 0 for one that fills the width, which is no single thing. */
  readonly supple: number;
  /** Whether much of the picture is blue sky. */
  readonly openAir: boolean;
  /** The scene that the picture seems to show. */
  readonly scene: Scene;
}

const wetPlaces = ['sea', 'coast', 'lake', 'river'];

export function readDepth(picture: Pixels): PictureDepth {
  const small = makeSmall(picture);
  const facts = collectFacts(small);
  const { width: columns, height: rows } = small;
  const sky = findSky(small, facts);
  const figure = pickFigure(small);
  const size = { columns, rows };
  const soften = (map: Float32Array, radius: number) => softenMap(softenMap(map, size, radius), size, radius);
  const box = figure?.box;
  return {
    ...size,
    near: findNear(small, { facts, sky, figure }),
    sky: soften(openSky(sky, size), 2),
    water: soften(findWater(small, { facts, sky, figure }), 3),
    leaves: soften(findLeaves(small, sky), 3),
    figure: figure ? soften(figure.mask.slice(), 2) : new Float32Array(columns * rows),
    lamps: soften(findLamps(small, facts), 2),
    foot: box
      ? { x: (box.left + box.right) / 2 / columns, y: box.bottom / rows }
      : { x: 0.5, y: (1 + facts.horizon.y) / 2 },
    supple: box ? smooth(0.55, 0.25, (box.right - box.left) / columns) : 0,
    openAir: facts.bands.sky[0][2] < -0.015 && sky.filter(value => value === 1).length > sky.length * 0.15,
    scene: composeFoundScene(facts),
  };
}

/** 1 far from anything in front of the sky, because that must not move with the sky, and 0 beside it. */
function openSky(sky: Float32Array, { columns, rows }: { columns: number; rows: number }): Float32Array {
  const distances = sky.map(value => (value === 0 ? 0 : Infinity));
  const nearer = (index: number, other: number, steps: number) => {
    distances[index] = Math.min(distances[index], distances[other] + steps);
  };
  for (let at = 0; at < distances.length; at++) {
    if (at % columns > 0) nearer(at, at - 1, 1);
    if (at >= columns) nearer(at, at - columns, 1);
  }
  for (let at = distances.length - 1; at >= 0; at--) {
    if (at % columns < columns - 1) nearer(at, at + 1, 1);
    if (at < distances.length - columns) nearer(at, at + columns, 1);
  }
  return distances.map(steps => smooth(rows * 0.03, rows * 0.22, Math.min(steps, rows)));
}

function pickFigure(small: SmallPicture): Figure | undefined {
  const figure = findFigure(small);
  if (!figure || figure.confidence < 0.35) return undefined;
  return figure.box.right - figure.box.left < small.width * 0.7 ? figure : undefined;
}

/** Finds the sky by spreading from the upper edge to the horizon over pixels of similar colors. */
function findSky(small: SmallPicture, facts: PictureFacts): Float32Array {
  const { width, height } = small;
  const sky = new Float32Array(width * height);
  if (['room', 'studio', 'underwater'].includes(facts.place.setting)) return sky;
  const floor = Math.min(height - 1, Math.round((facts.horizon.y + 0.02) * height));
  const isNight = facts.mean[0] < 0.4;
  const queue = Array.from({ length: width }, (_, x) => x).filter(
    x => isNight || couldBeSky(labAt(small, x)),
  );
  for (const at of queue) sky[at] = 1;
  for (let next = 0; next < queue.length; next++) {
    const at = queue[next];
    const x = at % width;
    const currentColor = labAt(small, at);
    const neighbors = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at + width];
    for (const other of neighbors) {
      if (other >= floor * width || sky[other] === 1) continue;
      const color = labAt(small, other);
      if (labDistance(currentColor, color) > 0.045 || !(isNight || couldBeSky(color))) continue;
      sky[other] = 1;
      queue.push(other);
    }
  }
  return withIslands(sky, { width, floor });
}

/** A sky by day is light or blue. A wall that reaches the upper edge seldom is. */
function couldBeSky([lightness, a, b]: Lab): boolean {
  return lightness > 0.76 || (lightness > 0.42 && Math.hypot(a, b) > 0.035 && a > -0.06);
}

/** Adds moon, birds and clouds to the sky: everything that is not connected with what is below it. */
function withIslands(sky: Float32Array, { width, floor }: { width: number; floor: number }): Float32Array {
  const connectedCells = new Uint8Array(sky.length);
  const queue = Array.from({ length: width }, (_, x) => floor * width + x);
  for (const at of queue) connectedCells[at] = 1;
  for (let next = 0; next < queue.length; next++) {
    const at = queue[next];
    const x = at % width;
    for (const other of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]) {
      if (other < 0 || other >= floor * width || connectedCells[other] === 1 || sky[other] === 1) continue;
      connectedCells[other] = 1;
      queue.push(other);
    }
  }
  return sky.map((_, index) => (index < floor * width && connectedCells[index] === 0 ? 1 : 0));
}

interface PictureFindings {
  readonly facts: PictureFacts;
  readonly sky: Float32Array;
  readonly figure: Figure | undefined;
}

/**
 * Estimates the nearness of every pixel: the ground is nearer towards the lower edge, and a figure is as near
 * as its foot. Except for the figure, the map is very smooth, so that walls and trunks lean but do not break.
 */
function findNear(small: SmallPicture, { facts, sky, figure }: PictureFindings): Float32Array {
  const { width: columns, height: rows } = small;
  const size = { columns, rows };
  const horizon = Math.min(0.85, Math.max(0.15, facts.horizon.y));
  // Between walls, the ground must not move much faster than the objects on it.
  const slope = ['city', 'room', 'forest'].includes(facts.place.setting) || !facts.place.hasSky ? 0.35 : 0.75;
  const groundAt = (y: number) => 0.1 + slope * Math.max(0, (y - horizon) / (1 - horizon)) ** 1.15;
  const groundNearness = sky.map((value, index) => {
    const y = (Math.floor(index / columns) + 0.5) / rows;
    return y > horizon ? groundAt(y) : value === 1 ? 0.06 : 0.13;
  });
  const ground = softenMap(softenMap(groundNearness, size, 10), size, 10);
  if (!figure) return ground;
  const figureNearness = Math.min(0.95, Math.max(0.45, groundAt(figure.box.bottom / rows) + 0.08));
  const mask = softenMap(softenMap(figure.mask.slice(), size, 3), size, 3);
  return ground.map((value, index) => value + (Math.max(figureNearness, value) - value) * mask[index]);
}

/** Finds water below the horizon: blue pixels and, by the water, pixels of the most frequent color. */
function findWater(small: SmallPicture, { facts, figure, sky }: PictureFindings): Float32Array {
  const { width, height } = small;
  const water = new Float32Array(width * height);
  const isByWater = wetPlaces.includes(facts.place.setting);
  const [farColor] = facts.bands.ground;
  if (!isByWater && facts.place.water < 0.25) return water;
  for (let at = Math.floor(facts.horizon.y * height) * width; at < water.length; at++) {
    if (sky[at] === 1 || (figure && figure.mask[at] > 0.5)) continue;
    const color = labAt(small, at);
    const likeness = labDistance(color, farColor) < 0.16 ? 1 : 0;
    const blueness = color[2] < -0.025 && color[1] < 0.03 ? 1 : 0;
    water[at] = isByWater ? Math.max(likeness, blueness) : blueness;
  }
  return water;
}

function findLeaves(small: SmallPicture, sky: Float32Array): Float32Array {
  return sky.map((value, index) => {
    const [, a, b] = labAt(small, index);
    return value === 0 && a < -0.025 && b > 0.01 ? 1 : 0;
  });
}

function findLamps(small: SmallPicture, { mean }: PictureFacts): Float32Array {
  const darkness = smooth(0.55, 0.38, mean[0]);
  return Float32Array.from({ length: small.width * small.height }, (_, index) => {
    const [lightness, , b] = labAt(small, index);
    return darkness * smooth(0.68, 0.82, lightness) * smooth(0.01, 0.06, b);
  });
}

/** Averages over a square, by sums along rows and columns. */
function softenMap(
  map: Float32Array,
  { columns, rows }: { columns: number; rows: number },
  radius: number,
): Float32Array {
  const averagedRows = averageLines(map, { count: rows, length: columns, step: 1, skip: columns, radius });
  return averageLines(averagedRows, { count: columns, length: rows, step: columns, skip: 1, radius });
}

function averageLines(
  map: Float32Array,
  lines: { count: number; length: number; step: number; skip: number; radius: number },
): Float32Array {
  const { count, length, step, skip, radius } = lines;
  const out = new Float32Array(map.length);
  for (let line = 0; line < count; line++) {
    const start = line * skip;
    const at = (index: number) => map[start + Math.min(length - 1, Math.max(0, index)) * step];
    let sum = 0;
    for (let index = -radius; index <= radius; index++) sum += at(index);
    for (let index = 0; index < length; index++) {
      out[start + index * step] = sum / (radius * 2 + 1);
      sum += at(index + radius + 1) - at(index - radius);
    }
  }
  return out;
}

/** The value of a map at a point in its cells, interpolated from the four nearest cells. */
export function sampleMap(
  map: Float32Array,
  { columns, rows }: { columns: number; rows: number },
  point: { x: number; y: number },
): number {
  const x = Math.min(columns - 1.001, Math.max(0, point.x));
  const y = Math.min(rows - 1.001, Math.max(0, point.y));
  const column = x | 0;
  const row = y | 0;
  const fx = x - column;
  const fy = y - row;
  const from = row * columns + column;
  const above = map[from] + (map[from + 1] - map[from]) * fx;
  const below = map[from + columns] + (map[from + columns + 1] - map[from + columns]) * fx;
  return above + (below - above) * fy;
}
