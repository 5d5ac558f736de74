/** What the reference pictures of a job give: subjects and setting to its reading, colour, light and style to its scene. */
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { followImages, mergeImages } from './image-prompts.ts';
import { addFigures, placeCutOuts } from './main-figures.ts';
import { type Reference, type References, readReference } from './reference.ts';
import { separateFigures } from './separate-figures.ts';
import { averageTowards } from './take-colors.ts';
import type { InputRole, Job, JobInput } from '../job/job.ts';

export async function readReferences(job: Job, candidate = 0): Promise<References> {
  const counted = (job.inputs ?? []).filter(({ role }) => countsFor(job, role));
  const pictures = await Promise.all(counted.map(input => readReference(input, shareOf(input, counted))));
  return { job, candidate, pictures };
}

/** The reading with what the pictures show added to what the words say. */
export function withReferences(reading: Reading, references: References): Reading {
  const shown = addFigures(mergeImages(reading, references), references);
  const style = reading.style ?? styleOf(references) ?? shown.style;
  return { ...shown, ...(style !== undefined && { style }) };
}

/** The scene in the colours, light and style of the pictures. */
export function applyReferences(scene: Scene, references: References): Scene {
  const placed = separateFigures(placeCutOuts(followImages(scene, references), references), references);
  const styles = ofRole(references, 'style');
  const share = styleShare(references.job);
  const palette = averageTowards(
    placed.light.palette,
    styles.map(picture => ({ ...picture, share: picture.share * share })),
  );
  return { ...placed, light: { ...placed.light, palette } };
}

function ofRole({ pictures }: Pick<References, 'pictures'>, role: InputRole): readonly Reference[] {
  return pictures.filter(picture => picture.role === role);
}

/** Usual is 100: a good half of the colours; at 1000 all of them. */
function styleShare({ styleWeight = 100 }: Job): number {
  return Math.min(1, (styleWeight / (styleWeight + 80)) * 1.08);
}

/** The way of painting, when the words name none and the pictures count enough. */
function styleOf({ job, pictures }: References): Reading['style'] {
  if (styleShare(job) < 0.25) return undefined;
  const styles = pictures
    .filter(({ role }) => role === 'style')
    .toSorted((one, other) => other.share - one.share);
  // Flat areas are guessed from few colours, and would leave rings round every light.
  return styles.find(
    ({ reading, isOurs }) => reading.style !== undefined && (isOurs || reading.style !== 'flat'),
  )?.reading.style;
}

function countsFor(
  { imageWeight = 1, styleWeight = 100, objectWeight = 100 }: Job,
  role: InputRole,
): boolean {
  if (role === 'prompt') return imageWeight > 0;
  if (role === 'style') return styleWeight > 0;
  return role === 'character' || (role === 'object' && objectWeight > 0);
}

function shareOf(input: JobInput, among: readonly JobInput[]): number {
  const peers = among.filter(({ role }) => role === input.role);
  const total = peers.reduce((sum, { weight = 1 }) => sum + Math.max(0, weight), 0);
  return total > 0 ? Math.max(0, input.weight ?? 1) / total : 1 / peers.length;
}
