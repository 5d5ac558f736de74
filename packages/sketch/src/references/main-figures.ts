/**
 * Character and object references: their main figure appears in the new picture, and replaces a subject of
 * the same kind if there is one.
 */
import type { Reading, SubjectMention } from '../scene/reading.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { findSubject } from '../subjects/subjects.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { PictureFacts } from './analyze-picture.ts';
import { cutOut } from './cut-out.ts';
import { type Figure, findFigure } from './find-figure.ts';
import { findPalette, labToHex } from './find-palette.ts';
import type { Reference, References } from './reference.ts';

/** The maximum size of all cut-outs of a scene, which is stored with the task. */
const maxBytes = 30_000;
type Sort = 'character' | 'object';

/**
 * A placeholder for the figure of the picture with this index. The composer places it, and
 * `placeCutOuts` inserts the figure.
 */
export function cutOutMention(picture: number, like: Partial<SubjectMention> = {}): SubjectMention {
  return { name: `figure ${picture}`, subject: 'man', count: 1, size: 1, ...like, picture };
}

export function addFigures(reading: Reading, references: References): Reading {
  const { pictures } = references;
  const figures = pictures.filter(({ role }) => role === 'character' || role === 'object');
  const readingWithFigures = figures.reduce((current, picture) => {
    const index = pictures.indexOf(picture);
    return withFigure(current, { references, picture, index, sort: picture.role as Sort });
  }, reading);
  return withSharedAction(readingWithFigures, references);
}

/**
 * Applies the action of a prompt such as "dancing on a beach" to all figures without an action of their own.
 */
function withSharedAction(reading: Reading, { job }: References): Reading {
  const [sharedAction] = reading.subjects.flatMap(({ action }) => action ?? []);
  const action = sharedAction ?? readPrompt(`a man ${job.prompt}`, []).subjects[0]?.action;
  if (action === undefined) return reading;
  const subjects = reading.subjects.map(mention =>
    mention.picture === undefined ? mention : { action, ...mention },
  );
  return { ...reading, subjects };
}

function withFigure(
  reading: Reading,
  options: { references: References; picture: Reference; index: number; sort: Sort },
): Reading {
  const place = findReplaceable(reading, options.sort);
  const figure = figureMention(place, options);
  if (!figure) return reading;
  if (!place) return { ...reading, subjects: [figure, ...reading.subjects] };
  if (isSingle(place, options)) {
    const otherFigures = { ...place, count: place.count - 1 };
    const subjects = reading.subjects.flatMap(mention =>
      mention === place ? [figure, otherFigures] : mention,
    );
    return { ...reading, subjects };
  }
  const rename = (name: string) => (name === place.name ? figure.name : name);
  return {
    ...reading,
    subjects: reading.subjects.map(mention => (mention === place ? figure : mention)),
    relations: reading.relations.map(({ from, relation, to }) => ({
      from: rename(from),
      relation,
      to: rename(to),
    })),
  };
}

/**
 * Whether the figure is only one of the subject's count: with two pictures, "two friends" are one from each.
 */
function isSingle(
  { count }: SubjectMention,
  { references, sort }: { references: References; sort: Sort },
): boolean {
  return count > 1 && references.pictures.filter(({ role }) => role === sort).length > 1;
}

/**
 * The subject of the prompt that the figure replaces: a person or else an animal for a character, an object
 * or else any subject otherwise.
 */
function findReplaceable({ subjects }: Reading, sort: Sort): SubjectMention | undefined {
  const drawnSubjects = subjects.filter(({ picture }) => picture === undefined);
  const groups = sort === 'character' ? ['person', 'animal'] : ['object', 'thing', 'plant'];
  for (const group of groups) {
    const mention = drawnSubjects.find(({ subject }) => findSubject(subject)?.group === group);
    if (mention) return mention;
  }
  return sort === 'character' ? undefined : drawnSubjects[0];
}

function figureMention(
  place: SubjectMention | undefined,
  {
    references,
    picture,
    index,
    sort,
  }: { references: References; picture: Reference; index: number; sort: Sort },
): SubjectMention | undefined {
  const { characterWeight = 100, objectWeight = 100 } = references.job;
  const prominence = sort === 'object' ? Math.min(1.9, Math.max(0.5, (objectWeight / 100) ** 0.4)) : 1;
  const size = (place?.size ?? 1) * prominence;
  // Patterns consist of drawn motifs, so cut-outs cannot be used.
  const closeness = references.job.tile ? 0 : sort === 'character' ? characterWeight : 100;
  const count = place && isSingle(place, { references, sort }) ? 1 : (place?.count ?? 1);
  if (picture.isOurs) {
    const figure = ownFigure(picture.reading, { place, size, closeness, sort });
    return figure && { ...figure, count, picture: index };
  }
  const visibleFigure = picture.figure ?? findFigure(picture.facts.small);
  if (!visibleFigure) return undefined;
  const name = place?.name ?? `figure ${index}`;
  if (closeness < 35) {
    const like = place ?? { subject: 'man', count: 1 };
    return { ...like, name, size, count, color: figureColor(picture.facts, visibleFigure) };
  }
  const stand = { subject: place?.subject ?? (sort === 'object' ? 'teddy-bear' : 'man'), name, size };
  const does = place?.action;
  return cutOutMention(index, { ...stand, count, ...(does !== undefined && { action: does }) });
}

/** The figure of a picture of this engine: kind and color always, action and size only at high closeness. */
function ownFigure(
  { subjects }: Reading,
  options: { place: SubjectMention | undefined; size: number; closeness: number; sort: Sort },
): SubjectMention | undefined {
  const groups = options.sort === 'character' ? ['person', 'animal'] : ['object', 'thing', 'plant'];
  const figure =
    groups.flatMap(group => subjects.filter(({ subject }) => findSubject(subject)?.group === group))[0] ??
    subjects[0];
  if (!figure) return undefined;
  const { action } = figure;
  // The color of a person is the color of the clothes.
  const color =
    options.closeness < 35 && findSubject(figure.subject)?.group === 'person'
      ? options.place?.color
      : figure.color;
  const does = options.place?.action ?? (options.closeness >= 50 ? action : undefined);
  return {
    name: options.place?.name ?? figure.name,
    subject: figure.subject,
    count: 1,
    size: options.closeness >= 50 ? figure.size * options.size : options.size,
    ...(color !== undefined && { color }),
    ...(does !== undefined && { action: does }),
  };
}

/** Replaces the placeholders with the cut-out figures. */
export function placeCutOuts(scene: Scene, { pictures }: References): Scene {
  const used = new Set(
    scene.things.flatMap(({ picture }) =>
      picture === undefined || pictures[picture]?.isOurs !== false ? [] : [picture],
    ),
  );
  if (used.size === 0) return scene;
  const figuresByPicture = new Map(
    [...used].flatMap(picture => {
      const { facts, figure } = pictures[picture];
      const visibleFigure = figure ?? findFigure(facts.small);
      if (!visibleFigure) return [];
      return [
        [
          picture,
          { visibleFigure, cutOut: cutOut(facts.small, visibleFigure, maxBytes / used.size) },
        ] as const,
      ];
    }),
  );
  const things = scene.things.map(thing => {
    const { color: _, ...stand } = thing;
    const match = thing.picture === undefined ? undefined : figuresByPicture.get(thing.picture);
    if (!match) return thing;
    const placedThing = isCutOff(match.visibleFigure) ? moveToLowerEdge(stand, scene) : stand;
    // Wide figures are scaled down, so that they do not appear larger than tall ones.
    const height = placedThing.height * Math.min(1, 1.2 / match.cutOut.aspect);
    return { ...placedThing, height, cutOut: match.cutOut };
  });
  return { ...scene, things };
}

/**
 * Whether the lower border of its picture cuts the figure off, as in a portrait. Such a figure
 * must not stand on the ground.
 */
function isCutOff({ mask, width, height }: Figure): boolean {
  const last = mask.subarray((height - 1) * width);
  return last.reduce((sum, value) => sum + value, 0) > width * 0.06;
}

/** Moves a thing so near that the lower edge of the picture cuts it off, as in its own picture. */
function moveToLowerEdge(thing: Thing, { camera, terrain }: Scene): Thing {
  const size = Math.max(0.5, (thing.height * camera.focal) / thing.z);
  const eye = Math.max(0.2, camera.altitude - terrain.ground);
  const z = (eye * camera.focal) / Math.max(0.1, 1.01 - camera.horizon);
  return { ...thing, x: (thing.x * z) / thing.z, z, lift: 0, height: (size * z) / camera.focal };
}

/** The most frequent color of the figure. */
function figureColor({ small: { lab } }: PictureFacts, { mask }: Figure): string {
  return labToHex(findPalette({ lab, alpha: mask }, 4)[0]?.lab ?? [0.6, 0, 0]);
}
