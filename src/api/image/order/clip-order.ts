/** Clips on the image interface: from a prompt with `--video`, or from a picture of the client. */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { sizeText } from '../../../media/picture/size-text.ts';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { candidateSize, type PixelSize } from '@kinora/shared/prompt/picture-size';
import { clipLines, defaultClipSize, defaultClip } from '@kinora/shared/prompt/default-clip';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { botTypeFor, engineParameters, readAs, type Order } from './order.ts';
import { takeInputs, type InputsRequest, type IngestedInputs } from './take-inputs.ts';

export { defaultClipSize, defaultClip };

const maxAspect = 4;

/**
 * Rejects very long or very tall pictures, whose clip would be only a few pixels high or wide.
 * Throws AppError `picture_invalid`.
 */
export function rejectExtreme({ width, height }: PixelSize): void {
  if (Math.max(width / height, height / width) <= maxAspect) return;
  const why = reason('image_aspect', { size: sizeText({ width, height }), limit: maxAspect });
  throw new AppError('picture_invalid', { param: 'image', ...reasonTexts(why) });
}

export interface PromptClip extends Pick<InputsRequest, 'picturesByAddress' | 'token'> {
  readonly prompt: ParsedPrompt;
  readonly text: string;
  /** The pictures that the prompt names. The image prompt is the first frame. */
  readonly inputs: IngestedInputs;
}

export async function clipOrder(
  parts: SubmitDependencies,
  { prompt, text, inputs: { inputs, pictures }, picturesByAddress, token }: PromptClip,
): Promise<Order> {
  const { motion = 'low', loop = false, end, batch = defaultClip.clips } = prompt.video ?? {};
  const first = findFirstFrame(prompt, inputs);
  const otherInputs = inputs.filter(({ role }) => role !== 'prompt');
  const last = end
    ? await takeInputs(parts, {
        addresses: [{ address: end, role: 'last', param: '--end' }],
        token,
        ...(picturesByAddress && { picturesByAddress }),
      })
    : { inputs: [], pictures: [] };
  const clipInputs = [
    ...(first ? [{ ...first, role: 'picture' as const }] : []),
    ...otherInputs,
    ...last.inputs,
  ];
  return {
    job: {
      ...engineParameters(prompt),
      kind: 'clip',
      prompt: prompt.text,
      seed: prompt.seed ?? newSeed(),
      ...defaultClipSize(first ?? candidateSize(prompt.version, prompt.aspect, {}), clipLines),
      ...defaultClip,
      clips: batch,
      motion,
      ...(loop && { loop }),
      ...(clipInputs.length > 0 && { inputs: clipInputs }),
    },
    pictures: [...pictures, ...last.pictures],
    model: prompt.model,
    tier: prompt.tier,
    wire: {
      action: 'VIDEO',
      prompt: text,
      finalPrompt: normalizePrompt(prompt),
      ...readAs(prompt),
      description: `/video ${text}`.trim(),
      aspect: first ? { width: first.width, height: first.height } : prompt.aspect,
      botType: botTypeFor(prompt.version),
      parentId: null,
    },
  };
}

/** The image prompt, if there is one. Throws AppError if a clip cannot start from what the prompt names. */
function findFirstFrame(
  prompt: ParsedPrompt,
  inputs: IngestedInputs['inputs'],
): IngestedInputs['inputs'][number] | undefined {
  const [first, ...more] = inputs.filter(({ role }) => role === 'prompt');
  if (more.length > 0) throw fieldInvalid('prompt', 'clip_one_image');
  if (first && prompt.hasAspect) {
    const remedy = promptWords('clip_keeps_shape');
    throw new AppError(
      'parameter_conflict',
      problemDetails({ parameter: '--ar', other: untranslatedText('--video'), remedy }),
    );
  }
  if (first) rejectExtreme(first);
  return first;
}
