/** The button of the upstream that does a job with the picture or the clip of a finished task. */
import type { EngineJob } from '../../contract/engine-job.ts';
import { toRatio } from './aspect-ratio.ts';
import type { Dialect } from './dialects.ts';
import { outpaintPress } from './outpaint-press.ts';
import { isReshaped, type Press, readStartSize } from './press.ts';
import { changePrompt, joinFlags, shapeFlag } from './prompt-text.ts';
import type { MjRecipe } from './recipe.ts';

/** The button that chooses a candidate, 0-3. */
export function choosePress(candidate: number): Press {
  return {
    name: `U${candidate + 1}`,
    id: new RegExp(`^MJ::JOB::upsample::${candidate + 1}::`, 'i'),
    of: 'grid',
    isRemix: false,
  };
}

/** Throws `engine_rejected` for a job that no button does. */
export function composePress(job: EngineJob, parent: MjRecipe, dialect: Dialect): Press {
  const { kind, parent: { candidate = 0 } = {} } = job;
  if (kind === 'upscale') return job.enhance ? enhancePress(job) : choosePress(candidate);
  if (kind === 'clip') return clipPress(candidate);
  const words = changePrompt(job);
  const isRemix = words !== parent.words;
  const composeRemix = (shape = shapeFlag(job)) => ({
    isRemix,
    ...(isRemix && { prompt: joinFlags([words, !dialect.keepsShape && shape]) }),
  });
  if (kind === 'variation') {
    const shape = `--ar ${toRatio(job)}`;
    const prompt = isRemix && isReshaped(job) ? { prompt: joinFlags([words, shape]) } : {};
    return { ...variationPress(job, parent, dialect), ...composeRemix(), ...prompt };
  }
  if (kind === 'outpaint') return outpaintPress(job, { words, isRemix, dialect });
  return { name: 'Vary (Region)', id: /^MJ::Inpaint::/i, of: 'picture', ...composeRemix(), isRemix: false };
}

/** The candidate of the parent that the job follows, 0-3. */
export function chooseCandidate(
  { parent }: EngineJob,
  { chosen: chosenCandidate }: Pick<MjRecipe, 'chosen'>,
): number {
  return chosenCandidate ?? parent?.candidate ?? 0;
}

function variationPress(job: EngineJob, parent: MjRecipe, dialect: Dialect): Omit<Press, 'isRemix'> {
  // Without buttons, a picture has only the V of its grid.
  if (parent.result === 'grid' && (parent.chosen === undefined || !dialect.hasButtons)) {
    const index = chooseCandidate(job, parent) + 1;
    const id = new RegExp(`^MJ::JOB::variation::${index}::`, 'i');
    return { name: `V${index}`, id, of: 'grid', ...(job.strength === 'strong' && { isStrong: true }) };
  }
  const strength = job.strength === 'subtle' ? 'low' : 'high';
  const name = strength === 'low' ? 'Vary (Subtle)' : 'Vary (Strong)';
  return { name, id: new RegExp(`^MJ::JOB::${strength}_variation::`, 'i'), of: 'picture' };
}

function enhancePress(job: EngineJob): Press {
  const { width = job.width / 2 } = readStartSize(job) ?? {};
  const factor = job.width / width > 3 ? 4 : 2;
  // Version 5 has two sizes, later ones have two manners.
  const id = new RegExp(`^MJ::JOB::upsample_\\w*?(?:_${factor}x::|_${factor}x_${job.enhance}::)`, 'i');
  return { name: `Upscale (${factor}x, ${job.enhance})`, id, of: 'picture', isRemix: false };
}

function clipPress(candidate: number): Press {
  const id = new RegExp(`^MJ::JOB::video_virtual_upscale::${candidate + 1}::`, 'i');
  return { name: `U${candidate + 1}`, id, of: 'clips', isRemix: false };
}
