/** Edits an uploaded picture of this engine like a follow-up, because its scene is known. */
import { analyzePicture } from '../../references/analyze-picture.ts';
import { ownPicture } from '../../references/own-picture.ts';
import { type Job, findInput } from '../../job/job.ts';
import type { SketchRecipe } from '../../scene/picture.ts';

/** The largest difference of the aspect ratio at which the upload counts as the whole picture. */
const sameShape = 0.02;

/** The job as a follow-up of the task that made the picture. Unchanged if that task is unknown. */
export async function asFollowUp(job: Job): Promise<Job> {
  const input = findInput(job, 'picture');
  if (job.parent || !input) return job;
  const facts = await analyzePicture(input.bytes);
  const ours = await ownPicture(input, facts);
  if (!ours?.own || Math.abs(facts.aspect / ours.own.aspect - 1) > sameShape) return job;
  const recipe: SketchRecipe = { pictures: [{ scene: ours.own }] };
  return { ...job, parent: { recipe, candidate: 0, prompt: ours.prompt } };
}
