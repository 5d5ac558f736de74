/** Steps as requests that create tasks. */
import { reason } from '@kinora/shared/errors/reason';
import { encodeWebp } from '../../../media/picture/picture.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { wholeSeconds } from '../../adapter-kit/hosted/clip-length.ts';
import type { JobRequest } from '../../adapter-kit/hosted/job-protocol.ts';
import { cardParameters, clipParameters } from '../../planner/card-parameters.ts';
import { toDataUrl } from '../../adapter-kit/answers/held-picture.ts';
import type { ClipStep, GenerateStep, InstructStep, Step } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import type { RunwaySettings } from './runway-settings.ts';

const clipTypes = { promptExpansionMode: 'string' } as const;
const pictureTypes = { quality: 'string', background: 'string', grounding: 'boolean' } as const;

/** A data URL may have 5 MB, which is this many bytes. */
const maxPictureBytes = 3_600_000;
const webpQuality = 95;

export function taskRequest(step: Step, settings: RunwaySettings): Promise<JobRequest> {
  switch (step.primitive) {
    case 'clip':
      return clipRequest(step, settings);
    case 'generate':
    case 'instruct':
      return pictureRequest(step);
    default:
      throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
        notStarted: true,
      });
  }
}

async function clipRequest(step: ClipStep, { sound, negative }: RunwaySettings): Promise<JobRequest> {
  const { picture, last } = step;
  const body = {
    ...clipParameters(step.parameters, clipTypes),
    ...basics(step),
    duration: wholeSeconds(step),
    ...(sound && { audio: step.audio }),
    ...(negative && step.negative && { negativePrompt: step.negative }),
  };
  if (!picture) return { path: '/v1/text_to_video', body };
  const first = await toUri(picture);
  const promptImage = last
    ? [
        { uri: first, position: 'first' },
        { uri: await toUri(last), position: 'last' },
      ]
    : first;
  return { path: '/v1/image_to_video', body: { ...body, promptImage } };
}

async function pictureRequest(step: GenerateStep | InstructStep): Promise<JobRequest> {
  const pictures = step.primitive === 'instruct' ? await Promise.all(step.pictures.map(toUri)) : [];
  const body = {
    ...cardParameters(step.parameters, pictureTypes),
    ...basics(step),
    ...(pictures.length > 0 && { referenceImages: pictures.map(uri => ({ uri })) }),
  };
  return { path: '/v1/text_to_image', body };
}

function basics({ upstream, prompt, width, height, seed }: ClipStep | GenerateStep | InstructStep): object {
  return { model: upstream, promptText: prompt, ratio: `${width}:${height}`, seed };
}

/** A picture that is too large for a data URL is sent with less detail than an eye sees. */
async function toUri(picture: StepPicture): Promise<string> {
  if (picture.bytes.length <= maxPictureBytes) return toDataUrl(picture);
  return toDataUrl({ contentType: 'image/webp', bytes: await encodeWebp(picture.bytes, webpQuality) });
}
