/** The parameters of model cards that may reach the program. */
import type { ParameterTypes } from '../../planner/card-parameters.ts';

export const allowedParameters: ParameterTypes = {
  steps: 'number',
  cfg_scale: 'number',
  distilled_cfg_scale: 'number',
  sampler_name: 'string',
  scheduler: 'string',
  clip_skip: 'number',
  eta: 'number',
  subseed: 'number',
  subseed_strength: 'number',
  restore_faces: 'boolean',
};
