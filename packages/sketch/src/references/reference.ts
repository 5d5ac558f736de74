/** The reference pictures of a job, analyzed. */
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { analyzePicture, type PictureFacts } from './analyze-picture.ts';
import { type Figure, findFigure } from './find-figure.ts';
import { toReading, composeFoundScene } from './found-scene.ts';
import { ownPicture } from './own-picture.ts';
import type { InputRole, Job, JobInput } from '../job/job.ts';

export interface Reference {
  readonly role: InputRole;
  /** Its share among the pictures of its role. The shares add up to 1. */
  readonly share: number;
  readonly facts: PictureFacts;
  /** Its contents: the reading of its prompt, or a guess. */
  readonly reading: Reading;
  /** Whether it is a picture of this engine, with its prompt in the file. */
  readonly isOurs: boolean;
  /** The scene it was painted from, if it could be restored. */
  readonly own?: Scene;
  /** Its main figure. Only for pictures that are not from this engine. */
  readonly figure?: Figure;
}

export interface References {
  readonly job: Job;
  /** 0-3. In a blend, each candidate weights the pictures differently. */
  readonly candidate: number;
  readonly pictures: readonly Reference[];
}

/** The scene of a picture: the scene it was painted from, or otherwise an approximation. */
export async function readReferenceScene(input: Pick<JobInput, 'bytes' | 'provenance'>): Promise<Scene> {
  const facts = await analyzePicture(input.bytes);
  return (await ownPicture(input, facts))?.own ?? composeFoundScene(facts);
}

/** The minimum confidence of a figure that is cut out. */
const minConfidence = 0.5;

export async function readReference(input: JobInput, share: number): Promise<Reference> {
  const facts = await analyzePicture(input.bytes);
  const { role } = input;
  const restoredPicture = await ownPicture(input, facts);
  if (restoredPicture) {
    const { prompt: _, ...contents } = restoredPicture;
    return { role, share, facts, isOurs: true, ...contents };
  }
  const figure = role === 'style' ? undefined : findFigure(facts.small);
  const reading = toReading(facts);
  return {
    role,
    share,
    facts,
    isOurs: false,
    reading,
    ...(figure && figure.confidence >= minConfidence && { figure }),
  };
}
