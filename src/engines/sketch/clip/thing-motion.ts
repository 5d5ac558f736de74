/** How a thing moves by itself: boats bob, birds travel, runners hop, trees sway. At rest in the first frame. */
import type { Thing } from '../scene.ts';
import { subjectOf } from '../subjects/subjects.ts';
import { type Pulse, towards } from './clip-clock.ts';

export interface Motion {
  /** Shift as a share of the thing's height; x to the right, y down. */
  readonly x: number;
  readonly y: number;
  /** Radians about the foot. */
  readonly turn: number;
  /** Sideways lean of the top as a share of the height. */
  readonly shear: number;
  readonly stretch: number;
}

const moving = /run|walk|jump|gallop|swim|danc|play|march|rid|driv|sail|travel|hop|chas|race|fly/;
const fast = /run|gallop|race|chas/;

/** `room`: heights that it can go forwards and still be seen. */
export function motionOf(thing: Thing, pulse: Pulse, room: number): Motion {
  const phase = (thing.seed % 628) / 100;
  const wave = (perSecond: number) => Math.sin(pulse.turn(perSecond) + phase * perSecond) * pulse.swing;
  const way = (share: number, limit = 2.6) =>
    towards((share * paceOf(thing) * pulse.way) / thing.height, Math.min(limit, room)) * thing.facing;
  if (thing.what === 'landmark') return landmarkMotion(thing, wave, way);
  return (byStance[thing.stance] ?? onLand)({ thing, wave, way, pulse, phase });
}

interface Mover {
  readonly thing: Thing;
  /** -1 … 1, times how lively the clip is. */
  readonly wave: (perSecond: number) => number;
  /** Heights that it has got on, forwards. */
  readonly way: (share: number, limit?: number) => number;
  readonly pulse: Pulse;
  readonly phase: number;
}

const byStance: Partial<Record<Thing['stance'], (mover: Mover) => Motion>> = {
  floats: ({ wave, way }) => ({
    x: way(0.3),
    y: wave(1.5) * 0.018,
    turn: wave(1.1) * 0.03,
    stretch: 1,
    shear: 0,
  }),
  flies: ({ wave, way }) => ({
    x: way(0.35, 4),
    y: wave(1.7) * 0.075,
    turn: wave(1.2) * 0.05,
    stretch: 1 + wave(5) * 0.02,
    shear: 0,
  }),
  swims: ({ wave, way }) => ({
    x: way(0.35),
    y: wave(1.3) * 0.08,
    turn: wave(2.1) * 0.045,
    stretch: 1,
    shear: wave(4) * 0.03,
  }),
  drives: ({ wave, way }) => ({
    x: way(0.32, 4),
    y: wave(21) * 0.003,
    turn: wave(3.1) * 0.004,
    stretch: 1,
    shear: 0,
  }),
  hangs: ({ wave }) => ({ x: 0, y: 0, turn: wave(1.4) * 0.04, stretch: 1, shear: 0 }),
};

/** Who runs or walks gets on with a bob at each step; who is lively without a word of it hops and looks about. */
function onLand(mover: Mover): Motion {
  const { thing, wave, way, pulse, phase } = mover;
  const told = thing.action !== undefined && moving.test(thing.action);
  if (told) {
    const beat = thing.action !== undefined && fast.test(thing.action) ? 7.4 : 5.2;
    const step = Math.sin(pulse.turn(beat) + phase * beat);
    return {
      x: way(0.4, 3.4),
      y: -(Math.abs(step) - Math.abs(Math.sin(phase * beat))) * 0.08 * pulse.swing,
      turn: wave(beat) * 0.035,
      stretch: 1 + wave(beat * 2) * 0.02,
      shear: 0,
    };
  }
  const hop = Math.max(0, Math.sin(pulse.turn(0.9) + phase) - 0.93) * 14;
  return {
    x: 0,
    y: -Math.sin(Math.min(1, hop) * Math.PI) * 0.035 * pulse.swing,
    turn: wave(0.8) * 0.014,
    stretch: 1 + wave(2.3) * 0.013,
    shear: wave(0.7) * 0.012,
  };
}

function landmarkMotion(thing: Thing, wave: Mover['wave'], way: Mover['way']): Motion {
  const still: Motion = { x: 0, y: 0, turn: 0, stretch: 1, shear: 0 };
  if (thing.kind === 'sailboat')
    return { ...still, x: way(0.5), y: wave(1.4) * 0.009, turn: wave(1.05) * 0.024 };
  if (thing.kind === 'balloon')
    return { ...still, x: way(0.7), y: wave(0.7) * 0.03 - Math.abs(way(0.35)), turn: wave(0.8) * 0.015 };
  if (thing.kind === 'campfire')
    return { ...still, stretch: 1 + wave(13) * 0.05 + wave(7.3) * 0.05, shear: wave(5.1) * 0.05 };
  if (['tree', 'pine', 'palm', 'bush'].includes(thing.kind))
    return { ...still, shear: wave(1.3) * 0.014 + wave(2.9) * 0.005 };
  return still;
}

/** Metres a second. */
function paceOf(thing: Thing): number {
  if (thing.what === 'landmark') return 1;
  return subjectOf(thing.kind)?.speedMps ?? 0;
}
