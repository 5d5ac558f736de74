/** Some seconds of one candidate of a clip, and what the whole of it starts from. */
import { openClipEncoder } from '../../../media/clip.ts';
import { type EncodedPicture, makeThumbnail } from '../../../media/picture.ts';
import { bringToLife } from '../clip/bring-to-life.ts';
import { inMood } from '../clip/changing-scene.ts';
import { type ClipPlan, planClip } from '../clip/clip-plan.ts';
import { readMotion } from '../clip/read-motion.ts';
import { openClip } from '../paint-clip.ts';
import { sceneShown } from '../references/reference.ts';
import type { FilmedPicture, Pixels, SketchNews, SketchPicture, SketchWork } from '../sketch-work.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { sceneOfJob } from './draw-grid.ts';
import { type Drawing, inputOf, parentPicture } from './drawing.ts';
import { filmed, filmedOf } from './filmed-pixels.ts';
import { remixClip } from './remix-clip.ts';

/** Which candidate of which clip. */
export type Filming = Pick<Drawing, 'job' | 'candidate' | 'subjects'>;

export interface ClipDrawing {
  readonly work: Extract<SketchWork, { kind: 'clip' }>;
  readonly subjects: SubjectPack;
  readonly onProgress: (fraction: number) => void;
}

/** Pictures in a spritesheet, and the longer edge of one. */
const sheetFrames = 16;
const sheetFrameEdge = 320;

export async function drawClip({
  work: { job, candidate, from, to },
  subjects,
  onProgress,
}: ClipDrawing): Promise<SketchNews> {
  const { width, height, seconds = 4, framesPerSecond = 24 } = job;
  const picture = await firstPicture({ job, candidate, subjects });
  const total = seconds * framesPerSecond;
  const posterFrame = Math.floor(total / 3);
  const sheet = evenlySpread(total);
  const clip = await openClip(picture, { width, height, framesPerSecond, subjects });
  const encoder = await openClipEncoder({ width, height, framesPerSecond });
  try {
    let poster: Pixels | undefined;
    const frames: EncodedPicture[] = [];
    for (let index = from; index < to; index++) {
      const frame = clip.frame(index);
      encoder.addFrame(frame);
      if (index === posterFrame) poster = { data: new Uint8Array(frame), width, height };
      for (const _ of sheet.filter(shown => shown === index))
        frames.push(await makeThumbnail({ data: frame, width, height }, sheetFrameEdge));
      if (index % framesPerSecond === 0) onProgress((index - from) / (to - from));
    }
    const bytes = await encoder.finish({});
    return { type: 'clip', picture, bytes, frames, ...(poster && { poster }) };
  } finally {
    encoder.close();
  }
}

/** Indices of frames, the first and the last among them. */
function evenlySpread(total: number): number[] {
  return Array.from({ length: sheetFrames }, (_, index) =>
    Math.round((index * (total - 1)) / (sheetFrames - 1)),
  );
}

/** What the clip begins with, and how it moves: of the parent, of a found picture, or of the words alone. */
export async function firstPicture(filming: Filming): Promise<FilmedPicture> {
  const { job } = filming;
  const parent = job.parent && parentPicture(job);
  if (parent && job.remix) return remixClip(filming, parent);
  const before = job.extend ? parent?.clip && { ...filmedOf(job), ...parent.clip } : undefined;
  if (parent && before) return withPlan(parent, { ...filming, before });
  const [found, last] = [inputOf(job, 'picture'), inputOf(job, 'last')];
  const end = last && { last: await filmed(last.bytes, job) };
  if (parent && !parent.found) return withPlan(parent, filming, end);
  if (parent && !found) return withPlan(parent, filming, { ...filmedOf(job), ...end });
  if (!found) return withPlan({ scene: await openingScene(filming) }, filming, end);
  const scene = parent?.scene ?? (await sceneShown(found));
  return withPlan({ scene, found: true }, filming, { first: await filmed(found.bytes, job), ...end });
}

function withPlan(
  picture: SketchPicture,
  of: Filming & { before?: ClipPlan },
  pixels: Pick<ClipPlan, 'first' | 'last'> = {},
): FilmedPicture {
  const plan = planClip({ ...of, scene: picture.scene });
  return { ...picture, clip: { ...plan, ...pixels } };
}

/** "From day to night" begins by day. */
async function openingScene({ job, candidate }: Filming) {
  const scene = await sceneOfJob(job, candidate);
  const { begins } = readMotion(job.prompt);
  return bringToLife(begins ? inMood(scene, begins) : scene);
}
