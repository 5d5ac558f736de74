/**
 * Image prompts: their contents are added to those of the prompt, according to their weight.
 * Without a prompt, they are blended.
 */
import type { LandmarkMention, Reading, SubjectMention } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { findSubject } from '../subjects/subjects.ts';
import { followComposition } from './follow-composition.ts';
import { matchView } from './found-scene.ts';
import { cutOutMention } from './main-figures.ts';
import type { Reference, References } from './reference.ts';
import { averageTowards } from './take-colors.ts';

/** The maximum number of subjects after adding those of image prompts. */
const maxSubjects = 6;

/**
 * Fills fields that the prompt leaves open from the leading picture, and adds the subjects
 * and landmarks of all pictures.
 */
export function mergeImages(reading: Reading, references: References): Reading {
  const images = orderedImages(references);
  const [leadingImage] = images;
  const strength = promptStrength(references);
  if (!leadingImage || strength < 0.15) return reading;
  const leadReading = leadingImage.reading;
  const { setting, time, weather, season, style } = leadReading;
  const filledReading: Reading = {
    ...(setting !== undefined && isAllowed(reading, setting) && { setting }),
    ...(time !== undefined && { time }),
    ...(weather !== undefined && isAllowed(reading, weather) && { weather }),
    ...(season !== undefined && { season }),
    ...(style !== undefined && strength >= 0.5 && { style }),
    ...reading,
    subjects: joinSubjects(reading, { images, references, strength }),
    landmarks: joinLandmarks(reading, images, strength),
    relations: [...reading.relations, ...images.flatMap(image => image.reading.relations)],
  };
  const joined = withOtherSettings({ ...filledReading, relations: withNeighbors(filledReading) }, images);
  return isBlend(references) ? withGroundForAll(joined) : joined;
}

/**
 * Moves colors, horizon and light of the scene towards the pictures. A single picture of high weight
 * also determines the composition.
 */
export function followImages(scene: Scene, references: References): Scene {
  const images = orderedImages(references);
  const [leadingImage] = images;
  if (!leadingImage) return scene;
  const strength = promptStrength(references);
  const follow = Math.max(0, (strength - 0.4) / 0.6);
  const isClose = images.length === 1 && strength >= 0.75;
  const followedScene = isClose && leadingImage.own ? followComposition(scene, leadingImage.own) : undefined;
  const viewedScene = followedScene ?? matchView(scene, leadingImage.facts, follow * 0.9);
  const colors = colorShares(references, images).map(image => ({
    ...image,
    share: image.share * strength * 0.9,
  }));
  return {
    ...viewedScene,
    light: { ...viewedScene.light, palette: averageTowards(viewedScene.light.palette, colors) },
  };
}

/** The influence of the pictures, 0 … 1. It is 1 without a prompt. */
function promptStrength({ job }: References): number {
  return job.prompt.trim() === '' ? 1 : 1 - Math.exp(-0.8 * (job.imageWeight ?? 1));
}

/** The image prompts, the leading one first. In a blend, each candidate has another leading picture. */
function orderedImages(references: References): readonly Reference[] {
  const images = references.pictures.filter(({ role }) => role === 'prompt');
  if (!isBlend(references)) return images.toSorted((one, other) => other.share - one.share);
  const first = references.candidate % images.length;
  return [...images.slice(first), ...images.slice(0, first)];
}

/**
 * In a blend, half of the colors come from the leading picture. If there are fewer pictures than
 * candidates, a repeated lead gets less.
 */
function colorShares(references: References, images: readonly Reference[]): readonly Reference[] {
  if (!isBlend(references)) return images;
  const leadShare = references.candidate < images.length ? 0.5 : 0.2;
  return images.map((image, index) => ({
    ...image,
    share: index === 0 ? leadShare : (1 - leadShare) / (images.length - 1),
  }));
}

function isBlend({ job, pictures }: References): boolean {
  return job.prompt.trim() === '' && pictures.filter(({ role }) => role === 'prompt').length > 1;
}

function joinSubjects(
  reading: Reading,
  {
    images,
    references,
    strength,
  }: { images: readonly Reference[]; references: References; strength: number },
): SubjectMention[] {
  const joined = [...reading.subjects];
  images.forEach((image, order) => {
    const perPicture = strength > 0.6 ? 3 : strength > 0.3 ? 1 : 0;
    const size = images.length < 2 ? 1 : order === 0 ? 1.2 : 0.95;
    const mentions =
      image.figure && strength > 0.5 && !references.job.tile
        ? [cutOutMention(references.pictures.indexOf(image))]
        : image.reading.subjects;
    for (const mention of mentions.slice(0, perPicture)) {
      const isPresent = joined.some(
        other => other.subject === mention.subject && other.action === mention.action,
      );
      if (isPresent || joined.length >= maxSubjects || !isAllowed(reading, mention.subject)) continue;
      joined.push({ ...mention, size: mention.size * size });
    }
  });
  return joined;
}

/** Places the first two unrelated subjects side by side, so that they do not cover each other. */
function withNeighbors({ subjects, relations }: Reading): Reading['relations'] {
  const [first, ...otherSubjects] = subjects;
  const isPlaced = (name: string) => relations.some(({ from, to }) => from === name || to === name);
  const unrelatedSubjects = otherSubjects.filter(({ name }) => name !== first?.name && !isPlaced(name));
  return [
    ...relations,
    ...unrelatedSubjects
      .slice(0, 1)
      .map(({ name }) => ({ from: name, relation: 'beside' as const, to: first.name })),
  ];
}

/** Changes the setting if subjects that stand need land or subjects that float need water. */
function withGroundForAll(reading: Reading): Reading {
  const { setting, subjects, landmarks } = reading;
  const stances = subjects.map(({ subject }) => findSubject(subject)?.stance);
  const floats = stances.includes('floats') || landmarks.some(({ kind }) => kind === 'sailboat');
  const stands = stances.some(stance => stance === 'stands' || stance === 'drives');
  if (setting === 'sea' && stands) return { ...reading, setting: 'coast' };
  const isDry =
    setting !== undefined &&
    !['sea', 'coast', 'lake', 'river', 'underwater', 'space', 'sky'].includes(setting);
  if (!floats || !isDry) return reading;
  // A lake would be frozen in winter.
  const shore = reading.weather === 'snow' || reading.season === 'winter' ? 'river' : 'lake';
  return { ...reading, setting: shore, alsoSettings: [setting, ...(reading.alsoSettings ?? [])] };
}

function joinLandmarks(reading: Reading, images: readonly Reference[], strength: number): LandmarkMention[] {
  if (strength < 0.5) return [...reading.landmarks];
  const joined = [...reading.landmarks];
  for (const mention of images.flatMap(image => image.reading.landmarks))
    if (!joined.some(({ kind }) => kind === mention.kind) && isAllowed(reading, mention.kind))
      joined.push(mention);
  return joined;
}

/**
 * Adds the settings of all pictures, so that a blend of a lake and mountains shows a
 * lake with mountains behind it.
 */
function withOtherSettings(reading: Reading, images: readonly Reference[]): Reading {
  const imageSettings = images.flatMap(({ reading: { setting }, isOurs, facts }) =>
    setting !== undefined && (isOurs || facts.place.confidence > 0.5) ? [setting] : [],
  );
  const settings = new Set(
    [...(reading.alsoSettings ?? []), ...imageSettings].filter(name => isAllowed(reading, name)),
  );
  if (reading.setting) settings.delete(reading.setting);
  return settings.size === 0 ? reading : { ...reading, alsoSettings: [...settings] };
}

function isAllowed({ without = [] }: Reading, name: string): boolean {
  return !without.includes(name);
}
