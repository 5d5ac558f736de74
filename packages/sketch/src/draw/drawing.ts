/** What the drawing of one picture starts from. */
import type { Canvas } from '@napi-rs/canvas';
import { SketchError } from '../job/sketch-error.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import type { Job } from '../job/job.ts';
import type { SketchPicture, SketchRecipe } from '../scene/picture.ts';
import type { Pixels } from '../raster/raw-picture.ts';

export interface DrawnPicture {
  readonly pixels: Pixels;
  readonly picture: SketchPicture;
}

export interface Drawing {
  readonly job: Job;
  /** 0-3. */
  readonly candidate: number;
  readonly subjects: SubjectPack;
  /** Called a few times with the unfinished picture. The canvas must not be kept. */
  readonly onProgress: (fraction: number, canvas: Canvas) => void;
}

/** What a clip or its sound is made from. */
export type ClipInput = Pick<Drawing, 'job' | 'candidate' | 'subjects'>;

/** The picture that a follow-up starts from, as it was described when it was made. */
export function parentPicture({ parent }: Job): SketchPicture {
  const picture = parent && (parent.recipe as SketchRecipe).pictures[parent.candidate];
  if (!picture) throw new SketchError('job_incomplete', `the parent has no candidate ${parent?.candidate}`);
  return picture;
}
