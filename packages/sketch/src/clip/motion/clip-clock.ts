/** The progress of motions in a clip. All start from rest, so that the first frame is the picture. */
import { smooth } from '../../raster/colors.ts';
import { isRound } from './clip-plan.ts';
import type { ClipLeg, ClipPlan, Energy } from '../../scene/clip-plan.ts';

/** The amplitude of swings and the speed of travel, by energy. */
const swings: Record<Energy, number> = { low: 0.4, usual: 1, high: 1.6 };
const paces: Record<Energy, number> = { low: 0, usual: 1, high: 2.1 };
/** The speed of a movement that the prompt names, which takes place in a calm clip too. */
const directedPaces: Record<Energy, number> = { low: 1, usual: 1.2, high: 1.7 };
const tides: Record<Energy, number> = { low: 0.65, usual: 1, high: 1.7 };
const winds: Record<Energy, number> = { low: 0.6, usual: 1, high: 2 };

export interface Pulse {
  readonly seconds: number;
  /** The amplitude of swinging motions: 0 at the first frame, then up to 1.6 by energy. */
  readonly swing: number;
  /** The seconds that travelers have been moving. */
  readonly travel: number;
  /** The same for figures that the prompt sets in motion, which start after this many seconds. */
  readonly directedTravel: (from: number) => number;
  /** The seconds that clouds have been moving at their default speed. */
  readonly drift: number;
  /** The seconds that waves have been moving at their default speed. */
  readonly tide: number;
  /** The angle of an oscillation with `perSecond` radians a second. In a loop, it completes whole turns. */
  readonly turn: (perSecond: number) => number;
}

export function pulseAt(plan: ClipPlan, now: number): Pulse {
  const isLoop = isRound(plan);
  const seconds = isLoop ? wrapValue(now, plan.seconds) : now;
  const legs = plan.legs.map((leg, index) => ({
    leg,
    share: smooth(leg.from - 0.01, leg.from + (index === 0 ? 0.7 : 1.2), seconds),
    since: Math.max(0, Math.min(seconds, plan.legs[index + 1]?.from ?? Infinity) - leg.from),
  }));
  const swing = legs.reduce((sum, { leg, share }) => sum + (swings[leg.energy] - sum) * share, 0);
  const endFade = isLoop ? smooth(0, 0.7, plan.seconds - seconds) : 1;
  return {
    seconds,
    swing: swing * endFade,
    travel: isLoop ? 0 : legs.reduce((sum, { leg, since }) => sum + easeIn(since) * paces[leg.energy], 0),
    directedTravel: from => (isLoop ? 0 : easeIn(travelSeconds(plan, { from, until: seconds }))),
    drift: flowSeconds(plan, now, leg => winds[leg.energy] * (leg.lapse ? 7 : 1)),
    tide: flowSeconds(plan, now, leg => tides[leg.energy]),
    turn: perSecond => seconds * (isLoop ? fitToPeriod(perSecond, plan.seconds) : perSecond),
  };
}

function travelSeconds({ legs }: ClipPlan, { from, until }: { from: number; until: number }): number {
  return legs.reduce((sum, leg, index) => {
    const end = Math.min(until, legs[index + 1]?.from ?? Infinity);
    // A camera that follows the figures keeps them in view.
    const share = leg.move === 'track' ? 0.45 : 1;
    return sum + Math.max(0, end - Math.max(from, leg.from)) * directedPaces[leg.energy] * share;
  }, 0);
}

/** Sky and sea continue beyond both ends of a loop, where they are blended. */
function flowSeconds({ legs }: ClipPlan, now: number, toPace: (leg: ClipLeg) => number): number {
  return legs.reduce((sum, leg, index) => {
    const until = Math.min(now, legs[index + 1]?.from ?? Infinity);
    const since = index === 0 ? until : Math.max(0, until - leg.from);
    return sum + since * toPace(leg);
  }, 0);
}

/**
 * Seconds that the camera has moved for in one leg: it starts gently and comes to
 * rest when the next leg begins.
 */
export function legClock(plan: ClipPlan, index: number, now: number): number {
  const { from } = plan.legs[index];
  if (isRound(plan)) return (plan.seconds / 4) * (1 - Math.cos((now / plan.seconds) * Math.PI * 2));
  const next = plan.legs[index + 1]?.from ?? Infinity;
  const run = easeIn(Math.max(0, Math.min(now, next) - from));
  const rest = now > next ? 0.8 * (1 - Math.exp((next - now) / 0.8)) : 0;
  return (run + rest) * returnShare(plan, now);
}

/** The seconds at the end of a loop in which non-periodic motion is blended into the beginning. */
export function loopBlendSeconds({ seconds }: ClipPlan): number {
  return Math.min(1.2, seconds * 0.35);
}

/** A clip that became a loop when it was extended returns its camera to the start at the end. */
function returnShare(plan: ClipPlan, now: number): number {
  const last = plan.legs[plan.legs.length - 1];
  return plan.loop ? 1 - smooth(last.from, plan.seconds - loopBlendSeconds(plan), now) : 1;
}

/** Returns the seconds of full speed that give the same distance as a start from rest. */
function easeIn(seconds: number): number {
  const ramp = 1.2;
  return seconds < ramp ? (seconds * seconds) / (2 * ramp) : seconds - ramp / 2;
}

/** Returns a distance that approaches `limit` more and more slowly. */
export function approachLimit(distance: number, limit: number): number {
  return limit <= 0 ? 0 : limit * (1 - Math.exp(-distance / limit));
}

function fitToPeriod(perSecond: number, period: number): number {
  const slowestTurn = (Math.PI * 2) / period;
  return Math.max(1, Math.round(perSecond / slowestTurn)) * slowestTurn;
}

function wrapValue(value: number, period: number): number {
  return ((value % period) + period) % period;
}
