/** A step that makes a clip, as a request of `/v1/videos` or `/video`. */
import { without } from '../../../platform/lib/without.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import { clipParameters } from '../../planner/card-parameters.ts';
import { type Fields, multipart, type NamedFile } from './body.ts';
import type { ClipDialect, Dialect } from './dialects.ts';
import { base64, type MediaRequest, withNegative } from './picture-request.ts';

/** Throws before anything is sent, for what the server cannot do. `key`: of the start. */
export function clipRequest(step: ClipStep, dialect: Dialect, key: string): MediaRequest {
  const { clips } = dialect;
  const fields = clipFields(step, dialect);
  const { picture } = step;
  if (clips.kind === 'once') {
    const start = picture && { start_image: base64(picture) };
    return {
      path: '/video',
      body: { ...fields, ...sizeFields(step), ...start, response_format: 'b64_json' },
    };
  }
  const sizedFields = { ...fields, size: `${step.width}x${step.height}` };
  const files = listFiles(step, clips);
  return {
    path: '/v1/videos',
    body: clips.body === 'files' && files.length === 0 ? sizedFields : multipart(sizedFields, files),
    ...(clips.knowsKey && { headers: { 'idempotency-key': key } }),
  };
}

/** Parameters that the other fields of the step express, for servers to which all others are sent. */
const expressedParameters = ['seconds', 'resolution', 'aspect_ratio', 'fps', 'seed', 'audio'];

function clipFields(step: ClipStep, { sendsModel, negative, clips, parameters }: Dialect): Fields {
  const { seconds, isDetailed, soundField } = clips;
  return {
    ...(parameters === 'any'
      ? without(step.parameters, expressedParameters)
      : clipParameters(step.parameters, parameters)),
    ...(sendsModel && { model: step.upstream }),
    prompt: negative === 'bar' ? withNegative(step) : step.prompt,
    seconds: seconds === 'text' ? String(step.seconds) : step.seconds,
    ...(isDetailed && { fps: step.framesPerSecond, seed: step.seed }),
    ...(isDetailed && negative === 'field' && step.negative && { negative_prompt: step.negative }),
    ...(soundField && step.audio && { [soundField]: true }),
  };
}

/** A clip that loops ends with its first frame, which needs no file of its own. */
function listFiles(
  { picture, last, references = [] }: ClipStep,
  { lastField, referencesField }: ClipDialect,
): NamedFile[] {
  return [
    ...(picture ? [{ field: 'input_reference', picture }] : []),
    ...(last && last !== picture && lastField ? [{ field: lastField, picture: last }] : []),
    ...(referencesField ? references.map(one => ({ field: referencesField, picture: one })) : []),
  ];
}

/** Backends of this interface count frames, and some of them ignore the length in seconds. */
function sizeFields({ width, height, seconds, framesPerSecond }: ClipStep): Fields {
  return { width, height, num_frames: Math.round(seconds * framesPerSecond) };
}
