/** A candidate for a prompt, for reference pictures, or for both. */
import { composeScene } from '../compose/compose-scene.ts';
import { pixelsOf } from '../raster/pixels-of.ts';
import { paintScene } from '../paint/paint-scene.ts';
import { readReferences, applyReferences, withReferences } from '../references/references.ts';
import type { Scene } from '../scene/scene.ts';
import { readJob } from '../words/read-job.ts';
import { deriveSeed } from '../random/random.ts';
import type { Job } from '../job/job.ts';
import type { DrawnPicture, Drawing } from './drawing.ts';

export async function drawGrid(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const scene = await sceneOfJob(job, candidate);
  const { width, height } = job;
  const canvas = await paintScene(scene, { ...drawing, width, height });
  return { pixels: pixelsOf(canvas), picture: { scene } };
}

/** The scene that the words and the reference pictures of a job ask for. */
export async function sceneOfJob(job: Job, candidate: number): Promise<Scene> {
  const references = await readReferences(job, candidate);
  const reading = withReferences(readJob(job), references);
  const scene = composeScene(reading, {
    ...job,
    seed: deriveSeed(job.seed, job.prompt),
    candidate,
  });
  return applyReferences(scene, references);
}
