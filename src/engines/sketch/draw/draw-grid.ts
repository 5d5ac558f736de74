/** A candidate for a prompt, for reference pictures, or for both. */
import { deriveSeed } from '../../../lib/random.ts';
import type { EngineJob } from '../../engine.ts';
import { composeScene } from '../compose-scene.ts';
import { pixelsOf } from '../paint/pixels-of.ts';
import { paintScene } from '../paint-scene.ts';
import { readReferences, takeAfter, withReferences } from '../references/references.ts';
import type { Scene } from '../scene.ts';
import type { DrawnPicture } from '../sketch-work.ts';
import type { Drawing } from './drawing.ts';
import { readJob } from './read-job.ts';

export async function drawGrid(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const scene = await sceneOfJob(job, candidate);
  const { width, height } = job;
  const canvas = paintScene(scene, { ...drawing, width, height });
  return { pixels: pixelsOf(canvas), picture: { scene } };
}

/** The scene that the words and the reference pictures of a job ask for. */
export async function sceneOfJob(job: EngineJob, candidate: number): Promise<Scene> {
  const references = await readReferences(job, candidate);
  const reading = withReferences(readJob(job), references);
  const scene = composeScene(reading, {
    ...job,
    seed: deriveSeed(job.seed, job.prompt),
    candidate,
  });
  return takeAfter(scene, references);
}
