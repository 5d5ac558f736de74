/** Clips on the image interface: of a prompt with `--video`, of a picture that a client brings. */
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import { normalisePrompt } from '../../prompt/parse-prompt.ts';
import type { ParsedPrompt } from '../../prompt/parsed-prompt.ts';
import { candidateSize, type PixelSize } from '../../prompt/picture-size.ts';
import { clipLines, clipSizeOf, usualClip } from '../../prompt/usual-clip.ts';
import type { SubmitParts } from '../submit.ts';
import { botTypeOf, dialsOf, type Order } from './order.ts';
import { takeInputs, type InputsRequest, type TakenInputs } from './take-inputs.ts';

export { clipSizeOf, usualClip };

const maxAspect = 4;

/** A clip of a strip would have no lines to speak of. Throws AppError `picture_invalid`. */
export function refuseExtreme({ width, height }: PixelSize): void {
  if (Math.max(width / height, height / width) <= maxAspect) return;
  throw new AppError('picture_invalid', {
    param: 'image',
    reason: `it is ${width}x${height}; at most ${maxAspect}:1 or 1:${maxAspect} is set in motion.`,
  });
}

export interface PromptClip extends Pick<InputsRequest, 'taken' | 'accountId'> {
  readonly prompt: ParsedPrompt;
  readonly text: string;
  /** Of the prompt's addresses: the image prompt is the first frame. */
  readonly inputs: TakenInputs;
}

export async function clipOrder(
  parts: SubmitParts,
  { prompt, text, inputs: { inputs, pictures }, taken, accountId }: PromptClip,
): Promise<Order> {
  const { motion = 'low', loop = false, end, batch = usualClip.clips } = prompt.video ?? {};
  const [first, ...more] = inputs.filter(({ role }) => role === 'prompt');
  const styled = inputs.filter(({ role }) => role !== 'prompt');
  if (more.length > 0)
    throw new AppError('field_invalid', { param: 'prompt', reason: 'a clip starts from one picture.' });
  if (first && prompt.hasAspect) {
    const remedy = 'A clip has the shape of its picture; leave it out.';
    throw new AppError('parameter_conflict', { parameter: '--ar', other: '--video', remedy });
  }
  if (first) refuseExtreme(first);
  const last = end
    ? await takeInputs(parts, {
        addresses: [{ address: end, role: 'last', param: '--end' }],
        accountId,
        ...(taken && { taken }),
      })
    : { inputs: [], pictures: [] };
  const starts = [...(first ? [{ ...first, role: 'picture' as const }] : []), ...styled, ...last.inputs];
  return {
    job: {
      ...dialsOf(prompt),
      kind: 'clip',
      prompt: prompt.text,
      seed: prompt.seed ?? newSeed(),
      ...clipSizeOf(first ?? candidateSize(prompt.version, prompt.aspect, {}), clipLines),
      ...usualClip,
      clips: batch,
      motion,
      ...(loop && { loop }),
      ...(starts.length > 0 && { inputs: starts }),
    },
    pictures: [...pictures, ...last.pictures],
    tier: prompt.tier,
    wire: {
      action: 'VIDEO',
      prompt: text,
      finalPrompt: normalisePrompt(prompt),
      description: `/video ${text}`.trim(),
      aspect: first ? { width: first.width, height: first.height } : prompt.aspect,
      botType: botTypeOf(prompt.version),
      parentId: null,
    },
  };
}
