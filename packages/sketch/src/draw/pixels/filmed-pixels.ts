/**
 * Pictures that a clip was filmed from. They are stored with the clip, so that an extension starts from the
 * same pixels.
 */
import { coverSize } from '../../clip/paint-clip.ts';
import { encodeWebp } from '../../raster/codec.ts';
import type { Job } from '../../job/job.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';
import type { SketchRecipe } from '../../scene/picture.ts';

/** Returns the picture at the size of the clip, as a WebP in Base64. */
export async function encodeFilmed(bytes: Uint8Array, { width, height }: Job): Promise<string> {
  const webp = await encodeWebp(await coverSize(bytes, { width, height }));
  return Buffer.from(webp).toString('base64');
}

/** The pictures that all candidates of the parent were filmed from are kept with its first. */
export function pickFilmed({ parent }: Job): Pick<ClipPlan, 'first' | 'last'> {
  const recipe = parent?.recipe as SketchRecipe | undefined;
  const { first, last } = recipe?.pictures[0]?.clip ?? {};
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}
