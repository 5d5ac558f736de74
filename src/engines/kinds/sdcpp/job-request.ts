/** A step as a request of the native API (examples/server/api.md of stable-diffusion.cpp). */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import { toPlainDataUrl } from '../../adapter-kit/answers/held-picture.ts';
import { cardParameters, clipParameters } from '../../planner/card-parameters.ts';
import type { ClipStep, Step } from '../../contract/steps/step.ts';
import { withoutCommands } from '../../planner/without-commands.ts';
import { clipTypes, pictureTypes } from './parameters.ts';
import type { ModelSettings } from './sdcpp-settings.ts';

export interface JobRequest {
  readonly path: '/sdcpp/v1/img_gen' | '/sdcpp/v1/vid_gen';
  readonly body: object;
}

type PictureStep = Exclude<Step, { primitive: 'clip' | 'ask' | 'upscale' }>;

/** `more`: further fields of the request. */
export async function jobRequest(
  step: Step,
  settings: ModelSettings,
  more: object = {},
): Promise<JobRequest> {
  if (step.primitive === 'ask' || step.primitive === 'upscale')
    throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
      notStarted: true,
    });
  const common = {
    prompt: withoutCommands(step.prompt),
    negative_prompt: withoutCommands(step.negative),
    width: step.width,
    height: step.height,
    seed: step.seed,
  };
  if (step.primitive === 'clip') {
    const parameters = nestParameters(clipParameters(step.parameters, clipTypes));
    const body = { ...parameters, ...common, ...(await clipFields(step, settings)), ...more };
    return { path: '/sdcpp/v1/vid_gen', body };
  }
  const parameters = nestParameters(cardParameters(step.parameters, pictureTypes));
  const body = { ...parameters, ...common, ...(await pictureFields(step)), ...more };
  return { path: '/sdcpp/v1/img_gen', body };
}

/** `sample_params.guidance.txt_cfg` -> `{"sample_params": {"guidance": {"txt_cfg": …}}}` */
export function nestParameters(parameters: Step['parameters']): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    const parent = path.reduce<Record<string, unknown>>((fields, key) => {
      const inner = Object.hasOwn(fields, key) && isFields(fields[key]) ? fields[key] : {};
      fields[key] = inner;
      return inner;
    }, body);
    parent[last] = value;
  }
  return body;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function pictureFields(step: PictureStep): Promise<object> {
  const common = { batch_count: step.count, output_format: 'png', embed_image_metadata: false };
  if (step.primitive === 'generate') return common;
  if (step.primitive === 'instruct')
    return {
      ...common,
      ref_images: await Promise.all(step.pictures.map(picture => toPlainDataUrl(picture))),
    };
  const editFields = { ...common, init_image: await toPlainDataUrl(step.picture), strength: step.strength };
  return step.primitive === 'inpaint'
    ? { ...editFields, mask_image: await toPlainDataUrl(step.mask) }
    : editFields;
}

async function clipFields(step: ClipStep, { frameStep, clipFormat }: ModelSettings): Promise<object> {
  const { seconds, framesPerSecond, picture, last } = step;
  const frames = frameStep * Math.ceil((seconds * framesPerSecond - 1) / frameStep) + 1;
  return {
    video_frames: frames,
    fps: framesPerSecond,
    output_format: clipFormat,
    ...(picture && { init_image: await toPlainDataUrl(picture) }),
    ...(last && { end_image: await toPlainDataUrl(last) }),
  };
}
