/**
 * Moves a foreign picture, of which only the pixels are known: near parts shift more than far ones,
 * water ripples, clouds drift, leaves sway, lamps flicker, and the main figure moves a little by itself.
 * Nothing is cut out, so that there are no holes.
 */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { paintEffects } from '../../paint/effects.ts';
import { noise } from '../../raster/noise.ts';
import { createStage } from '../../paint/stage/stage.ts';
import { cameraPath, type CameraPath, type Placement } from '../motion/camera-path.ts';
import { pulseAt, type Pulse, approachLimit } from '../motion/clip-clock.ts';
import type { ClipPainter } from './clip-painter.ts';
import { flies, paintFlock } from '../passes/flock.ts';
import { openMoodPass } from '../passes/mood-pass.ts';
import { type PictureDepth, readDepth, sampleMap } from '../passes/picture-depth.ts';
import { createMesh, type Mesh, padPicture, warpPixels } from '../passes/warp-pixels.ts';
import type { Pixels } from '../../raster/raw-picture.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

export interface FoundPainter extends ClipPainter {
  readonly depth: PictureDepth;
}

/** The number of depths for which the camera's shift is computed. Between them it is interpolated. */
const depthSteps = 32;

export function openFoundPainter(picture: Pixels, plan: ClipPlan): FoundPainter {
  const { width, height } = picture;
  const depth = readDepth(picture);
  const paddedPicture = padPicture(picture, Math.ceil(height * 0.16));
  const mesh = createMesh(picture);
  const maps = createMaps(depth);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const path = cameraPath(plan, {
    aspect: width / height,
    side: depth.foot.x < 0.5 ? 1 : -1,
    heading: depth.foot.x < 0.5 ? 1 : -1,
    room: 0.6,
    isFlat: true,
    focus: { x: ((depth.foot.x - 0.5) * width) / height, y: 0 },
  });
  const applyMood = openMoodPass(depth.scene, plan);
  const view = createStage({ ...depth.scene, weather: 'clear' }, { width, height });
  const paint = (seconds: number): Canvas => {
    const pulse = pulseAt(plan, seconds);
    const shifts = shiftsAt(path, seconds, { width, height });
    fillMesh(mesh, { depth, maps, shifts, pulse, width, height });
    warpPixels(paddedPicture, mesh, { pixels: image.data, width, height });
    context.putImageData(image, 0, 0);
    if (depth.openAir && flies(depth.scene, plan)) paintFlock(view, context, seconds);
    applyMood(canvas, seconds, stage => paintEffects(stage, context, seconds));
    return canvas;
  };
  return { paint, depth };
}

/** The camera's shift by depth, with enough enlargement to keep the edges of the picture out of sight. */
function shiftsAt(path: CameraPath, seconds: number, size: { width: number; height: number }): Placement[] {
  const { width, height } = size;
  const shifts = Array.from({ length: depthSteps + 1 }, (_, step) => path(seconds, step / depthSteps));
  const closer = Math.max(
    ...shifts.map(({ x, y, turn = 0 }) => {
      const distance = Math.max((Math.abs(x) * height) / (width / 2), Math.abs(y) * 2);
      return (1 + distance) / (1 - Math.abs(turn) / 2);
    }),
  );
  return shifts.map(({ x, y, scale, turn = 0 }) => ({
    scale: scale * closer,
    x: x * height,
    y: y * height,
    turn,
  }));
}

/** A map is undefined if it is empty. */
type Maps = Readonly<Record<'sky' | 'water' | 'leaves' | 'figure' | 'lamps', Float32Array | undefined>>;

function createMaps(depth: PictureDepth): Maps {
  const used = (map: Float32Array) => (map.some(value => value > 0.05) ? map : undefined);
  const { sky, water, leaves, figure, lamps } = depth;
  return {
    sky: used(sky),
    water: used(water),
    leaves: used(leaves),
    figure: used(figure),
    lamps: used(lamps),
  };
}

interface Moment {
  readonly depth: PictureDepth;
  readonly maps: Maps;
  readonly shifts: readonly Placement[];
  readonly pulse: Pulse;
  readonly width: number;
  readonly height: number;
}

function fillMesh(mesh: Mesh, moment: Moment): void {
  const { depth, shifts, width, height } = moment;
  const motion = ownMotion(moment);
  const turn = shifts[0]?.turn ?? 0;
  for (let row = 0; row < mesh.rows; row++)
    for (let column = 0; column < mesh.columns; column++) {
      const at = row * mesh.columns + column;
      const nearer = 1 + turn * ((column * mesh.step) / width - 0.5);
      const x = width / 2 + (column * mesh.step - width / 2) / nearer;
      const y = height / 2 + (row * mesh.step - height / 2) / nearer;
      let fromX = x;
      let fromY = y;
      let nearness = 0;
      // Finds by iteration which pixel the camera's shift moved here.
      for (let pass = 0; pass < 3; pass++) {
        nearness = sampleMap(depth.near, depth, {
          x: (fromX / width) * depth.columns - 0.5,
          y: (fromY / height) * depth.rows - 0.5,
        });
        const step = Math.min(depthSteps - 0.001, nearness * depthSteps);
        const [one, other, share] = [shifts[step | 0], shifts[(step | 0) + 1], step % 1];
        const scale = one.scale + (other.scale - one.scale) * share;
        fromX = width / 2 + (x - width / 2 - one.x - (other.x - one.x) * share) / scale;
        fromY = height / 2 + (y - height / 2 - one.y - (other.y - one.y) * share) / scale;
      }
      mesh.u[at] = fromX;
      mesh.v[at] = fromY;
      motion(mesh, at, { x: fromX / height, y: fromY / height, nearness });
    }
}

/** Adds the motion of water, sky, leaves, lamps and the figure to that of the camera. */
function ownMotion({ maps, pulse, depth, width, height }: Moment) {
  const rise = Math.min(1, pulse.swing);
  const drift = approachLimit(Math.abs(pulse.drift) * 0.006, 0.05) * Math.sign(pulse.drift) * height;
  const foot = { x: (depth.foot.x * width) / height, y: depth.foot.y };
  const sway = Math.sin(pulse.turn(1.1)) * 0.03 * pulse.swing * depth.supple;
  const breath = Math.sin(pulse.turn(2.3)) * 0.008 * pulse.swing * depth.supple;
  const bob = Math.sin(pulse.turn(1.7)) * 0.004 * pulse.swing;
  const flicker = Math.sin(pulse.turn(9.1)) * 0.5 + Math.sin(pulse.turn(5.3)) * 0.5;
  const t = pulse.tide;
  const cell = { x: 0, y: 0 };
  const share = (map: Float32Array | undefined) => (map ? sampleMap(map, depth, cell) : 0);
  return (mesh: Mesh, index: number, from: { x: number; y: number; nearness: number }): void => {
    const { x, y, nearness } = from;
    cell.x = x * depth.columns * (height / width) - 0.5;
    cell.y = y * depth.rows - 0.5;
    const water = share(maps.water);
    const figure = share(maps.figure);
    const leaves = share(maps.leaves) * (1 - figure);
    let u = -share(maps.sky) * drift;
    let v = 0;
    let gain = 1;
    if (water > 0.02) {
      const size = 0.15 + nearness;
      const wave = noise((x * 9) / size + t * 0.4, (y * 34) / size - t * 1.3);
      const ripple = noise((x * 23) / size - t * 0.7, (y * 80) / size + t * 1.7);
      u += water * rise * height * size * (wave * 0.007 + ripple * 0.003);
      v += water * rise * height * size * (wave * 0.0045 + ripple * 0.002);
      gain += water * rise * (wave * 0.06 + ripple * 0.05);
    }
    if (leaves > 0.02) {
      const gust = noise(x * 3 - t * 0.9, y * 3 + t * 0.2);
      const flutter = Math.sin(pulse.turn(3.1) + x * 30 + y * 17);
      u += leaves * pulse.swing * height * (gust * 0.005 + flutter * 0.0012);
      v += leaves * pulse.swing * height * flutter * 0.001;
    }
    if (figure > 0.02) {
      const heightAboveFoot = Math.max(0, foot.y - y);
      u += figure * height * heightAboveFoot * sway;
      v += figure * height * (heightAboveFoot * breath + bob * Math.min(1, heightAboveFoot * 6));
    }
    gain += share(maps.lamps) * rise * flicker * 0.13 + noise(x * 1.3 - t * 0.22, y * 1.6) * 0.028 * rise;
    mesh.u[index] += u;
    mesh.v[index] += v;
    mesh.gain[index] = gain;
  };
}
