/** Buttons that ask for a prompt or a mask first: the task waits in MODAL until POST /mj/submit/modal brings them. */
import type { Button, FollowUp } from '../../tasks/follow-ups.ts';
import type { TaskView } from '../../tasks/task-view.ts';
import { normalisePrompt, parsePrompt } from '../../prompt/parse-prompt.ts';
import type { ParsedPrompt } from '../../prompt/parsed-prompt.ts';
import { readPrompt, type Order } from './order.ts';
import { actionOf } from './follow-up-order.ts';
import { withParameters } from './final-texts.ts';
import { buttonName } from './picture-follow-ups.ts';
import type { ImageWire } from './wire.ts';

/** Facts: contract of the image interface, 1.5. */
export function needsModal({ kind }: FollowUp, isRemix: boolean): boolean {
  if (kind === 'custom-zoom' || kind === 'region' || kind === 'use-text') return true;
  return isRemix && ['reroll', 'variation', 'vary', 'pan', 'animate'].includes(kind);
}

/** What the modal is filled with, and what counts when it comes back empty. */
export function proposedPrompt(parent: TaskView, followUp: FollowUp): string {
  if (followUp.kind === 'use-text') return textOf(parent, followUp.index);
  const { finalPrompt } = parent.wire as unknown as ImageWire;
  // A blend has no words.
  if (!finalPrompt) return '';
  const prompt = readFinal(finalPrompt, parent.job.version ?? '7');
  const words = normalisePrompt(followUp.kind === 'animate' ? forClip(ofChange(prompt)) : ofChange(prompt));
  return followUp.kind === 'custom-zoom' ? `${words} --zoom 2` : words;
}

/** As a new picture's, which may have references; of pictures alone, whose words are none, as a change's. */
function readFinal(finalPrompt: string, version: string): ParsedPrompt {
  const parsed = parsePrompt(finalPrompt, version);
  return parsed.ok ? parsed.prompt : readPrompt(finalPrompt, version, { for: 'change' });
}

/** The picture itself has what its references gave, and a size of its own. */
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

/** Clips are not painted with these. */
function forClip(prompt: ParsedPrompt): ParsedPrompt {
  return { ...prompt, tile: false, quality: 1, stop: 100 };
}

/** The prompts of a describe are its texts; those of a shorten follow its first. */
function textOf({ job, texts, wire }: TaskView, index: number): string {
  const text = texts[job.kind === 'shorten' ? index + 1 : index] ?? '';
  return withParameters(text, wire as unknown as ImageWire);
}

export interface Asking {
  readonly parent: TaskView;
  readonly button: Button;
  readonly proposed: string;
}

/** The task as it waits: nothing of it is final but what it follows. */
export function modalOrder({ parent, button, proposed }: Asking): Order {
  const wire = parent.wire as unknown as ImageWire;
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
      action: button.followUp.kind === 'use-text' ? 'IMAGINE' : actionOf(button.followUp, wire.action),
      prompt: proposed,
      finalPrompt: proposed,
      description: `/up ${parent.publicId} ${buttonName(button)}`,
      aspect: wire.aspect,
      botType: wire.botType,
      parentId: parent.publicId,
      asks: button.customId,
    },
  };
}
