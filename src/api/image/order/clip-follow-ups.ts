/** Creates the jobs of buttons that make clips. */
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { extendSeconds, type Motion } from '../../../core/tasks/follow-up.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { defaultClipSize, defaultClip } from './clip-order.ts';
import { engineParameters } from './order.ts';
import { candidateInput } from '../wire/parent.ts';
import { choiceKey } from './choices.ts';
import { parentJob, inheritAppearance, type FollowUpOrder } from './picture-follow-ups.ts';

/** A clip from a candidate. Throws AppError if the task has no such candidate. */
export function animationOrder(
  parent: TaskView,
  { motion, candidate }: { motion: Motion; candidate: number },
  remix: ParsedPrompt | undefined,
): FollowUpOrder {
  const picture = candidateInput(parent, candidate);
  return {
    job: {
      ...inheritAppearance(parent, remix),
      kind: 'clip',
      ...defaultClipSize(picture, 480),
      ...defaultClip,
      motion,
      inputs: [picture],
    },
    parent: { id: parent.id, candidate },
  };
}

export function extensionOrder(
  parent: TaskView,
  { motion, candidate }: { motion: Motion; candidate: number },
  remix: ParsedPrompt | undefined,
): FollowUpOrder {
  const { seconds = 0, ...job } = parentJob(parent);
  const remixFields = remix && { ...engineParameters(remix), prompt: remix.text };
  return {
    job: { ...job, ...remixFields, clips: 4, seconds: seconds + extendSeconds, motion, extend: true },
    parent: { id: parent.id, candidate },
    continues: { parent, candidate },
  };
}

/** Enlarges a clip: the same clip at a higher resolution. */
export function clipEnlargementOrder(parent: TaskView, candidate: number): FollowUpOrder {
  const { clips: _, ...job } = parentJob(parent);
  return {
    job: { ...job, ...defaultClipSize(parent.job, 720), extend: true },
    parent: { id: parent.id, candidate },
    continues: { parent, candidate },
    onceKey: choiceKey(parent.id, candidate),
  };
}
