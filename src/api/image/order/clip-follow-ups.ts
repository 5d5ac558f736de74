/** Creates the jobs of buttons that make clips. */
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { extendSeconds, type Motion } from '../../../core/tasks/follow-up.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { clipSizeOf, defaultClip } from './clip-order.ts';
import { parametersOf } from './order.ts';
import { inputOf } from '../wire/parent.ts';
import { onceKeyOf } from './choices.ts';
import { jobOf, appearanceOf, type FollowUpOrder } from './picture-follow-ups.ts';

/** A clip from a candidate. Throws AppError if the task has no such candidate. */
export function animated(
  parent: TaskView,
  { motion, candidate }: { motion: Motion; candidate: number },
  remix: ParsedPrompt | undefined,
): FollowUpOrder {
  const picture = inputOf(parent, candidate);
  return {
    job: {
      ...appearanceOf(parent, remix),
      kind: 'clip',
      ...clipSizeOf(picture, 480),
      ...defaultClip,
      motion,
      inputs: [picture],
    },
    parent: { id: parent.id, candidate },
  };
}

export function continued(
  parent: TaskView,
  { motion, candidate }: { motion: Motion; candidate: number },
  remix: ParsedPrompt | undefined,
): FollowUpOrder {
  const { seconds = 0, ...job } = jobOf(parent);
  const changed = remix && { ...parametersOf(remix), prompt: remix.text };
  return {
    job: { ...job, ...changed, clips: 4, seconds: seconds + extendSeconds, motion, extend: true },
    parent: { id: parent.id, candidate },
    continues: { parent, candidate },
  };
}

/** The same clip at a higher resolution. */
export function enlargedClip(parent: TaskView, candidate: number): FollowUpOrder {
  const { clips: _, ...job } = jobOf(parent);
  return {
    job: { ...job, ...clipSizeOf(parent.job, 720), extend: true },
    parent: { id: parent.id, candidate },
    continues: { parent, candidate },
    onceKey: onceKeyOf(parent.id, candidate),
  };
}
