/** A step that makes pictures, as a request of `/v1/images`. */
import { encodeMask, readMask } from '../../../media/picture/mask-file.ts';
import type { GenerateStep, InpaintStep, InstructStep } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { cardParameters } from '../../planner/card-parameters.ts';
import { hasPreviews } from './abilities.ts';
import { type Fields, multipart, type NamedFile } from './body.ts';
import type { Dialect } from './dialects.ts';
import type { OpenAiMediaSettings } from './settings.ts';

export type PictureStep = GenerateStep | InstructStep | InpaintStep;

export interface MediaRequest {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Rejects before anything is sent, for what the server cannot do. */
export async function pictureRequest(
  step: PictureStep,
  dialect: Dialect,
  settings: OpenAiMediaSettings,
): Promise<MediaRequest> {
  const { masks, previews } = settings;
  const streamFields = hasPreviews(settings) && { stream: true, partial_images: previews };
  const fields = { ...pictureFields(step, dialect), ...streamFields };
  const generations = '/v1/images/generations';
  if (step.primitive === 'generate') return { path: generations, body: fields };
  const pictures = step.primitive === 'instruct' ? step.pictures : [step.picture];
  if (dialect.editField === 'ref_images')
    return { path: generations, body: { ...fields, ref_images: pictures.map(base64) } };
  const { editField, maskField } = dialect;
  const files: NamedFile[] = pictures.map(picture => ({ field: editField, picture }));
  if (step.primitive === 'inpaint' && maskField)
    files.push({
      field: maskField,
      picture: masks === 'transparent' ? await toTransparentMask(step.mask) : step.mask,
    });
  return { path: '/v1/images/edits', body: multipart(fields, files) };
}

function pictureFields(step: PictureStep, dialect: Dialect): Fields {
  const { sendsModel, hasFormat, hasSeed, negative, parameters } = dialect;
  return {
    ...(parameters === 'any' ? step.parameters : cardParameters(step.parameters, parameters)),
    ...(sendsModel && { model: step.upstream }),
    prompt: negative === 'bar' ? withNegative(step) : step.prompt,
    ...(negative === 'field' && step.negative && { negative_prompt: step.negative }),
    n: step.count,
    size: `${step.width}x${step.height}`,
    ...(hasSeed && { seed: step.seed }),
    ...(hasFormat && { response_format: 'b64_json' }),
  };
}

/** Everything after a bar is negative, so the words of a client must not have one. */
export function withNegative({
  prompt,
  negative,
}: {
  readonly prompt: string;
  readonly negative: string;
}): string {
  const positive = prompt.replaceAll('|', ',');
  return negative ? `${positive}|${negative.replaceAll('|', ',')}` : positive;
}

async function toTransparentMask({ bytes, ...mask }: StepPicture): Promise<StepPicture> {
  return { ...mask, bytes: await encodeMask(await readMask(bytes, mask), 'transparent') };
}

export function base64({ bytes }: StepPicture): string {
  return Buffer.from(bytes).toString('base64');
}
