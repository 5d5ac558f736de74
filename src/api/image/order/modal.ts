/**
 * Buttons that ask for a prompt or a mask first: the task waits in MODAL until POST
 * /mj/submit/modal brings them.
 */
import type { FollowUp } from '../../../core/tasks/follow-up.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { normalizePrompt, parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { readPrompt, type Order } from './order.ts';
import type { Button } from '../wire/buttons.ts';
import { wireAction } from './follow-up-order.ts';
import { withParameters } from '../wire/final-texts.ts';
import { buttonName } from './picture-follow-ups.ts';
import { type ImageWire, readImageWire } from '../wire/image-wire.ts';

/** Facts: contract of the image interface, 1.5. */
export function needsModal({ kind }: FollowUp, isRemix: boolean): boolean {
  if (kind === 'custom-zoom' || kind === 'region' || kind === 'use-text') return true;
  return isRemix && ['reroll', 'variation', 'vary', 'pan', 'animate'].includes(kind);
}

/** The proposed prompt of a modal, which is used if the answer is empty. */
export function proposedPrompt(parent: TaskView, followUp: FollowUp): string {
  if (followUp.kind === 'use-text') return findText(parent, followUp.index);
  const { finalPrompt, syntax } = readImageWire(parent);
  // A blend has no words.
  if (!finalPrompt) return '';
  const prompt = readFinal(finalPrompt, parent.job.version ?? '7', syntax);
  const words = normalizePrompt(followUp.kind === 'animate' ? forClip(ofChange(prompt)) : ofChange(prompt));
  return followUp.kind === 'custom-zoom' ? `${words} --zoom 2` : words;
}

/**
 * Parses the final prompt of a task. It is a prompt for a new picture, which may have references, or
 * one of pictures without words.
 */
function readFinal(finalPrompt: string, version: string, syntax: ImageWire['syntax']): ParsedPrompt {
  const parsed = parsePrompt(finalPrompt, version, { syntax });
  return parsed.ok ? parsed.prompt : readPrompt(finalPrompt, version, { for: 'change', syntax });
}

/** Removes references and size, because the picture already has them. */
function ofChange(prompt: ParsedPrompt): ParsedPrompt {
  return {
    ...prompt,
    images: [],
    styleReferences: prompt.styleReferences.filter(({ kind }) => kind !== 'address'),
    characterReferences: [],
    objectReference: undefined,
    edits: [],
    draft: false,
    hd: false,
    repeat: 1,
    video: undefined,
  };
}

/** Removes parameters that clips do not use. */
function forClip(prompt: ParsedPrompt): ParsedPrompt {
  return { ...prompt, tile: false, quality: 1, stop: 100 };
}

/** The text of a describe or a shorten that a button uses. The first text of a shorten is not a prompt. */
function findText(task: TaskView, index: number): string {
  const text = task.texts[task.job.kind === 'shorten' ? index + 1 : index] ?? '';
  return withParameters(text, readImageWire(task));
}

export interface ModalQuestion {
  readonly parent: TaskView;
  readonly button: Button;
  readonly proposed: string;
}

/** The order of a task that waits for its modal. Only its parent is final. */
export function modalOrder({ parent, button, proposed }: ModalQuestion): Order {
  const wire = readImageWire(parent);
  const { kind, width, height, version } = parent.job;
  return {
    job: {
      kind: button.followUp.kind === 'use-text' ? 'grid' : kind,
      prompt: '',
      seed: 0,
      exclude: [],
      width,
      height,
      ...(version !== undefined && { version }),
    },
    follows: { id: parent.id, button: button.customId },
    tier: parent.tier,
    waits: true,
    wire: {
      action: button.followUp.kind === 'use-text' ? 'IMAGINE' : wireAction(button.followUp, wire.action),
      prompt: proposed,
      finalPrompt: proposed,
      description: `/up ${parent.publicId} ${buttonName(button)}`,
      aspect: wire.aspect,
      botType: wire.botType,
      ...(wire.syntax && { syntax: wire.syntax }),
      parentId: parent.publicId,
      asks: button.customId,
    },
  };
}
