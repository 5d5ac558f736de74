/**
 * The parameters of model cards that may reach the program, by their path in the native API
 * (examples/server/api.md of stable-diffusion.cpp, commit 97d2990). They do not include those that name
 * files of the server, such as `lora` and `hires.upscaler`, nor those that are lists.
 */
import type { ParameterTypes } from '../../planner/card-parameters.ts';

const sampling: ParameterTypes = {
  scheduler: 'string',
  sample_method: 'string',
  sample_steps: 'number',
  eta: 'number',
  shifted_timestep: 'number',
  flow_shift: 'number',
  'guidance.txt_cfg': 'number',
  'guidance.img_cfg': 'number',
  'guidance.distilled_guidance': 'number',
  'guidance.slg.layer_start': 'number',
  'guidance.slg.layer_end': 'number',
  'guidance.slg.scale': 'number',
};

const shared: ParameterTypes = {
  clip_skip: 'number',
  ...prefixNames('sample_params', sampling),
  'vae_tiling_params.enabled': 'boolean',
  'vae_tiling_params.temporal_tiling': 'boolean',
  'vae_tiling_params.tile_size_x': 'number',
  'vae_tiling_params.tile_size_y': 'number',
  'vae_tiling_params.target_overlap': 'number',
  'vae_tiling_params.rel_size_x': 'number',
  'vae_tiling_params.rel_size_y': 'number',
  cache_mode: 'string',
  cache_option: 'string',
  scm_mask: 'string',
  scm_policy_dynamic: 'boolean',
};

export const pictureTypes: ParameterTypes = {
  ...shared,
  auto_resize_ref_image: 'boolean',
  increase_ref_index: 'boolean',
};

export const clipTypes: ParameterTypes = {
  ...shared,
  ...prefixNames('high_noise_sample_params', sampling),
  moe_boundary: 'number',
  vace_strength: 'number',
};

function prefixNames(path: string, types: ParameterTypes): ParameterTypes {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [`${path}.${name}`, type]));
}
