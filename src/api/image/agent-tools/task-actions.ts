/**
 * What can be made from a finished task, as calls of tools: its buttons, in words
 * that an agent can send back.
 */
import type { FollowUps } from '../../../core/catalogue/models/usable-models.ts';
import type { FollowUp } from '../../../core/tasks/follow-up.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Button } from '../wire/buttons.ts';
import { buttonsOfTask } from '../wire/parent.ts';

export interface TaskAction {
  /** The value of the argument `action`, such as `vary_2`. */
  readonly name: string;
  readonly label: string;
  readonly button: Button;
  /** The tool and the arguments with which it is called, and those that must be added. */
  readonly call: {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly needs?: string[];
  };
}

/** The actions of a task. Bookmarks and texts are not among them: agents have other ways for these. */
export function listActions(task: TaskView, followUps: FollowUps): readonly TaskAction[] {
  return buttonsOfTask(task, followUps).flatMap(button => {
    const [name, label] = nameAction(button.followUp) ?? [];
    if (name === undefined || label === undefined) return [];
    const isClip = clipKinds.includes(button.followUp.kind);
    const values = { task: task.publicId, action: name };
    const needs = listNeeds(button.followUp);
    const tool = isClip ? 'generate_video' : 'edit_image';
    return [{ name, label, button, call: { tool, arguments: values, ...(needs && { needs }) } }];
  });
}

export const clipKinds: readonly FollowUp['kind'][] = ['animate', 'extend', 'select-clip'];

function listNeeds({ kind }: FollowUp): string[] | undefined {
  if (kind === 'region') return ['mask', 'prompt'];
  return kind === 'custom-zoom' ? ['prompt'] : undefined;
}

/** The name of an action, and what it does. */
export function nameAction(followUp: FollowUp): readonly [string, string] | undefined {
  switch (followUp.kind) {
    case 'select':
      return [`select_${followUp.candidate + 1}`, `Take image ${followUp.candidate + 1} out of the set`];
    case 'variation':
      return [`vary_${followUp.candidate + 1}`, `Vary image ${followUp.candidate + 1}`];
    case 'reroll':
      return ['again', 'Generate again with another seed'];
    case 'vary':
      return [
        `vary_${followUp.strength}`,
        `Vary the image ${followUp.strength === 'subtle' ? 'slightly' : 'strongly'}`,
      ];
    case 'region':
      return ['region', 'Change a region'];
    case 'zoom':
      return [`zoom_out_${followUp.factor}x`, `Zoom out ${followUp.factor}x`];
    case 'custom-zoom':
      return ['zoom_out', 'Zoom out with a prompt that ends in --zoom 1 to 2, and may have --ar'];
    case 'square':
      return ['square', 'Extend to a square'];
    case 'pan':
      return [
        `pan_${followUp.direction}`,
        `Extend ${followUp.direction === 'up' || followUp.direction === 'down' ? `${followUp.direction}ward` : `to the ${followUp.direction}`}`,
      ];
    case 'enhance':
      return [
        `upscale_${followUp.factor}x_${followUp.manner}`,
        `Upscale ${followUp.factor}x (${followUp.manner})`,
      ];
    case 'animate':
      return [`animate_${followUp.motion}`, `Animate with ${followUp.motion} motion`];
    case 'extend':
      return [
        `extend_${followUp.candidate + 1}_${followUp.motion}`,
        `Extend clip ${followUp.candidate + 1} with ${followUp.motion} motion`,
      ];
    case 'select-clip':
      return [`select_${followUp.candidate + 1}`, `Take clip ${followUp.candidate + 1} at 720p`];
    default:
      return undefined;
  }
}
