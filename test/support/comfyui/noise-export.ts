/**
 * An export in ComfyUI's format: numeric ids and its own titles. It generates noise, so it needs no model.
 */
export const noiseExport = {
  1: {
    class_type: 'EmptyImage',
    inputs: { width: 512, height: 512, batch_size: 1, color: 0 },
    _meta: { title: 'Canvas' },
  },
  2: {
    class_type: 'ImageAddNoise',
    inputs: { image: ['1', 0], seed: 3, strength: 0.5 },
    _meta: { title: 'Add Noise' },
  },
  7: {
    class_type: 'PrimitiveStringMultiline',
    inputs: { value: 'words' },
    _meta: { title: 'Positive prompt' },
  },
  9: {
    class_type: 'SaveImage',
    inputs: { images: ['2', 0], filename_prefix: 'mine' },
    _meta: { title: 'Save Image' },
  },
} as const;

export const noiseSlots = [
  { slot: 'width', node: '1', input: 'width' },
  { slot: 'height', node: '1', input: 'height' },
  { slot: 'seed', node: '2', input: 'seed' },
  { slot: 'prompt', node: '7', input: 'value' },
  { slot: 'out', node: '9', input: 'filename_prefix' },
] as const;
