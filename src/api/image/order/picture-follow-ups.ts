/** Creates the jobs of buttons that make pictures from pictures. */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { AppError } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { without } from '../../../platform/lib/without.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import {
  candidateSize,
  enlargedSize,
  selectedSize,
  type PixelSize,
} from '@kinora/shared/prompt/picture-size';
import { pannedSize, type Direction, type FollowUp } from '../../../core/tasks/follow-up.ts';
import type { Button } from '../wire/buttons.ts';
import { choiceKey } from './choices.ts';
import type { TaskInput } from '../../../core/tasks/task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { engineParameters, type Order } from './order.ts';
import { candidateInput } from '../wire/parent.ts';

export interface Press {
  readonly parent: TaskView;
  readonly button: Button;
  /** The prompt as it was changed in the modal; absent: the parent's. */
  readonly prompt?: string;
  readonly mask?: TaskInput;
  /** The tier if the prompt names none. Absent means the parent's. */
  readonly tier?: Tier;
  /** Whether V1 to V4 make strong variations. */
  readonly isStrong?: boolean;
}

/** A changed prompt. Without an aspect ratio it keeps the parent's. */
export interface Remix extends ParsedPrompt {
  readonly isReshaped: boolean;
}

export type FollowUpOrder = Pick<
  Order,
  'job' | 'parent' | 'continues' | 'onceKey' | 'pictures' | 'isReshaped'
>;

export function selectionOrder(parent: TaskView, candidate: number): FollowUpOrder {
  const picture = candidateInput(parent, candidate);
  const look = without(parentJob(parent), ['frame', 'strength', 'quality', 'stop', 'pictures']);
  return {
    job: {
      ...look,
      kind: 'upscale',
      ...selectedSize(parent.job.version ?? '7', picture),
      inputs: [picture],
    },
    parent: { id: parent.id, candidate },
    onceKey: choiceKey(parent.id, candidate),
  };
}

export function enhancementOrder(
  parent: TaskView,
  { manner, factor }: Extract<FollowUp, { kind: 'enhance' }>,
): FollowUpOrder {
  const picture = candidateInput(parent, 0);
  const job = {
    ...inheritAppearance(parent, undefined),
    kind: 'upscale' as const,
    enhance: manner,
    inputs: [picture],
  };
  return {
    job: { ...job, ...enlargedSize(picture, factor) },
    parent: { id: parent.id, candidate: 0 },
  };
}

export function variationOrder(
  { parent }: Press,
  { candidate, strength }: { candidate: number; strength?: 'subtle' | 'strong' },
  remix: Remix | undefined,
): FollowUpOrder {
  const picture = candidateInput(parent, candidate);
  const job = { ...inheritAppearance(parent, remix), kind: 'variation' as const, inputs: [picture] };
  return {
    job: {
      ...job,
      ...(remix?.isReshaped ? promptSize(remix) : plainSize(parent, picture)),
      ...(strength && { strength }),
    },
    parent: { id: parent.id, candidate },
  };
}

/** The size before an upscale, which variations of an enlarged picture have. */
function plainSize({ job }: TaskView, picture: TaskInput): PixelSize {
  const before = job.enhance && job.inputs?.find(({ role }) => role === 'picture');
  const { width, height } = before || picture;
  return { width, height };
}

/** Repeats the task with another seed. For a variation, the input is the parent of the variation. */
export function rerollOrder({ parent, button }: Press, remix: Remix | undefined): FollowUpOrder {
  if (parent.job.kind !== 'grid' && parent.job.kind !== 'variation') rejectReshaping(remix, button);
  const job = remix
    ? {
        ...parentOperation(parent),
        ...promptFields(remix, parent),
        ...(remix.isReshaped && promptSize(remix)),
      }
    : { ...parentJob(parent), seed: newSeed() };
  const { parentId } = parent;
  const { candidate } = parent.job;
  return {
    job,
    ...(parentId !== undefined && candidate !== undefined && { parent: { id: parentId, candidate } }),
  };
}

/** The operation of the parent's job, without its appearance. */
function parentOperation(parent: TaskView) {
  const { kind, width, height, inputs, strength, enhance, frame, pictures } = parent.job;
  const operation = {
    kind,
    width,
    height,
    ...(inputs && { inputs }),
    ...(strength && { strength }),
    ...(pictures !== undefined && { pictures }),
  };
  return { ...operation, ...(enhance && { enhance }), ...(frame && { frame }), ...parentWeights(parent) };
}

/** The weights of the references, which a follow-up keeps. */
function parentWeights({ job }: TaskView) {
  const { imageWeight, styleWeight, styleVersion, characterWeight, objectWeight } = job;
  const weights = { imageWeight, styleWeight, styleVersion, characterWeight, objectWeight };
  return Object.fromEntries(Object.entries(weights).filter(([, weight]) => weight !== undefined));
}

export function repaintOrder({ parent, mask, button }: Press, remix: Remix | undefined): FollowUpOrder {
  if (!mask) throw new AppError('mask_missing');
  rejectReshaping(remix, button);
  const picture = candidateInput(parent, 0);
  const { width, height } = picture;
  return {
    job: { ...inheritAppearance(parent, remix), kind: 'edit', width, height, inputs: [picture, mask] },
    parent: { id: parent.id, candidate: 0 },
  };
}

export function readZoom(remix: Remix | undefined): { zoom: number; aspect?: PixelSize } {
  const zoom = remix?.zoom ?? (remix?.isReshaped ? 1 : 2);
  if (zoom === 1 && !remix?.isReshaped)
    throw new AppError('parameter_invalid', {
      parameter: '--zoom',
      value: '1',
      allowed: 'a number above 1, up to 2; or 1 with an --ar that differs from that of the image',
    });
  return { zoom, ...(remix?.isReshaped && { aspect: remix.aspect }) };
}

/**
 * The picture in the middle of a wider view: `zoom` times as far, and wide or high
 * enough for the aspect ratio.
 */
export function outpaintOrder(
  { parent }: Press,
  { zoom, aspect }: { zoom: number; aspect?: PixelSize },
  remix: Remix | undefined,
): FollowUpOrder {
  const picture = candidateInput(parent, 0);
  const size = aspect
    ? candidateSize(parent.job.version ?? '7', aspect, {})
    : { width: picture.width, height: picture.height };
  const stretch = size.width / size.height / (picture.width / picture.height);
  const width = zoom * Math.max(1, stretch);
  const height = zoom * Math.max(1, 1 / stretch);
  return {
    job: {
      ...inheritAppearance(parent, remix),
      kind: 'outpaint',
      ...size,
      frame: { x: (1 - width) / 2, y: (1 - height) / 2, width, height },
      inputs: [picture],
    },
    ...(aspect && { isReshaped: true }),
    parent: { id: parent.id, candidate: 0 },
  };
}

export function panOrder(
  { parent, button }: Press,
  direction: Direction,
  remix: Remix | undefined,
): FollowUpOrder {
  rejectReshaping(remix, button);
  const picture = candidateInput(parent, 0);
  const size = pannedSize(direction, picture);
  const [width, height] = [size.width / picture.width, size.height / picture.height];
  const frame = {
    x: direction === 'left' ? 1 - width : 0,
    y: direction === 'up' ? 1 - height : 0,
    width,
    height,
  };
  return {
    job: { ...inheritAppearance(parent, remix), kind: 'outpaint', ...size, frame, inputs: [picture] },
    parent: { id: parent.id, candidate: 0 },
  };
}

/**
 * Rejects a prompt with another aspect ratio than that of the picture, which the proposed prompt contains.
 */
function rejectReshaping(remix: Remix | undefined, button: Button): void {
  if (remix?.isReshaped)
    throw new AppError(
      'parameter_conflict',
      problemDetails({
        parameter: '--ar',
        other: untranslatedText(buttonName(button)),
        remedy: promptWords('result_keeps_shape'),
      }),
    );
}

export function buttonName({ label, emoji }: Button): string {
  return label || emoji;
}

/** The parent's job without the fields that concern only the parent. */
export function parentJob({ job }: TaskView): Order['job'] {
  return without(job, ['taskId', 'model', 'candidate']);
}

const operationFields = [
  'kind',
  'inputs',
  'strength',
  'enhance',
  'frame',
  'quality',
  'stop',
  'pictures',
] as const;

/**
 * The part of the parent's job that a follow-up inherits: its appearance, but not
 * its operation, quality or stop.
 */
export function inheritAppearance(parent: TaskView, remix: ParsedPrompt | undefined) {
  if (remix) return promptFields(remix, parent);
  return { ...without(parentJob(parent), operationFields), seed: newSeed() };
}

/** A changed prompt replaces the whole look. */
function promptFields(prompt: ParsedPrompt, { job }: TaskView) {
  // Without words, those of the parent are used.
  return { ...engineParameters(prompt), prompt: prompt.text || job.prompt, seed: prompt.seed ?? newSeed() };
}

function promptSize(prompt: ParsedPrompt): PixelSize {
  return candidateSize(prompt.version, prompt.aspect, prompt);
}
