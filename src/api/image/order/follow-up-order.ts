/**
 * Creates the order of a pressed button: the job, its input picture, and the key that
 * makes a second press the same task.
 */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { AppError } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { FollowUp } from '../../../core/tasks/follow-up.ts';
import { animationOrder, extensionOrder, clipEnlargementOrder } from './clip-follow-ups.ts';
import {
  buttonName,
  enhancementOrder,
  parentJob,
  outpaintOrder,
  panOrder,
  repaintOrder,
  rerollOrder,
  selectionOrder,
  variationOrder,
  readZoom,
  type FollowUpOrder,
  type Press,
  type Remix,
} from './picture-follow-ups.ts';
import { promptAddresses, readSinglePrompt, rejectLongPrompt, type Order } from './order.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { type ImageWire, readImageWire } from '../wire/image-wire.ts';

/** Throws AppError if the button does not support the changed prompt. */
export function followUpOrder(press: Press): Order {
  const { parent, button } = press;
  const { followUp } = button;
  const wire = readImageWire(parent);
  const remix = press.prompt === undefined ? undefined : toRemix(press, press.prompt);
  return {
    ...createOrder(press, remix),
    parentModel: parent.model,
    // Another version may mean another model.
    ...(hasOtherVersion(parent, remix) && { isOtherVersion: true }),
    model: remix?.model,
    follows: { id: parent.id, button: button.customId },
    tier: remix?.tier ?? press.tier ?? parent.tier,
    wire: {
      action: wireAction(followUp, wire.action),
      prompt: press.prompt ?? wire.prompt,
      finalPrompt: remix ? composeFinalPrompt(remix) : wire.finalPrompt,
      aspect: remix?.aspect ?? wire.aspect,
      description: `/up ${parent.publicId} ${buttonName(button)}`,
      botType: wire.botType,
      ...(wire.syntax && { syntax: wire.syntax }),
      parentId: parent.publicId,
      ...(wire.pictureName && { pictureName: wire.pictureName }),
      ...(followUp.kind === 'show-details' && { showsDetails: true }),
    },
  };
}

function hasOtherVersion({ job }: TaskView, remix: Remix | undefined): boolean {
  return remix !== undefined && job.version !== undefined && remix.version !== job.version;
}

/** What the changed prompt of a follow-up is for, where its modal accepts parameters that no other does. */
const promptPurposes: Partial<Record<FollowUp['kind'], 'zoom' | 'clip'>> = {
  'custom-zoom': 'zoom',
  animate: 'clip',
};

/** The final prompt, with the aspect ratio of the picture even if the changed prompt has none. */
function composeFinalPrompt(remix: Remix): string {
  const { width, height } = remix.aspect;
  return normalizePrompt({ ...remix, zoom: undefined, hasAspect: remix.hasAspect || width !== height });
}

function toRemix({ parent, button }: Press, text: string): Remix {
  rejectLongPrompt(text);
  const version = parent.job.version ?? '7';
  const { prompt: parentPrompt, syntax, aspect: parentAspect } = readImageWire(parent);
  const prompt = readSinglePrompt(removeUnusableParameters(text, parentPrompt ?? ''), version, {
    for: promptPurposes[button.followUp.kind] ?? 'change',
    syntax,
  });
  rejectUnusableParameters(prompt, buttonName(button));
  const { width, height } = prompt.aspect;
  const isReshaped = prompt.hasAspect && parentAspect.width * height !== parentAspect.height * width;
  return { ...prompt, aspect: isReshaped ? prompt.aspect : parentAspect, isReshaped };
}

/**
 * Removes parameters that a follow-up cannot use (references, sizes, `--repeat`) if they come from the
 * parent's prompt, with which clients fill their dialogs.
 */
export function removeUnusableParameters(text: string, parentPrompt: string): string {
  const ignoredPattern =
    /(?<!\S)\S*\bhttps?:\/\/\S+(?=\s)|(?:--|[—–])(?:draft|hd|sd|preview)\b|(?:--|[—–])(?:repeat|r)\s+\d+|(?:--|[—–])(?:sref|cref|oref|edit|iw|sw|sv|cw|ow|end|model)\s+(?:(?!--|[—–])\S+\s*)+/g;
  return text.replace(ignoredPattern, match => (parentPrompt.includes(match.trim()) ? ' ' : match)).trim();
}

/**
 * Rejects parameters that a follow-up cannot use, because references and size are those of the picture.
 * `orderName` is the button or command that the error names.
 */
export function rejectUnusableParameters(prompt: ParsedPrompt, orderName: string): void {
  const [address] = promptAddresses(prompt);
  const parameter = address?.param ?? (prompt.draft ? '--draft' : prompt.hd ? '--hd' : undefined);
  const remedy = promptWords('edit_keeps_image');
  if (parameter)
    throw new AppError(
      'parameter_conflict',
      problemDetails({ parameter, other: untranslatedText(orderName), remedy }),
    );
}

function createOrder(press: Press, remix: Remix | undefined): FollowUpOrder {
  const { parent, button } = press;
  const { followUp } = button;
  switch (followUp.kind) {
    case 'select':
      return selectionOrder(parent, followUp.candidate);
    case 'enhance':
      return enhancementOrder(parent, followUp);
    case 'variation':
      return variationOrder(
        press,
        { candidate: followUp.candidate, ...(press.isStrong && { strength: 'strong' }) },
        remix,
      );
    case 'vary':
      return variationOrder(press, { candidate: 0, strength: followUp.strength }, remix);
    case 'reroll':
      return rerollOrder(press, remix);
    case 'region':
      return repaintOrder(press, remix);
    case 'zoom':
      return outpaintOrder(press, { zoom: followUp.factor }, remix);
    case 'custom-zoom':
      return outpaintOrder(press, readZoom(remix), remix);
    case 'square':
      return outpaintOrder(press, { zoom: 1, aspect: { width: 1, height: 1 } }, remix);
    case 'pan':
      return panOrder(press, followUp.direction, remix);
    case 'animate':
      return animationOrder(parent, followUp, remix);
    case 'extend':
      return extensionOrder(parent, followUp, remix);
    case 'select-clip':
      return clipEnlargementOrder(parent, followUp.candidate);
    case 'describe-again':
    case 'show-details':
      return { job: { ...parentJob(parent), seed: newSeed() } };
    default:
      throw new InvariantError(`The button ${followUp.kind} orders nothing by itself`);
  }
}

export function wireAction({ kind }: FollowUp, parentAction: ImageWire['action']): ImageWire['action'] {
  switch (kind) {
    case 'select':
    case 'enhance':
      return 'UPSCALE';
    case 'variation':
    case 'vary':
    case 'region':
      return 'VARIATION';
    case 'zoom':
    case 'custom-zoom':
    case 'square':
      return 'ZOOM';
    case 'pan':
      return 'PAN';
    case 'animate':
    case 'extend':
    case 'select-clip':
      return 'VIDEO';
    default:
      // A reroll has the action of the task that it repeats.
      return parentAction;
  }
}
