/** What the drawing of one picture starts from. */
import type { Canvas } from '@napi-rs/canvas';
import type { EngineInput, EngineJob, InputRole } from '../../engine.ts';
import type { SketchPicture, SketchRecipe } from '../sketch-work.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';

export interface Drawing {
  readonly job: EngineJob;
  /** 0-3. */
  readonly candidate: number;
  readonly subjects: SubjectPack;
  /** Called a few times with the picture so far; the canvas must not be kept. */
  readonly onProgress: (fraction: number, canvas: Canvas) => void;
}

/** The picture that a follow-up starts from, as it was described when it was made. */
export function parentPicture({ parent }: EngineJob): SketchPicture {
  const picture = parent && (parent.recipe as unknown as SketchRecipe).pictures[parent.candidate];
  if (!picture) throw new Error(`the parent has no candidate ${parent?.candidate}`);
  return picture;
}

export function inputOf({ inputs = [] }: EngineJob, role: InputRole): EngineInput | undefined {
  return inputs.find(input => input.role === role);
}
