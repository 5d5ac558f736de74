/** Plans what moves in a clip. The plan is stored with the clip, so that an extension can continue it. */
import type { Scene } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { findNewActions } from './thing-actions.ts';
import { readMotion } from './read-motion.ts';
import { deriveSeed } from '../../random/random.ts';
import type { Job } from '../../job/job.ts';
import type { ClipLeg, ClipPlan, ThingAction, ClipChange } from '../../scene/clip-plan.ts';

export interface ClipPlanInput {
  readonly job: Job;
  readonly candidate: number;
  /** The scene of the first frame. */
  readonly scene: Scene;
  /** The clip that is extended. */
  readonly before?: ClipPlan;
}

export function planClip(input: ClipPlanInput): ClipPlan {
  const { job, candidate, before } = input;
  const { seconds = 4, inputs = [] } = job;
  const hasEnd = inputs.some(({ role }) => role === 'last');
  const loop = job.loop === true && !hasEnd;
  if (!before) {
    const ofPicture = job.parent !== undefined || inputs.some(({ role }) => role === 'picture');
    return { legs: [createLeg(input, 0)], seconds, loop, ...(ofPicture && { ofPicture }) };
  }
  // An extended loop repeats.
  if (before.loop) return before;
  const last = before.legs[before.legs.length - 1];
  const next = createLeg(input, before.seconds);
  const isContinued =
    candidate === 0 && !loop && job.prompt === job.parent?.prompt && next.energy === last.energy;
  return { ...before, seconds, loop, legs: isContinued ? before.legs : [...before.legs, next] };
}

/** Whether a clip was a loop from its start. One that became a loop when it was extended has two legs. */
export function isRound({ loop, legs }: ClipPlan): boolean {
  return loop && legs.length === 1;
}

function createLeg(input: ClipPlanInput, from: number): ClipLeg {
  const { job, candidate } = input;
  const { move, becomes, lapse, flock } = readMotion(job.prompt);
  const end = { ...moodChange(input), ...becomes };
  const doings = actionsToAdd(input);
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

/** A prompt other than that of the picture can name new actions of its figures: "the fox walks away". */
function actionsToAdd({ job, scene }: ClipPlanInput): ThingAction[] {
  if (!hasOtherPrompt(job)) return [];
  return findNewActions(readPrompt(job.prompt, job.exclude), scene);
}

/** A prompt other than that of the picture can change its time of day and weather during the clip. */
function moodChange({ job, scene }: ClipPlanInput): ClipChange {
  if (!hasOtherPrompt(job)) return {};
  const { time, weather } = readPrompt(job.prompt, job.exclude);
  return {
    ...(time && time !== scene.time && { time }),
    ...(weather && weather !== scene.weather && { weather }),
  };
}

function hasOtherPrompt(job: Job): boolean {
  const isOfPicture = job.parent !== undefined || job.inputs?.some(({ role }) => role === 'picture') === true;
  return isOfPicture && job.prompt !== job.parent?.prompt;
}
