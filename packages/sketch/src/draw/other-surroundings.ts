/**
 * Changes the surroundings in a wider view whose prompt was changed: place, hour, weather, season and style
 * hold for the whole picture.
 */
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { Drawing } from './drawing.ts';
import { remixScene } from './scene/remix-scene.ts';
import type { Job } from '../job/job.ts';

const surroundingParts = ['setting', 'time', 'weather', 'season', 'style'] as const;

export function isRemixed({ parent, prompt }: Job): boolean {
  return parent !== undefined && parent.prompt.trim() !== prompt.trim();
}

/** The scene with its things in place and other surroundings. Undefined if the surroundings stay the same. */
export function otherSurroundings(scene: Scene, { job, candidate }: Drawing): Scene | undefined {
  const before = readPrompt(job.parent?.prompt ?? '', []);
  const after = readPrompt(job.prompt, job.exclude);
  const isChanged = surroundingParts.some(
    part => after[part] !== undefined && after[part] !== scene[part] && after[part] !== before[part],
  );
  // A new prompt about the sky keeps the place of the picture.
  const newReading = after.setting === 'sky' ? { ...after, setting: scene.setting } : after;
  // Groves and meadows are part of the surroundings. Other things that the new prompt adds are placed in the
  // extended part.
  const targetReading: Reading = {
    ...newReading,
    subjects: before.subjects,
    landmarks: [
      ...before.landmarks,
      ...after.landmarks.filter(({ kind, count }) => plantKinds.has(kind) && count > 1),
    ],
  };
  return isChanged
    ? remixScene(scene, { before, after: targetReading, job, candidate, keepsUnnamed: true })
    : undefined;
}

const plantKinds: ReadonlySet<string> = new Set(['tree', 'pine', 'palm', 'flowers', 'grass', 'bush']);
