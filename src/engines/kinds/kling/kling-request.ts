/** A step as a request that creates a task. */
import { wholeSeconds } from '../../adapter-kit/hosted/clip-length.ts';
import type { JobRequest, StartCall } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { clipParameters } from '../../planner/card-parameters.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import type { KlingSettings } from './kling-settings.ts';

/** Where tasks are created and asked for. */
export const paths = { words: '/v1/videos/text2video', picture: '/v1/videos/image2video' } as const;

const parameters = { mode: 'string', cfg_scale: 'number' } as const;
const ratios = ['16:9', '9:16', '1:1'] as const;

/** The shape of a clip that begins with a picture is that of the picture. */
export function clipRequest(
  step: ClipStep,
  { mode, sound }: KlingSettings,
  { key, reportUrl }: StartCall,
): JobRequest {
  const { picture, last, negative } = step;
  const body = {
    model_name: step.upstream,
    mode,
    ...clipParameters(step.parameters, parameters),
    prompt: step.prompt,
    ...(negative && { negative_prompt: negative }),
    duration: String(wholeSeconds(step)),
    ...(sound && { sound: step.audio ? 'on' : 'off' }),
    external_task_id: externalId(key),
    ...(reportUrl && { callback_url: reportUrl }),
  };
  if (!picture) return { path: paths.words, body: { ...body, aspect_ratio: nearestRatio(step, ratios) } };
  const pictures = { image: base64(picture), ...(last && { image_tail: base64(last) }) };
  return { path: paths.picture, body: { ...body, ...pictures } };
}

/** A start key in the letters that are safe in a path of every server on the way. */
export function externalId(key: string): string {
  return key.replaceAll(/[^\w-]/g, '-');
}

/** Without the prefix of a data URL, which it refuses. */
function base64({ bytes }: StepPicture): string {
  return Buffer.from(bytes).toString('base64');
}
