/** How a thing moves by itself: boats bob, birds travel, runners hop, trees sway. A function of time alone. */
import type { Thing } from '../scene.ts';
import { subjectOf } from '../subjects/subjects.ts';

export interface Motion {
  /** Shift as a share of the thing's height; x to the right, y down. */
  readonly x: number;
  readonly y: number;
  /** Radians about the foot. */
  readonly turn: number;
  readonly stretch: number;
  /** Sideways lean of the top as a share of the height. */
  readonly shear: number;
}

const still: Motion = { x: 0, y: 0, turn: 0, stretch: 1, shear: 0 };
const moving = /run|walk|jump|gallop|swim|danc|play|march|rid|driv|sail|travel|hop|chas|race|fly/;

export function motionOf(thing: Thing, seconds: number): Motion {
  const phase = (thing.seed % 628) / 100;
  const t = seconds + phase;
  if (thing.what === 'landmark') return landmarkMotion(thing, t, seconds);
  const speed = subjectOf(thing.kind)?.speedMps ?? 0;
  const way = (metres: number) =>
    (travelled(metres * speed * seconds, thing.height * 2.2) / thing.height) * thing.facing;
  if (thing.stance === 'floats')
    return {
      x: way(0.25),
      y: Math.sin(t * 1.5) * 0.016,
      turn: Math.sin(t * 1.1) * 0.028,
      stretch: 1,
      shear: 0,
    };
  if (thing.stance === 'flies')
    return {
      x: way(0.3),
      y: Math.sin(t * 1.7) * 0.07,
      turn: Math.sin(t * 1.2) * 0.05,
      stretch: 1 + Math.sin(t * 5) * 0.02,
      shear: 0,
    };
  if (thing.stance === 'swims')
    return {
      x: way(0.35),
      y: Math.sin(t * 1.3) * 0.09,
      turn: Math.sin(t * 2.1) * 0.05,
      stretch: 1,
      shear: Math.sin(t * 4) * 0.03,
    };
  if (thing.stance === 'drives')
    return { x: way(0.3), y: Math.sin(t * 21) * 0.003, turn: 0, stretch: 1, shear: 0 };
  if (thing.stance === 'hangs') return { ...still, turn: Math.sin(t * 1.4) * 0.04 };
  if (thing.action !== undefined && moving.test(thing.action))
    return {
      x: way(0.35),
      y: -Math.abs(Math.sin(t * 5.2)) * 0.05,
      turn: Math.sin(t * 5.2) * 0.035,
      stretch: 1 + Math.sin(t * 10.4) * 0.02,
      shear: 0,
    };
  const hop = Math.max(0, Math.sin(t * 0.9) - 0.93) * 14;
  return {
    x: 0,
    y: -Math.sin(Math.min(1, hop) * Math.PI) * 0.035,
    turn: Math.sin(t * 0.8) * 0.012,
    stretch: 1 + Math.sin(t * 2.3) * 0.011,
    shear: Math.sin(t * 0.7) * 0.008,
  };
}

function landmarkMotion(thing: Thing, t: number, seconds: number): Motion {
  if (thing.kind === 'sailboat')
    return {
      x: (travelled(0.5 * seconds, 8) / thing.height) * thing.facing,
      y: Math.sin(t * 1.4) * 0.008,
      turn: Math.sin(t * 1.05) * 0.022,
      stretch: 1,
      shear: 0,
    };
  if (thing.kind === 'balloon')
    return {
      x: (travelled(0.7 * seconds, 12) / thing.height) * thing.facing,
      y: Math.sin(t * 0.7) * 0.03 - seconds * 0.004,
      turn: Math.sin(t * 0.8) * 0.015,
      stretch: 1,
      shear: 0,
    };
  if (thing.kind === 'campfire')
    return {
      ...still,
      stretch: 1 + Math.sin(t * 13) * 0.05 + Math.sin(t * 7.3) * 0.05,
      shear: Math.sin(t * 5.1) * 0.05,
    };
  if (['tree', 'pine', 'palm', 'bush'].includes(thing.kind))
    return { ...still, shear: Math.sin(t * 1.3) * 0.014 + Math.sin(t * 2.9) * 0.005 };
  return still;
}

/** Goes on ever more slowly towards `limit`, so that nothing leaves the picture in a long clip. */
function travelled(metres: number, limit: number): number {
  return limit * (1 - Math.exp(-metres / limit));
}
