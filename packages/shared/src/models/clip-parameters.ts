/** The parameters of a video model that the operator adds without saying which it has. */
import type { StoredCard } from './model-card.ts';

export const clipParameters: StoredCard['parameters']['properties'] = {
  seconds: { type: 'integer', enum: [5], default: 5, description: 'Length of the clip in seconds.' },
  resolution: {
    type: 'string',
    enum: ['720p'],
    default: '720p',
    description: 'Resolution: pixels of the shorter side.',
  },
  aspect_ratio: {
    type: 'string',
    enum: ['16:9', '9:16', '1:1'],
    default: '16:9',
    description: 'Aspect ratio, width to height.',
  },
  fps: { type: 'integer', enum: [24], default: 24, description: 'Frames per second.' },
  seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295, description: 'Seed.' },
};
