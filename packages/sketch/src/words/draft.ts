/**
 * A reading under construction: the first word that names a field sets it, and
 * mentions collect their qualities.
 */
import type { Landmark, LandmarkMention, Reading, Relation, SubjectMention } from '../scene/reading.ts';
import { findSubject } from '../subjects/subjects.ts';
import type { Mention, MentionRelation, Qualities } from './mention.ts';
import { canMove, carry, toMovement } from './movement.ts';
import { readingField, type SceneMeaning } from './vocabulary.ts';

export interface Draft {
  /** Every setting in the order of the words. */
  readonly settings: Set<string>;
  readonly scene: Map<SceneMeaning['kind'], SceneMeaning>;
  readonly palette: string[];
  readonly mentions: Mention[];
  readonly relations: MentionRelation[];
}

export function newDraft(): Draft {
  return { settings: new Set(), scene: new Map(), palette: [], mentions: [], relations: [] };
}

/** The first word counts, but a weak one yields to any later one. */
export function setSetting({ scene, settings }: Draft, meaning: SceneMeaning): void {
  if (meaning.kind === 'setting' && !meaning.weak) settings.add(meaning.value);
  const before = scene.get(meaning.kind);
  if (before === undefined || (before.weak && !meaning.weak)) scene.set(meaning.kind, meaning);
}

/** Adds qualities that the mention does not have yet. The natural color of a subject is no tint. */
export function addQualities(mention: Mention, { count, size, color, action, goes }: Qualities): void {
  if (count !== undefined) mention.count = count;
  if (size !== undefined) mention.size = size;
  if (action !== undefined && !isLifeless(mention)) mention.action ??= action;
  if (goes !== undefined && canMove(mention)) mention.goes ??= goes;
  const natural = mention.what === 'subject' ? (findSubject(mention.name)?.natural ?? []) : [];
  if (color !== undefined && !natural.includes(color.name)) mention.color ??= color.value;
}

/** Whether a mention cannot act: landmarks, plants and objects. */
export function isLifeless({ what, name }: Mention): boolean {
  return what === 'landmark' || ['object', 'plant'].includes(findSubject(name)?.group ?? '');
}

export function addRelation(
  { relations }: Draft,
  from: readonly Mention[],
  { relation, to }: { relation: Relation; to: Mention },
): void {
  for (const one of from) {
    const isKnown = relations.some(other => other.from === one && other.to === to);
    if (one !== to && !isKnown) relations.push({ from: one, relation, to });
  }
}

export function finish(draft: Draft): Reading {
  mergeRiders(draft);
  openBoats(draft);
  carry(draft.relations);
  const finalMentions = new Set(draft.mentions);
  const relations = draft.relations
    .filter(({ from, to }) => finalMentions.has(from) && finalMentions.has(to))
    .map(({ from, relation, to }) => ({ from: from.name, relation, to: to.name }));
  return {
    ...readScene(draft),
    palette: [...new Set(draft.palette)],
    landmarks: draft.mentions.filter(({ what }) => what === 'landmark').map(landmarkMention),
    subjects: draft.mentions.filter(({ what }) => what === 'subject').map(subjectMention),
    relations,
  };
}

function landmarkMention(mention: Mention): LandmarkMention {
  const { name, count, size, color } = mention;
  const qualities = { ...(color === undefined ? {} : { color }), ...toMovement(mention) };
  return { kind: name as Landmark, count, size, ...qualities };
}

function subjectMention(mention: Mention): SubjectMention {
  const { name, count, size, color, action } = mention;
  const qualities = {
    ...(color === undefined ? {} : { color }),
    ...(action === undefined ? {} : { action }),
    ...toMovement(mention),
  };
  return { name, subject: name, count, size, ...qualities };
}

/** The sky is a setting only for what flies: a fox under a starry sky stands on the ground. */
function readScene({ scene, settings, mentions }: Draft): Partial<Reading> {
  const isGrounded = mentions.some(
    ({ what, name }) => !(what === 'landmark' ? airborne.has(name) : flies(name)),
  );
  const fields = [...scene.values()].map(({ kind, value }): [string, unknown] => [readingField(kind), value]);
  const sceneFields = fields.filter(
    ([field, value]) => !(isGrounded && field === 'setting' && value === 'sky'),
  );
  const otherSettings = [...settings].filter(
    setting => setting !== scene.get('setting')?.value && setting !== 'sky',
  );
  if (otherSettings.length > 0) sceneFields.push(['alsoSettings', otherSettings]);
  return Object.fromEntries(sceneFields);
}

function flies(key: string): boolean {
  return findSubject(key)?.habitats.some(habitat => habitat === 'air' || habitat === 'space') ?? false;
}

const airborne = new Set(['balloon', 'moon', 'sun', 'stars', 'rainbow', 'aurora', 'clouds', 'birds']);

/** Replaces a boat with passengers by an open one, so that they are visible. */
function openBoats({ relations }: Draft): void {
  for (const { from, relation, to } of relations) {
    const isPassenger = from.what === 'subject' && !isLifeless(from);
    if (relation === 'in' && isPassenger && to.name === 'sailboat')
      Object.assign(to, { what: 'subject', name: 'canoe' });
  }
}

/** Merges a rider and a horse or a bicycle into one figure. */
function mergeRiders(draft: Draft): void {
  for (const { from, relation, to } of draft.relations) {
    const poses = findSubject(from.name)?.poses ?? {};
    const action = to.name === 'horse' ? 'riding' : to.name === 'bicycle' ? 'cycling' : undefined;
    if (relation !== 'on' || from.what !== 'subject' || action === undefined || poses[action] === undefined)
      continue;
    from.action = action;
    draft.mentions.splice(draft.mentions.indexOf(to), 1);
  }
}
