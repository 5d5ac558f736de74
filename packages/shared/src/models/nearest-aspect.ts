/**
 * The aspect ratio of a clip that starts from a picture. Browsers load this, so
 * it imports no texts of errors.
 */
import type { ClipSize } from './clip-size.ts';

interface CardParameters {
  readonly parameters: {
    readonly properties: Readonly<Record<string, { readonly enum?: readonly unknown[] | undefined }>>;
  };
}

/** The aspect ratio of the card that is nearest to that of a picture. */
export function nearestAspect({ parameters }: CardParameters, { width, height }: ClipSize): string {
  const ratios = (parameters.properties['aspect_ratio']?.enum ?? []) as string[];
  const distance = (ratio: string) => {
    const [ratioWidth = 1, ratioHeight = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log((ratioWidth / ratioHeight) * (height / width)));
  };
  return ratios.toSorted((one, other) => distance(one) - distance(other))[0] ?? '16:9';
}
