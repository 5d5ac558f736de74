/** The reference pictures of a job, analysed. */
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { analysePicture, type PictureFacts } from './analyse-picture.ts';
import { type Figure, findFigure } from './find-figure.ts';
import { readingOfFacts, sceneOfFacts } from './found-scene.ts';
import { ownPicture } from './own-picture.ts';
import type { InputRole, Job, JobInput } from '../job/job.ts';

export interface Reference {
  readonly role: InputRole;
  /** Share among the pictures of its role: they add up to 1. */
  readonly share: number;
  readonly facts: PictureFacts;
  /** What it shows: read from the prompt it was made of, or guessed. */
  readonly reading: Reading;
  /** The file says of what words we made it. */
  readonly isOurs: boolean;
  /** The scene it was painted from, when that could be found again. */
  readonly own?: Scene;
  /** What stands out in it, when nothing better is known of it. */
  readonly figure?: Figure;
}

export interface References {
  readonly job: Job;
  /** 0-3: candidates of a blend weigh its pictures differently. */
  readonly candidate: number;
  readonly pictures: readonly Reference[];
}

/** What a picture shows: the scene that it was painted from, or else one that is like it. */
export async function sceneShown(input: Pick<JobInput, 'bytes' | 'provenance'>): Promise<Scene> {
  const facts = await analysePicture(input.bytes);
  return (await ownPicture(input, facts))?.own ?? sceneOfFacts(facts);
}

/** How sure one must be of a figure to cut it out. */
const clearly = 0.5;

export async function readReference(input: JobInput, share: number): Promise<Reference> {
  const facts = await analysePicture(input.bytes);
  const { role } = input;
  const ours = await ownPicture(input, facts);
  if (ours) {
    const { prompt: _, ...known } = ours;
    return { role, share, facts, isOurs: true, ...known };
  }
  const figure = role === 'style' ? undefined : findFigure(facts.small);
  const reading = readingOfFacts(facts);
  return {
    role,
    share,
    facts,
    isOurs: false,
    reading,
    ...(figure && figure.confidence >= clearly && { figure }),
  };
}
