/** A candidate for a prompt, for reference pictures, or for both. */
import { composeScene } from '../compose/compose-scene.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { paintScene } from '../paint/paint-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { readJob } from '../words/read-job.ts';
import { deriveSeed } from '../random/random.ts';
import type { Job } from '../job/job.ts';
import type { DrawnPicture, Drawing } from './drawing.ts';

export async function drawGrid(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const scene = await composeJob(job, candidate);
  const { width, height } = job;
  const canvas = await paintScene(scene, { ...drawing, width, height });
  return { pixels: readPixels(canvas), picture: { scene } };
}

/** The scene that the words and the reference pictures of a job ask for. */
export async function composeJob(job: Job, candidate: number): Promise<Scene> {
  const parameters = { ...job, seed: deriveSeed(job.seed, job.prompt), candidate };
  if (!job.inputs?.length) return composeScene(readJob(job), parameters);
  const { applyReferences, readReferences, withReferences } = await import('../references/references.ts');
  const references = await readReferences(job, candidate);
  return applyReferences(composeScene(withReferences(readJob(job), references), parameters), references);
}
