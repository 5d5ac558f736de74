/** Pictures that a clip was filmed from: kept with it, so that going on with it starts from the same pixels. */
import { encodeWebp } from '../../../media/picture.ts';
import type { EngineJob } from '../../engine.ts';
import type { ClipPlan } from '../clip/clip-plan.ts';
import { coverSize } from '../paint-clip.ts';
import type { SketchRecipe } from '../sketch-work.ts';

/** As it is filmed, at the size of the clip: WebP, base64. */
export async function filmed(bytes: Uint8Array, { width, height }: EngineJob): Promise<string> {
  const webp = await encodeWebp(await coverSize(bytes, { width, height }), 95);
  return Buffer.from(webp).toString('base64');
}

/** The pictures that all candidates of the parent were filmed from are kept with its first. */
export function filmedOf({ parent }: EngineJob): Pick<ClipPlan, 'first' | 'last'> {
  const recipe = parent?.recipe as unknown as SketchRecipe | undefined;
  const { first, last } = recipe?.pictures[0]?.clip ?? {};
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}
