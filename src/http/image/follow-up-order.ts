/** What a pressed button orders: the job, the picture it starts from, and what makes a second press the same task. */
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import type { ParsedPrompt } from '../../prompt/parsed-prompt.ts';
import { normalisePrompt } from '../../prompt/parse-prompt.ts';
import type { FollowUp } from '../../tasks/follow-ups.ts';
import { animated, continued, enlargedClip } from './clip-follow-ups.ts';
import {
  buttonName,
  enhanced,
  jobOf,
  outpainted,
  panned,
  repainted,
  rerolled,
  selected,
  varied,
  zoomOf,
  type Asked,
  type Press,
  type Remix,
} from './picture-follow-ups.ts';
import { addressesOf, readSinglePrompt, type Order } from './order.ts';
import type { ImageWire } from './wire.ts';

/** Throws AppError when the changed prompt cannot be had with this button. */
export function followUpOrder(press: Press): Order {
  const { parent, button } = press;
  const { followUp } = button;
  const wire = parent.wire as unknown as ImageWire;
  const remix = press.prompt === undefined ? undefined : remixOf(press, press.prompt);
  return {
    ...askedFor(press, remix),
    follows: { id: parent.id, button: button.customId },
    tier: remix?.tier ?? press.tier ?? parent.tier,
    wire: {
      action: actionOf(followUp, wire.action),
      prompt: press.prompt ?? wire.prompt,
      finalPrompt: remix ? finalOf(remix) : wire.finalPrompt,
      aspect: remix?.aspect ?? wire.aspect,
      description: `/up ${parent.publicId} ${buttonName(button)}`,
      botType: wire.botType,
      parentId: parent.publicId,
      ...(wire.pictureName && { pictureName: wire.pictureName }),
      ...(followUp.kind === 'show-details' && { showsDetails: true }),
    },
  };
}

/** The dialogs that take parameters of their own. */
const promptUses: Partial<Record<FollowUp['kind'], 'zoom' | 'clip'>> = {
  'custom-zoom': 'zoom',
  animate: 'clip',
};

/** With the shape that the picture keeps, also where the changed prompt says nothing of it. */
function finalOf(remix: Remix): string {
  const { width, height } = remix.aspect;
  return normalisePrompt({ ...remix, zoom: undefined, hasAspect: remix.hasAspect || width !== height });
}

function remixOf({ parent, button }: Press, text: string): Remix {
  const version = parent.job.version ?? '7';
  const own = (parent.wire as unknown as ImageWire).prompt ?? '';
  const prompt = readSinglePrompt(withoutOwn(text, own), version, {
    for: promptUses[button.followUp.kind] ?? 'change',
  });
  refuseUnheeded(prompt, buttonName(button));
  const before = (parent.wire as unknown as ImageWire).aspect;
  const { width, height } = prompt.aspect;
  const isReshaped = prompt.hasAspect && before.width * height !== before.height * width;
  return { ...prompt, aspect: isReshaped ? prompt.aspect : before, isReshaped };
}

/**
 * Clients fill their dialogs with the prompt of the record: what a change cannot heed (references, sizes, `--repeat`) is
 * taken out where it comes from there.
 */
function withoutOwn(text: string, own: string): string {
  const unheeded =
    /\bhttps?:\/\/\S+(?=\s)|(?:--|[—–])(?:draft|hd|sd|preview)\b|(?:--|[—–])(?:repeat|r)\s+\d+|(?:--|[—–])(?:sref|cref|oref|edit|iw|sw|sv|cw|ow|end)\s+(?:(?!--|[—–])\S+\s*)+/g;
  return text.replace(unheeded, found => (own.includes(found.trim()) ? ' ' : found)).trim();
}

/** What a change of a picture cannot heed is refused: its references and its size are the picture's own. */
export function refuseUnheeded(prompt: ParsedPrompt, other: string): void {
  const [address] = addressesOf(prompt);
  const parameter = address?.param ?? (prompt.draft ? '--draft' : prompt.hd ? '--hd' : undefined);
  const remedy = 'A change starts from the picture as it is; leave it out.';
  if (parameter) throw new AppError('parameter_conflict', { parameter, other, remedy });
}

function askedFor(press: Press, remix: Remix | undefined): Asked {
  const { parent, button } = press;
  const { followUp } = button;
  switch (followUp.kind) {
    case 'select':
      return selected(parent, followUp.candidate);
    case 'enhance':
      return enhanced(parent, followUp);
    case 'variation':
      return varied(
        press,
        { candidate: followUp.candidate, ...(press.isStrong && { strength: 'strong' }) },
        remix,
      );
    case 'vary':
      return varied(press, { candidate: 0, strength: followUp.strength }, remix);
    case 'reroll':
      return rerolled(press, remix);
    case 'region':
      return repainted(press, remix);
    case 'zoom':
      return outpainted(press, { zoom: followUp.factor }, remix);
    case 'custom-zoom':
      return outpainted(press, zoomOf(remix), remix);
    case 'square':
      return outpainted(press, { zoom: 1, aspect: { width: 1, height: 1 } }, remix);
    case 'pan':
      return panned(press, followUp.direction, remix);
    case 'animate':
      return animated(parent, followUp, remix);
    case 'extend':
      return continued(parent, followUp, remix);
    case 'select-clip':
      return enlargedClip(parent, followUp.candidate);
    case 'describe-again':
    case 'show-details':
      return { job: { ...jobOf(parent), seed: newSeed() } };
    default:
      throw new Error(`The button ${followUp.kind} orders nothing by itself`);
  }
}

export function actionOf({ kind }: FollowUp, parentAction: ImageWire['action']): ImageWire['action'] {
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
      // Another roll is what its parent was.
      return parentAction;
  }
}
