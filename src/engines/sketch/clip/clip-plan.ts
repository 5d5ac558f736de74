/** What moves in a clip, decided once: stored with it, so that it can be gone on with later. */
import { deriveSeed } from '../../../lib/random.ts';
import type { EngineJob } from '../../engine.ts';
import type { Scene } from '../scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { type Doing, doingsOf } from './doings.ts';
import { type Becoming, type ClipMove, readMotion } from './read-motion.ts';

/** Everything is a function of the seconds since the first frame, never of the length: a longer clip begins the same. */
export interface ClipPlan {
  /** From the beginning, and one more for each time the clip goes on in another way. */
  readonly legs: readonly ClipLeg[];
  /** Length; a loop closes there and goes round again. */
  readonly seconds: number;
  readonly loop: boolean;
  /** The clip is of a picture, so that its first frame is exactly that. */
  readonly ofPicture?: true;
  /** Found pictures as they were filmed, WebP, base64. */
  readonly first?: string;
  readonly last?: string;
}

export interface ClipLeg {
  /** Seconds. */
  readonly from: number;
  readonly until: number;
  readonly energy: Energy;
  /** Another number, another way for the camera, unless the words name one. */
  readonly variant: number;
  readonly move: ClipMove;
  readonly becomes?: Becoming;
  /** What those who are in the picture begin to do. */
  readonly doings?: readonly Doing[];
  /** Birds are said to fly: they come through the picture. */
  readonly flock?: true;
  /** Hours pass in seconds. */
  readonly lapse?: true;
}

export type Energy = 'low' | 'usual' | 'high';

export interface Filming {
  readonly job: EngineJob;
  readonly candidate: number;
  /** What the first frame shows. */
  readonly scene: Scene;
  /** The clip that goes on. */
  readonly before?: ClipPlan;
}

export function planClip(filming: Filming): ClipPlan {
  const { job, candidate, before } = filming;
  const { seconds = 4, inputs = [] } = job;
  const ends = inputs.some(({ role }) => role === 'last');
  const loop = job.loop === true && !ends;
  if (!before) {
    const ofPicture = job.parent !== undefined || inputs.some(({ role }) => role === 'picture');
    return { legs: [legOf(filming, 0)], seconds, loop, ...(ofPicture && { ofPicture }) };
  }
  // A loop simply goes round again.
  if (before.loop) return before;
  const last = before.legs.at(-1)!;
  const next = legOf(filming, before.seconds);
  const goesOn = candidate === 0 && !loop && job.prompt === job.parent?.prompt && next.energy === last.energy;
  return { ...before, seconds, loop, legs: goesOn ? before.legs : [...before.legs, next] };
}

/** A loop from its beginning; one that was closed only when it was gone on with has two legs. */
export function isRound({ loop, legs }: ClipPlan): boolean {
  return loop && legs.length === 1;
}

function legOf(filming: Filming, from: number): ClipLeg {
  const { job, candidate } = filming;
  const { move, becomes, lapse, flock } = readMotion(job.prompt);
  const end = { ...otherMood(filming), ...becomes };
  const doings = newDoings(filming);
  return {
    from,
    until: job.seconds ?? 4,
    energy: job.motion ?? 'usual',
    variant: candidate + (deriveSeed(job.seed, 'camera') % 4),
    move: move ?? 'drift',
    ...(Object.keys(end).length > 0 && { becomes: end }),
    ...(doings.length > 0 && { doings }),
    ...(flock && { flock: true }),
    ...(lapse && { lapse: true }),
  };
}

/** A prompt that is not that of the picture tells what those in it do now: "the fox walks away". */
function newDoings({ job, scene }: Filming): Doing[] {
  if (!isOfOther(job)) return [];
  return doingsOf(readPrompt(job.prompt, job.exclude), scene);
}

/** A prompt that is not that of the picture changes the picture towards it: its hour and weather come up. */
function otherMood({ job, scene }: Filming): Becoming {
  if (!isOfOther(job)) return {};
  const { time, weather } = readPrompt(job.prompt, job.exclude);
  return {
    ...(time && time !== scene.time && { time }),
    ...(weather && weather !== scene.weather && { weather }),
  };
}

function isOfOther(job: EngineJob): boolean {
  const isOfPicture = job.parent !== undefined || job.inputs?.some(({ role }) => role === 'picture') === true;
  return isOfPicture && job.prompt !== job.parent?.prompt;
}
