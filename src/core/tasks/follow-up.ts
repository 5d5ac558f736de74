/**
 * The follow-ups of a finished image task: what can be made from its result, and which
 * operation of a model makes it.
 */
import type { Operation } from '@kinora/shared/models/model-card';

export type Direction = 'left' | 'right' | 'up' | 'down';
export type Motion = 'low' | 'high';

export const followUpKinds = [
  'select',
  'variation',
  'reroll',
  'region',
  'custom-zoom',
  'square',
  'bookmark',
  'enhance',
  'vary',
  'zoom',
  'pan',
  'animate',
  'extend',
  'select-clip',
  'use-text',
  'use-all-texts',
  'describe-again',
  'show-details',
] as const satisfies readonly FollowUp['kind'][];

export type FollowUp =
  | { readonly kind: 'select' | 'variation'; readonly candidate: number }
  | { readonly kind: 'reroll' | 'region' | 'custom-zoom' | 'square' | 'bookmark' }
  | { readonly kind: 'enhance'; readonly manner: 'subtle' | 'creative'; readonly factor: 2 | 4 }
  | { readonly kind: 'vary'; readonly strength: 'subtle' | 'strong' }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly direction: Direction }
  | { readonly kind: 'animate' | 'extend'; readonly motion: Motion; readonly candidate: number }
  | { readonly kind: 'select-clip'; readonly candidate: number }
  | { readonly kind: 'use-text'; readonly index: number }
  | { readonly kind: 'use-all-texts' | 'describe-again' | 'show-details' };

/** A clip is extended by this much at a time. */
export const extendSeconds = 4;
/** The longest clip that extensions can make. */
export const maxClipSeconds = 21;

/** A pan makes the picture half as large again on one side. */
export function pannedSize(direction: Direction, { width, height }: { width: number; height: number }) {
  const enlarge = (pixels: number) => Math.round((pixels * 1.5) / 16) * 16;
  return direction === 'left' || direction === 'right'
    ? { width: enlarge(width), height }
    : { width, height: enlarge(height) };
}

/**
 * The operation that a model must support. Returns undefined if there is none. A candidate can be chosen from
 * every result.
 */
export function requiredOperation({ kind }: FollowUp): Operation | undefined {
  switch (kind) {
    case 'enhance':
      return 'upscale';
    case 'variation':
    case 'vary':
      return 'variation';
    case 'region':
      return 'edit';
    case 'zoom':
    case 'custom-zoom':
    case 'square':
    case 'pan':
      return 'outpaint';
    case 'animate':
    case 'extend':
    case 'select-clip':
      return 'clip';
    case 'describe-again':
      return 'describe';
    case 'show-details':
      return 'shorten';
    default:
      return undefined;
  }
}
