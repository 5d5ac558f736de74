/** A step as requests of `/sdapi/v1`. */
import type {
  GenerateStep,
  ImageToImageStep,
  InpaintStep,
  InstructStep,
  UpscaleStep,
} from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import type { Dialect } from './dialects.ts';
import { cardParameters } from '../../planner/card-parameters.ts';
import { allowedParameters } from './parameters.ts';
import type { SdapiSettings } from './settings.ts';

export interface SdapiRequest {
  readonly path: '/sdapi/v1/txt2img' | '/sdapi/v1/img2img';
  readonly body: Readonly<Record<string, unknown>>;
  /** The number of pictures in the answer. Programs may add others, such as a sheet. */
  readonly count: number;
}

export interface RequestOptions {
  readonly settings: SdapiSettings;
  readonly dialect: Dialect;
  /** The id by which the program knows the request while it works. */
  readonly taskId: string;
}

export type SampledStep = GenerateStep | ImageToImageStep | InpaintStep | InstructStep;

/** The request of a step that samples pictures. */
export function pictureRequest(step: SampledStep, options: RequestOptions): SdapiRequest {
  const common = commonFields(step, options);
  switch (step.primitive) {
    case 'generate':
      return { path: '/sdapi/v1/txt2img', body: common, count: step.count };
    case 'instruct': {
      const body = { ...common, extra_images: step.pictures.map(base64) };
      return { path: '/sdapi/v1/txt2img', body, count: step.count };
    }
    case 'imageToImage': {
      const body = { ...common, ...pictureStart(base64(step.picture), step.strength, common) };
      return { path: '/sdapi/v1/img2img', body, count: step.count };
    }
    case 'inpaint': {
      const start = pictureStart(base64(step.picture), step.strength, common);
      const body = { ...common, ...start, ...maskFields(step) };
      return { path: '/sdapi/v1/img2img', body, count: step.count };
    }
  }
}

/** Adds detail to an enlarged picture. */
export function refineRequest(
  step: UpscaleStep,
  enlargedPicture: string,
  options: RequestOptions,
): SdapiRequest {
  const common = commonFields({ ...step, count: 1 }, options);
  const body = { ...common, ...pictureStart(enlargedPicture, step.strength, common) };
  return { path: '/sdapi/v1/img2img', body, count: 1 };
}

/** The body of `extra-single-image`: to the exact size, without sampling. */
export function enlargeBody(step: UpscaleStep, { upscaler }: SdapiSettings): Record<string, unknown> {
  return {
    image: base64(step.picture),
    resize_mode: 1,
    upscaling_resize_w: step.width,
    upscaling_resize_h: step.height,
    upscaling_crop: false,
    upscaler_1: upscaler,
  };
}

function commonFields(
  step: Omit<SampledStep, 'primitive' | 'picture' | 'pictures' | 'mask' | 'strength'>,
  { settings, dialect, taskId }: RequestOptions,
): Record<string, unknown> {
  const { steps, guidance, sampler, scheduler, batchSize, checkpoints } = settings;
  const stepCount = steps || dialect.steps;
  return {
    prompt: dialect.cleanPrompt(step.prompt),
    negative_prompt: dialect.cleanPrompt(step.negative),
    seed: step.seed,
    width: step.width,
    height: step.height,
    ...splitRounds(step.count, dialect.hasRounds ? batchSize : step.count),
    ...(step.tile && { tiling: true }),
    ...(stepCount !== undefined && { steps: stepCount }),
    ...(guidance > 0 && { cfg_scale: guidance }),
    ...(sampler && { sampler_name: sampler }),
    ...(scheduler && { scheduler }),
    ...cardParameters(step.parameters, allowedParameters),
    send_images: true,
    save_images: false,
    ...(dialect.hasTaskIds && { force_task_id: taskId }),
    ...(dialect.hasCheckpoints &&
      checkpoints && {
        override_settings: { sd_model_checkpoint: step.upstream },
        // Otherwise the previous checkpoint is loaded again after every request.
        override_settings_restore_afterwards: false,
      }),
  };
}

/** Pictures that are sampled together, and how often. Their seeds are those of `count` pictures in order. */
function splitRounds(count: number, most: number): { batch_size: number; n_iter: number } {
  let size = Math.min(count, most);
  while (count % size !== 0) size--;
  return { batch_size: size, n_iter: count / size };
}

function pictureStart(picture: string, strength: number, { steps }: Record<string, unknown>) {
  return {
    init_images: [picture],
    denoising_strength: strength,
    resize_mode: 0,
    ...(typeof steps === 'number' && { steps: stepsFor(strength, steps) }),
  };
}

/** Fewer steps leave noise in the picture. */
const minSteps = 4;

/** These programs do `steps x strength` steps. A model with few steps would do too few of them. */
function stepsFor(strength: number, steps: number): number {
  const fewest = Math.min(steps, minSteps);
  return strength > 0 ? Math.min(150, Math.max(steps, Math.ceil(fewest / strength))) : steps;
}

function maskFields({ mask, strength }: InpaintStep) {
  return {
    mask: base64(mask),
    // Kinora puts the old pixels back, with its own soft edge.
    mask_blur: 0,
    // 1: white is repainted as it is now; 2: from noise alone.
    inpainting_fill: strength >= 1 ? 2 : 1,
    inpaint_full_res: false,
    inpainting_mask_invert: 0,
  };
}

function base64({ bytes }: StepPicture): string {
  return Buffer.from(bytes).toString('base64');
}
