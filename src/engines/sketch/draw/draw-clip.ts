/** Some seconds of one candidate of a clip. */
import { openClipEncoder } from '../../../media/clip.ts';
import { encodeWebp } from '../../../media/picture.ts';
import type { EngineInput, EngineJob } from '../../engine.ts';
import { inMood } from '../clip/changing-scene.ts';
import { type ClipPlan, planClip } from '../clip/clip-plan.ts';
import { readMotion } from '../clip/read-motion.ts';
import { coverSize, openClip } from '../paint-clip.ts';
import { sceneOfPicture } from '../references/found-scene.ts';
import type { Pixels, SketchNews, SketchPicture, SketchRecipe, SketchWork } from '../sketch-work.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { sceneOfJob } from './draw-grid.ts';
import { inputOf, parentPicture } from './drawing.ts';

export interface ClipDrawing {
  readonly work: Extract<SketchWork, { kind: 'clip' }>;
  readonly subjects: SubjectPack;
  readonly onProgress: (fraction: number) => void;
}

export async function drawClip({
  work: { job, candidate, from, to },
  subjects,
  onProgress,
}: ClipDrawing): Promise<SketchNews> {
  const { width, height, seconds = 4, framesPerSecond = 24 } = job;
  const picture = await firstPicture(job, candidate);
  const posterFrame = Math.floor((seconds * framesPerSecond) / 3);
  const clip = await openClip(picture, { width, height, framesPerSecond, subjects });
  const encoder = await openClipEncoder({ width, height, framesPerSecond });
  try {
    let poster: Pixels | undefined;
    for (let index = from; index < to; index++) {
      const frame = clip.frame(index);
      encoder.addFrame(frame);
      if (index === posterFrame) poster = { data: new Uint8Array(frame), width, height };
      if (index % framesPerSecond === 0) onProgress((index - from) / (to - from));
    }
    const bytes = await encoder.finish({});
    return { type: 'clip', picture, bytes, ...(poster && { poster }) };
  } finally {
    encoder.close();
  }
}

/** What the clip begins with, and how it moves: of the parent, of a found picture, or of the words alone. */
export async function firstPicture(
  job: EngineJob,
  candidate: number,
): Promise<SketchPicture & { clip: ClipPlan }> {
  const parent = job.parent && parentPicture(job);
  const before = job.extend ? parent?.clip && { ...filmedOf(job), ...parent.clip } : undefined;
  if (parent && before) return withPlan(parent, { job, candidate, before });
  const [found, last] = [inputOf(job, 'picture'), inputOf(job, 'last')];
  const end = last && { last: await filmed(last, job) };
  if (parent && !parent.found) return withPlan(parent, { job, candidate }, end);
  if (parent && !found) return withPlan(parent, { job, candidate }, { ...filmedOf(job), ...end });
  if (!found) return withPlan({ scene: await openingScene(job, candidate) }, { job, candidate }, end);
  const scene = parent?.scene ?? (await sceneOfPicture(found.bytes));
  const first = await filmed(found, job);
  return withPlan({ scene, found: true }, { job, candidate }, { first, ...end });
}

function withPlan(
  picture: SketchPicture,
  of: { job: EngineJob; candidate: number; before?: ClipPlan },
  pixels: Pick<ClipPlan, 'first' | 'last'> = {},
): SketchPicture & { clip: ClipPlan } {
  return { ...picture, clip: { ...planClip({ ...of, scene: picture.scene }), ...pixels } };
}

/** The pictures that all candidates of the parent were filmed from are kept with its first. */
function filmedOf({ parent }: EngineJob): Pick<ClipPlan, 'first' | 'last'> {
  const recipe = parent?.recipe as unknown as SketchRecipe | undefined;
  const { first, last } = recipe?.pictures[0]?.clip ?? {};
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** "From day to night" begins by day. */
async function openingScene(job: EngineJob, candidate: number) {
  const scene = await sceneOfJob(job, candidate);
  const { begins } = readMotion(job.prompt);
  return begins ? inMood(scene, begins) : scene;
}

/** As it is filmed: kept with the clip, so that going on with it starts from the same pixels. */
async function filmed({ bytes }: EngineInput, { width, height }: EngineJob): Promise<string> {
  const webp = await encodeWebp(await coverSize(bytes, { width, height }), 95);
  return Buffer.from(webp).toString('base64');
}
