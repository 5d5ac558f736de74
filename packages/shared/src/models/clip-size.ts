/**
 * Pixels of a clip: resolution names the shorter side, the aspect ratio gives the
 * other; both even, as H.264 requires.
 */
import { fieldInvalid } from '../errors/errors.ts';
import type { Parameters } from './parameters.ts';
import type { ModelCard } from './model-card.ts';

export interface ClipSize {
  readonly width: number;
  readonly height: number;
}

export function clipSize(resolution: string, aspectRatio: string): ClipSize {
  const short = Number.parseInt(resolution, 10);
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const long = Math.round((short * Math.max(width, height)) / Math.min(width, height) / 2) * 2;
  return width >= height ? { width: long, height: short } : { width: short, height: long };
}

/**
 * Converts a size such as `1280x720` to a resolution and an aspect ratio of the card.
 * Throws AppError `field_invalid`.
 */
export function readSize(card: ModelCard, size: string): { resolution: string; aspect_ratio: string } {
  const sizes = listClipSizes(card);
  const match = sizes.find(({ name }) => name === size);
  if (match) return { resolution: match.resolution, aspect_ratio: match.aspectRatio };
  throw fieldInvalid('size', 'model_accepts', {
    model: card.id,
    allowed: sizes.map(({ name }) => name).join(', '),
  });
}

/** Rejects a request whose fields contradict each other. */
export function rejectContradiction(
  parameters: Parameters,
  [field, value]: readonly [string, unknown],
  because: string,
): void {
  const other = parameters[field];
  if (other !== undefined && String(other) !== String(value)) {
    throw fieldInvalid(field, 'contradicts', { value: String(other), other: because });
  }
}

/** All sizes that the card's resolutions and aspect ratios give, such as `1280x720`. */
export function listClipSizes(card: ModelCard) {
  const values = (name: string) => (card.parameters.properties[name]?.['enum'] ?? []) as string[];
  return values('resolution').flatMap(resolution =>
    values('aspect_ratio').map(aspectRatio => {
      const { width, height } = clipSize(resolution, aspectRatio);
      return { name: `${width}x${height}`, resolution, aspectRatio };
    }),
  );
}
