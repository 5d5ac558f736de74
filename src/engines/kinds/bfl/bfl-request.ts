/** A step as a request of the endpoint of its model. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { JobRequest } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { cardParameters } from '../../planner/card-parameters.ts';
import type { GenerateStep, InpaintStep, InstructStep, Step } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { findFamily, ratios } from './families.ts';

const parameters = {
  safety_tolerance: 'number',
  prompt_upsampling: 'boolean',
  steps: 'number',
  guidance: 'number',
  raw: 'boolean',
} as const;

export function pictureRequest(step: Step): JobRequest {
  if (step.primitive !== 'generate' && step.primitive !== 'instruct' && step.primitive !== 'inpaint')
    throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
      notStarted: true,
    });
  const body = {
    output_format: 'png',
    ...cardParameters(step.parameters, parameters),
    prompt: step.prompt,
    seed: step.seed,
    ...shapeFields(step),
    ...pictureFields(step),
  };
  return { path: `/v1/${encodeURIComponent(step.upstream)}`, body };
}

/** Returns the size or the ratio. An inpainted picture keeps its own size. */
function shapeFields(step: GenerateStep | InstructStep | InpaintStep): object {
  const { width, height } = step;
  if (step.primitive === 'inpaint') return {};
  return findFamily(step.upstream).hasSize ? { width, height } : { aspect_ratio: nearestRatio(step, ratios) };
}

function pictureFields(step: GenerateStep | InstructStep | InpaintStep): object {
  if (step.primitive === 'inpaint') return { image: base64(step.picture), mask: base64(step.mask) };
  const pictures = step.primitive === 'instruct' ? step.pictures : [];
  return Object.fromEntries(
    pictures.map((picture, index) => [
      index === 0 ? 'input_image' : `input_image_${index + 1}`,
      base64(picture),
    ]),
  );
}

function base64({ bytes }: StepPicture): string {
  return Buffer.from(bytes).toString('base64');
}
