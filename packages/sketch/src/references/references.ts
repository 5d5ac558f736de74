/**
 * Applies the reference pictures of a job: subjects and setting to its reading; colors,
 * light and style to its scene.
 */
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { followImages, mergeImages } from './image-prompts.ts';
import { addFigures, placeCutOuts } from './main-figures.ts';
import { type Reference, type References, readReference } from './reference.ts';
import { separateFigures } from './separate-figures.ts';
import { averageTowards } from './take-colors.ts';
import type { InputRole, Job, JobInput } from '../job/job.ts';

export async function readReferences(job: Job, candidate = 0): Promise<References> {
  const countedInputs = (job.inputs ?? []).filter(({ role }) => isWeighted(job, role));
  const pictures = await Promise.all(
    countedInputs.map(input => readReference(input, weighInput(input, countedInputs))),
  );
  return { job, candidate, pictures };
}

/** Adds the contents of the pictures to the reading of the prompt. */
export function withReferences(reading: Reading, references: References): Reading {
  const mergedReading = addFigures(mergeImages(reading, references), references);
  const style = reading.style ?? chooseStyle(references) ?? mergedReading.style;
  return { ...mergedReading, ...(style !== undefined && { style }) };
}

/** Applies the colors, light and figures of the pictures to the scene. */
export function applyReferences(scene: Scene, references: References): Scene {
  const sceneWithFigures = separateFigures(
    placeCutOuts(followImages(scene, references), references),
    references,
  );
  const styles = referencesInRole(references, 'style');
  const share = styleShare(references.job);
  const palette = averageTowards(
    sceneWithFigures.light.palette,
    styles.map(picture => ({ ...picture, share: picture.share * share })),
  );
  return { ...sceneWithFigures, light: { ...sceneWithFigures.light, palette } };
}

function referencesInRole({ pictures }: Pick<References, 'pictures'>, role: InputRole): readonly Reference[] {
  return pictures.filter(picture => picture.role === role);
}

/**
 * The share of the colors that comes from style references: a good half at the default of 100, all at 1000.
 */
function styleShare({ styleWeight = 100 }: Job): number {
  return Math.min(1, (styleWeight / (styleWeight + 80)) * 1.08);
}

/** The style of the heaviest style reference that has one. Undefined at a low style weight. */
function chooseStyle({ job, pictures }: References): Reading['style'] {
  if (styleShare(job) < 0.25) return undefined;
  const styles = pictures
    .filter(({ role }) => role === 'style')
    .toSorted((one, other) => other.share - one.share);
  // A guess of `flat` is unreliable, because it rests on few colors, and it would
  // leave rings around every light.
  return styles.find(
    ({ reading, isOurs }) => reading.style !== undefined && (isOurs || reading.style !== 'flat'),
  )?.reading.style;
}

function isWeighted(
  { imageWeight = 1, styleWeight = 100, objectWeight = 100 }: Job,
  role: InputRole,
): boolean {
  if (role === 'prompt') return imageWeight > 0;
  if (role === 'style') return styleWeight > 0;
  return role === 'character' || (role === 'object' && objectWeight > 0);
}

function weighInput(input: JobInput, among: readonly JobInput[]): number {
  const peers = among.filter(({ role }) => role === input.role);
  const total = peers.reduce((sum, { weight = 1 }) => sum + Math.max(0, weight), 0);
  return total > 0 ? Math.max(0, input.weight ?? 1) / total : 1 / peers.length;
}
