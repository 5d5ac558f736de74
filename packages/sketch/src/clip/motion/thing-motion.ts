/**
 * How a thing moves by itself: boats bob, birds travel, runners hop, trees sway. At rest in the first frame.
 */
import type { Thing } from '../../scene/scene.ts';
import { posedSubject, findSubject } from '../../subjects/subjects.ts';
import { isGliding, isTraveling, isFast, isLively } from '../../words/actions.ts';
import { type Pulse, approachLimit } from './clip-clock.ts';

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

/** Lengths are in heights of the thing. */
export interface Room {
  /** The distances that it can go forwards and up and still be seen. */
  readonly ahead: number;
  readonly above: number;
  /** The width of the picture. */
  readonly width: number;
}

export function createMotion(thing: Thing, pulse: Pulse, room: Room): Motion {
  const phase = (thing.seed % 628) / 100;
  const wave = (perSecond: number) => Math.sin(pulse.turn(perSecond) + phase * perSecond) * pulse.swing;
  const { goes } = thing;
  const distance = goes ? goes.pace * room.width * pulse.directedTravel(goes.from ?? 0) : 0;
  const way = (share: number, limit = 2.6) =>
    (goes
      ? slowWithin(distance, room.ahead) * (goes.way === 'up' ? 0.15 : 1)
      : approachLimit(
          (share * choosePace(thing) * pulse.travel) / thing.height,
          Math.min(limit, room.ahead),
        )) * thing.facing;
  const motion = ownMotion(thing, { wave, way, pulse, phase, pace: goes ? goes.pace * room.width : 0 });
  return goes?.way === 'up' ? { ...motion, y: motion.y - slowWithin(distance, room.above) } : motion;
}

/** Returns the distance, slowed down only where the room ends. */
function slowWithin(distance: number, room: number): number {
  return room <= 0 ? 0 : distance / (1 + (distance / room) ** 4) ** 0.25;
}

function ownMotion(thing: Thing, mover: Omit<Mover, 'thing'>): Motion {
  if (thing.what === 'landmark') return landmarkMotion(thing, mover.wave, mover.way);
  const stance = thing.action === 'swimming' ? 'swims' : thing.stance;
  return (byStance[stance] ?? landMotion)({ thing, ...mover });
}

/** The distance that a group goes, as a share of the width of the picture. */
const castRoom = 0.16;

/** The room of a thing at this point of the picture. All things of a cast go equally far. */
export function roomFor(
  { facing, picture }: Thing,
  { width, size, x, y }: { width: number; size: number; x: number; y: number },
): Room {
  const ahead =
    picture === undefined
      ? Math.max(0, (facing > 0 ? width - x : x) / size - 0.9)
      : (width * castRoom) / size;
  return { ahead, above: Math.max(0, y / size - 1), width: width / size };
}

interface Mover {
  readonly thing: Thing;
  /** -1 … 1, times how lively the clip is. */
  readonly wave: (perSecond: number) => number;
  /** The distance traveled forwards, in heights of the thing. */
  readonly way: (share: number, limit?: number) => number;
  readonly pulse: Pulse;
  readonly phase: number;
  /** Heights per second, if the prompt sets it in motion. */
  readonly pace: number;
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

/**
 * Running and walking figures move step by step, dancing and playing ones move on
 * the spot, others look around.
 */
function landMotion(mover: Mover): Motion {
  const { action, goes } = mover.thing;
  if (isTraveling(action) || goes?.way === 'along') return stepMotion(mover);
  return isLively(action) ? danceMotion(mover) : idleMotion(mover);
}

/**
 * Moves forward while a step is in the air, not while the foot is down, so that nothing slides. A figure
 * without a picture of walking hops.
 */
function stepMotion({ thing, wave, way, pulse, phase, pace }: Mover): Motion {
  const hops = thing.cutOut !== undefined || posedSubject(thing.kind, thing.action)?.key === thing.kind;
  const beat = (isFast(thing.action) ? 7.4 : 5.2) * (hops ? 0.8 : 1);
  const angle = pulse.turn(beat) + phase;
  const underWay = thing.goes ? pulse.directedTravel(thing.goes.from ?? 0) : pulse.travel;
  const bounce = Math.abs(Math.sin(angle)) - Math.abs(Math.sin(phase));
  // The figure is half a step ahead of its mean position in the air, and half a step behind when it lands.
  const stride = ((pace || (choosePace(thing) * 0.4) / thing.height) * Math.PI) / beat;
  const advance = -Math.sin(angle * 2) * 0.5 + Math.sin(phase * 2) * 0.5;
  return {
    x: way(0.4, 3.4) + (advance / Math.PI) * stride * Math.min(1, underWay) * thing.facing,
    y: -bounce * (hops ? 0.13 : 0.07) * pulse.swing,
    turn: Math.sin(angle) * (hops ? 0.07 : 0.035) * pulse.swing,
    stretch: 1 + wave(beat * 2) * 0.02,
    shear: 0,
  };
}

function danceMotion({ pulse, phase }: Mover): Motion {
  const angle = pulse.turn(4.2) + phase;
  const swing = (value: number, start: number) => (value - start) * pulse.swing;
  return {
    x: swing(Math.sin(angle / 2), Math.sin(phase / 2)) * 0.1,
    y: -swing(Math.abs(Math.sin(angle)), Math.abs(Math.sin(phase))) * 0.09,
    turn: swing(Math.sin(angle), Math.sin(phase)) * 0.08,
    stretch: 1 + swing(Math.cos(angle * 2), Math.cos(phase * 2)) * 0.025,
    shear: swing(Math.sin(angle / 2), Math.sin(phase / 2)) * 0.06,
  };
}

function idleMotion({ wave, pulse, phase }: Mover): Motion {
  const hop = Math.max(0, Math.sin(pulse.turn(0.9) + phase) - 0.93) * 14;
  return {
    x: 0,
    y: -Math.sin(Math.min(1, hop) * Math.PI) * 0.035 * pulse.swing,
    turn: wave(0.8) * 0.014,
    stretch: 1 + wave(2.3) * 0.013,
    shear: wave(0.7) * 0.012,
  };
}

/** Whether a thing can leave its place. Buildings and rocks never move. Plants and fires only sway. */
export function moves({ what, kind }: Thing): boolean {
  return what === 'subject' || kind === 'sailboat' || kind === 'balloon';
}

function landmarkMotion(thing: Thing, wave: Mover['wave'], way: Mover['way']): Motion {
  const restingMotion: Motion = { x: 0, y: 0, turn: 0, stretch: 1, shear: 0 };
  if (thing.kind === 'sailboat')
    return { ...restingMotion, x: way(1.3), y: wave(1.4) * 0.012, turn: wave(1.05) * 0.028 };
  if (thing.kind === 'balloon')
    return {
      ...restingMotion,
      x: way(1.8),
      y: wave(0.7) * 0.03 - (thing.goes ? 0 : Math.abs(way(0.9))),
      turn: wave(0.8) * 0.015,
    };
  if (thing.kind === 'campfire')
    return { ...restingMotion, stretch: 1 + wave(13) * 0.05 + wave(7.3) * 0.05, shear: wave(5.1) * 0.05 };
  if (['tree', 'pine', 'palm', 'bush'].includes(thing.kind))
    return { ...restingMotion, shear: wave(1.3) * 0.014 + wave(2.9) * 0.005 };
  return restingMotion;
}

/** Meters per second. All figures of a cast have the same speed. */
function choosePace({ what, kind, action, picture }: Thing): number {
  if (what === 'landmark') return 1;
  const pace = isFast(action) ? 3 : isTraveling(action) || isGliding(action) ? 1.5 : 0;
  return picture === undefined ? (findSubject(kind)?.speedMps ?? 0) || pace : pace;
}
