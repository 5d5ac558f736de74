/** The movement of the camera in a clip: the placement of each depth at a time. */
import { legClock, approachLimit } from './clip-clock.ts';
import type { ClipLeg, ClipPlan, Energy, ClipMove } from '../../scene/clip-plan.ts';

export interface Placement {
  /** Enlargement about the middle of the picture. */
  readonly scale: number;
  /** Shift in picture heights. */
  readonly x: number;
  readonly y: number;
  /** The turn of a flat picture: the share by which the right edge is nearer and the left edge farther. */
  readonly turn?: number;
}

/** `nearness` is 0 for what is far and 1 at the lens. */
export type CameraPath = (seconds: number, nearness: number) => Placement;

export interface FilmedScene {
  /** Width over height. */
  readonly aspect: number;
  /** 1 if there is more to see on the right, otherwise -1. */
  readonly side: 1 | -1;
  /** The direction in which the main thing moves. */
  readonly heading: 1 | -1;
  /** The share of the full move, less than 1 where little can be seen beyond the edges. */
  readonly room: number;
  /** The point of the picture, in picture heights from its middle, towards which the camera goes. */
  readonly focus?: { readonly x: number; readonly y: number };
  /** The picture is flat, so near and far parts get almost the same shift. Otherwise things would bend. */
  readonly isFlat?: boolean;
}

/** The share of the difference between near and far with which a flat picture still looks right. */
const flatDepth = 0.2;

const speeds: Record<Energy, number> = { low: 0.42, usual: 1, high: 2.1 };
/** The factor of a move that the prompt names, which is clearly visible in a calm clip too. */
const namedSpeeds: Record<Energy, number> = { low: 1, usual: 1.2, high: 1.75 };

export function cameraPath(plan: ClipPlan, scene: FilmedScene): CameraPath {
  return (seconds, nearness) =>
    plan.legs.reduce<Placement>(
      (sum, leg, index) => {
        const placement = findPlacement(leg, scene, {
          clock: legClock(plan, index, seconds),
          nearness,
        });
        return {
          scale: sum.scale * placement.scale,
          x: sum.x + placement.x,
          y: sum.y + placement.y,
          turn: (sum.turn ?? 0) + (placement.turn ?? 0),
        };
      },
      { scale: 1, x: 0, y: 0, turn: 0 },
    );
}

export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The farthest that the camera ever looks beyond each edge, in picture heights. */
export function measureMargins(path: CameraPath, aspect: number): Margins {
  const margins = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let seconds = 0; seconds <= 60; seconds += seconds < 12 ? 0.25 : 2)
    for (const nearness of [0, 0.25, 0.5, 0.75, 1]) {
      const { scale, x, y } = path(seconds, nearness);
      const horizontalMargin = aspect / 2 / scale - aspect / 2;
      const verticalMargin = 0.5 / scale - 0.5;
      margins.left = Math.max(margins.left, horizontalMargin + x / scale);
      margins.right = Math.max(margins.right, horizontalMargin - x / scale);
      margins.top = Math.max(margins.top, verticalMargin + y / scale);
      margins.bottom = Math.max(margins.bottom, verticalMargin - y / scale);
    }
  return margins;
}

interface Moment {
  /** Returns the distance covered, for a speed in a calm clip and the most that the camera covers. */
  readonly go: (perSecond: number, limit: number) => number;
  readonly nearness: number;
  readonly side: number;
  readonly heading: number;
  readonly clock: number;
  readonly strength: number;
}

function findPlacement(
  leg: ClipLeg,
  scene: FilmedScene,
  instant: { clock: number; nearness: number },
): Placement {
  const isNamed = leg.move !== 'drift';
  const speed = (isNamed ? namedSpeeds : speeds)[leg.energy];
  const reach = isNamed ? 0.7 + 0.3 * speed : 0.55 + 0.45 * speed;
  // The limits are in heights of a wide picture. A narrow one needs less.
  const widthFactor =
    isNamed && sidewaysMoves.has(leg.move) ? Math.max(0.4, Math.min(1.2, scene.aspect / 1.78)) : 1;
  const room = (isNamed ? Math.sqrt(scene.room) : scene.room) * widthFactor;
  const moment: Moment = {
    ...instant,
    nearness:
      scene.isFlat && sideways.has(leg.move)
        ? 0.54 + (instant.nearness - 0.54) * flatDepth
        : instant.nearness,
    side: leg.variant % 4 === 1 ? -scene.side : scene.side,
    heading: scene.heading,
    strength: speed,
    go: (perSecond, limit) => approachLimit(perSecond * speed * instant.clock, limit * reach) * room,
  };
  if (leg.move === 'drift') return drifts[leg.variant % drifts.length](moment);
  const placement = namedMoves[leg.move](moment);
  return leg.move === 'zoom-in' || leg.move === 'dolly-in' ? towardsFocus(placement, scene) : placement;
}

/** The target of a camera move keeps its place in the picture and grows. */
function towardsFocus(placement: Placement, { focus = { x: 0, y: 0 }, aspect }: FilmedScene): Placement {
  const limitTo = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  const growth = placement.scale - 1;
  return {
    ...placement,
    x: placement.x - limitTo(focus.x, aspect * 0.42) * growth,
    y: placement.y - limitTo(focus.y, 0.4) * growth,
  };
}

const sidewaysMoves = new Set<ClipMove>(['pan-left', 'pan-right', 'orbit', 'track']);
const sideways = new Set<ClipMove>(['orbit', 'track', 'crane-up', 'crane-down']);

/** The default camera move, for a prompt without one. */
const drifts: readonly ((moment: Moment) => Placement)[] = [
  moment => ({
    scale: 1 + moment.go(0.011, 0.07) * (0.4 + moment.nearness),
    x: moment.side * moment.go(0.014, 0.09) * (0.12 + moment.nearness),
    y: 0,
  }),
  moment => ({
    scale: 1 + moment.go(0.006, 0.05),
    x: moment.side * moment.go(0.016, 0.1) * (0.1 + moment.nearness),
    y: moment.go(0.004, 0.02) * (0.2 + moment.nearness),
  }),
  moment => ({
    scale: 1 + moment.go(0.022, 0.16) * (0.15 + moment.nearness),
    x: 0,
    y: moment.go(0.003, 0.02) * moment.nearness,
  }),
  moment => ({
    scale: 1 + moment.go(0.008, 0.05),
    x: moment.side * moment.go(0.02, 0.1) * (moment.nearness - 0.4),
    y: 0,
  }),
];

/** Each move by its speed in a calm clip and its limit, in picture heights and shares of the size. */
const namedMoves: Record<Exclude<ClipMove, 'drift'>, (moment: Moment) => Placement> = {
  static: () => ({ scale: 1, x: 0, y: 0 }),
  'pan-left': moment => ({ scale: 1, x: moment.go(0.11, 0.7) * (0.76 + 0.24 * moment.nearness), y: 0 }),
  'pan-right': moment => ({ scale: 1, x: -moment.go(0.11, 0.7) * (0.76 + 0.24 * moment.nearness), y: 0 }),
  'tilt-up': moment => ({ scale: 1, x: 0, y: moment.go(0.075, 0.4) * (0.8 + 0.2 * moment.nearness) }),
  'tilt-down': moment => ({ scale: 1, x: 0, y: -moment.go(0.075, 0.4) * (0.8 + 0.2 * moment.nearness) }),
  'zoom-in': moment => ({ scale: 1 + moment.go(0.1, 0.8), x: 0, y: 0 }),
  'zoom-out': moment => ({ scale: 1 / (1 + moment.go(0.12, 0.36)), x: 0, y: 0 }),
  'dolly-in': moment => ({ scale: 1 + moment.go(0.18, 1) * (0.1 + 0.9 * moment.nearness), x: 0, y: 0 }),
  'dolly-out': moment => ({
    scale: 1 / (1 + moment.go(0.17, 0.43) * (0.1 + 0.9 * moment.nearness)),
    x: 0,
    y: 0,
  }),
  orbit: moment => ({
    scale: 1 + moment.go(0.012, 0.08),
    x: moment.side * moment.go(0.26, 1.1) * (moment.nearness - 0.54),
    y: 0,
    turn: moment.side * moment.go(0.09, 0.36),
  }),
  'crane-up': moment => ({ scale: 1, x: 0, y: moment.go(0.075, 0.34) * (0.25 + 0.75 * moment.nearness) }),
  'crane-down': moment => ({ scale: 1, x: 0, y: -moment.go(0.06, 0.24) * (0.25 + 0.75 * moment.nearness) }),
  track: moment => ({
    scale: 1,
    x: -moment.heading * moment.go(0.16, 0.9) * (0.15 + 0.85 * moment.nearness),
    y: 0,
  }),
  handheld: ({ clock, nearness, strength }) => {
    const start = Math.min(1, clock);
    const shake = (one: number, other: number) =>
      start * (0.7 + strength * 0.5) * (Math.sin(clock * one) * 0.007 + Math.sin(clock * other) * 0.0045);
    return {
      scale: 1 + start * 0.035,
      x: shake(1.7, 3.9) * (0.6 + 0.4 * nearness),
      y: shake(2.3, 4.7) * (0.6 + 0.4 * nearness),
    };
  },
};
