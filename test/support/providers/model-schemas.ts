/**
 * Model schemas as fal and Replicate publish them: names, types, limits, choices and defaults of November
 * 2026. Descriptions are shortened.
 */

const text = { type: 'string' };
const choice = (values: readonly unknown[]) => ({ type: 'string', enum: values });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function falDocument(endpoint: string, schemas: object): object {
  const content = { 'application/json': { schema: ref('Input') } };
  return {
    openapi: '3.0.4',
    info: { title: `Queue OpenAPI for ${endpoint}` },
    components: { schemas },
    paths: {
      [`/${endpoint}/requests/{request_id}/status`]: { get: {} },
      [`/${endpoint}`]: { post: { requestBody: { required: true, content } } },
    },
    servers: [{ url: 'https://queue.fal.run' }],
  };
}

export const seedream = 'fal-ai/bytedance/seedream/v4/text-to-image';
export const seedreamDocument = falDocument(seedream, {
  Input: {
    type: 'object',
    title: 'SeedDream4T2IInput',
    required: ['prompt'],
    properties: {
      prompt: { ...text, description: 'The words' },
      num_images: { type: 'integer', minimum: 1, maximum: 6, default: 1 },
      image_size: {
        anyOf: [ref('ImageSize'), choice(['square_hd', 'square', 'landscape_16_9', 'auto', 'auto_2K'])],
        default: { height: 2048, width: 2048 },
      },
      max_images: { type: 'integer', minimum: 1, maximum: 6, default: 1 },
      sync_mode: { type: 'boolean', default: false },
      enable_safety_checker: { type: 'boolean', default: true },
      seed: { type: 'integer', title: 'Seed' },
    },
  },
  ImageSize: {
    type: 'object',
    properties: { height: { type: 'integer', maximum: 14142 }, width: { type: 'integer', maximum: 14142 } },
  },
});

export const kling = 'fal-ai/kling-video/v1/standard/image-to-video';
export const klingDocument = falDocument(kling, {
  Input: {
    type: 'object',
    title: 'ImageToVideoRequest',
    required: ['prompt', 'image_url'],
    properties: {
      prompt: text,
      image_url: text,
      duration: { ...choice(['5', '10']), default: '5', description: 'Seconds' },
      negative_prompt: { ...text, maxLength: 2500, default: 'blur, distort, and low quality' },
      cfg_scale: { type: 'number', minimum: 0, maximum: 1, default: 0.5, description: 'Closeness' },
    },
  },
});

const cog = (schemas: object): object => ({
  openapi: '3.0.2',
  info: { title: 'Cog', version: '0.1.0' },
  components: { schemas },
});

export const fluxDev = 'black-forest-labs/flux-dev';
export const fluxDevSchema = cog({
  Input: {
    type: 'object',
    title: 'Input',
    required: ['prompt'],
    properties: {
      prompt: { ...text, 'x-order': 0 },
      aspect_ratio: { allOf: [ref('aspect_ratio')], default: '1:1', 'x-order': 1 },
      image: { type: 'string', format: 'uri', 'x-order': 2 },
      prompt_strength: { type: 'number', minimum: 0, maximum: 1, default: 0.8, 'x-order': 3 },
      num_outputs: { type: 'integer', minimum: 1, maximum: 4, default: 1, 'x-order': 4 },
      num_inference_steps: { type: 'integer', minimum: 1, maximum: 50, default: 28, 'x-order': 5 },
      guidance: { type: 'number', minimum: 0, maximum: 10, default: 3, 'x-order': 6 },
      seed: { type: 'integer', 'x-order': 7 },
      output_format: { allOf: [ref('output_format')], default: 'webp', 'x-order': 8 },
      output_quality: { type: 'integer', minimum: 0, maximum: 100, default: 80, 'x-order': 9 },
      disable_safety_checker: { type: 'boolean', default: false, 'x-order': 10 },
      go_fast: { type: 'boolean', default: true, 'x-order': 11 },
      megapixels: { allOf: [ref('megapixels')], default: '1', 'x-order': 12 },
    },
  },
  Output: { type: 'array', items: { type: 'string', format: 'uri' }, title: 'Output' },
  aspect_ratio: choice(['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21']),
  output_format: choice(['webp', 'jpg', 'png']),
  megapixels: choice(['1', '0.25']),
});

export const seedance = 'bytedance/seedance-1-lite';
export const seedanceSchema = cog({
  Input: {
    type: 'object',
    title: 'Input',
    required: ['prompt'],
    properties: {
      prompt: { ...text, 'x-order': 0 },
      image: { type: 'string', format: 'uri', 'x-order': 1 },
      last_frame_image: { type: 'string', format: 'uri', 'x-order': 2 },
      reference_images: { type: 'array', items: { type: 'string', format: 'uri' }, 'x-order': 3 },
      duration: { type: 'integer', minimum: 2, maximum: 12, default: 5, 'x-order': 4 },
      resolution: { allOf: [ref('resolution')], default: '720p', 'x-order': 5 },
      aspect_ratio: { allOf: [ref('aspect_ratio')], default: '16:9', 'x-order': 6 },
      fps: { allOf: [ref('fps')], default: 24, 'x-order': 7 },
      camera_fixed: { type: 'boolean', default: false, 'x-order': 8 },
      seed: { type: 'integer', nullable: true, 'x-order': 9 },
    },
  },
  Output: { type: 'string', format: 'uri', title: 'Output' },
  resolution: choice(['480p', '720p', '1080p']),
  aspect_ratio: choice(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', '9:21']),
  fps: { type: 'integer', enum: [24] },
});
