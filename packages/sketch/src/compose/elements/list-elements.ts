/** Lists the elements of a reading that need a place of their own, with their size and stance. */
import type { LandmarkMention, Reading, SubjectMention } from '../../scene/reading.ts';
import type { Thing } from '../../scene/scene.ts';
import { putCarrierFirst } from './carriers.ts';
import type { SceneElement } from './scene-element.ts';
import { findSubject } from '../../subjects/subjects.ts';

/** Height in meters, share of the picture if it is the main thing, and stance. */
interface LandmarkFacts {
  readonly height: number;
  readonly size: number;
  readonly stance: Thing['stance'];
}

// A table reads best in rows.
// oxfmt-ignore
const landmarkFacts: Partial<Record<string, LandmarkFacts>> = {
  lighthouse: { height: 22, size: 0.52, stance: 'stands' }, windmill: { height: 15, size: 0.42, stance: 'stands' },
  castle: { height: 42, size: 0.36, stance: 'stands' }, tower: { height: 26, size: 0.42, stance: 'stands' },
  ruins: { height: 9, size: 0.22, stance: 'stands' }, house: { height: 7, size: 0.26, stance: 'stands' },
  bridge: { height: 7, size: 0.15, stance: 'stands' }, pier: { height: 2, size: 0.06, stance: 'stands' },
  fence: { height: 1.2, size: 0.07, stance: 'stands' }, lamp: { height: 4, size: 0.36, stance: 'stands' },
  campfire: { height: 0.9, size: 0.1, stance: 'stands' }, waterfall: { height: 30, size: 0.34, stance: 'stands' },
  rocks: { height: 1.4, size: 0.1, stance: 'stands' }, tree: { height: 9, size: 0.5, stance: 'stands' },
  pine: { height: 14, size: 0.5, stance: 'stands' }, palm: { height: 9, size: 0.46, stance: 'stands' },
  bush: { height: 1.4, size: 0.12, stance: 'stands' }, sailboat: { height: 10, size: 0.27, stance: 'floats' },
  table: { height: 0.78, size: 0.36, stance: 'stands' }, balloon: { height: 22, size: 0.34, stance: 'flies' },
};

/** The elements, the most important first. */
export function listElements(reading: Reading): SceneElement[] {
  const subjects = reading.subjects.flatMap(mention => toSubjectElements(mention));
  const landmarks = reading.landmarks
    .flatMap(mention => toLandmarkElements(mention))
    .map(element =>
      element.kind === 'lamp' && reading.setting === 'room' ? { ...element, height: 1.7 } : element,
    );
  const shelteringLandmarks = landmarks.map(landmark => lowerShelter(landmark, subjects, reading));
  const elements = [...subjects, ...shelteringLandmarks.sort((one, other) => other.size - one.size)];
  return [...putCarrierFirst(elements, reading)];
}

/** Lowers and enlarges a landmark with a subject under it, so that the subject can be seen. */
function lowerShelter(
  landmark: SceneElement,
  subjects: readonly SceneElement[],
  reading: Reading,
): SceneElement {
  const shelterRelation = reading.relations.find(
    ({ relation, to }) => relation === 'under' && to === landmark.name,
  );
  const subject = subjects.find(({ name }) => name === shelterRelation?.from);
  return subject && landmark.kind !== 'table'
    ? {
        ...landmark,
        height: Math.min(landmark.height, subject.height * 2.4),
        size: landmark.kind === 'bridge' ? 0.42 : 0.85,
      }
    : landmark;
}

function toSubjectElements(mention: SubjectMention): SceneElement[] {
  const subject = findSubject(mention.subject);
  if (!subject) return [];
  const isFlying = mention.action === 'flying' && subject.stance !== 'floats';
  const { color, action, goes, picture } = mention;
  return [
    {
      name: mention.name,
      what: 'subject',
      kind: mention.subject,
      count: Math.min(24, mention.count),
      height: subject.heightM * mention.size,
      size: mention.size ** 0.5,
      stance: isFlying ? 'flies' : subject.stance,
      ...(color !== undefined && { color }),
      ...(action !== undefined && { action }),
      ...(goes && { goes }),
      ...(picture !== undefined && { picture }),
    },
  ];
}

function toLandmarkElements(mention: LandmarkMention): SceneElement[] {
  const facts = landmarkFacts[mention.kind];
  const isPlenty =
    mention.count >= 6 && ['tree', 'pine', 'palm', 'bush', 'rocks', 'house'].includes(mention.kind);
  if (!facts || isPlenty) return [];
  return [
    {
      name: mention.kind,
      what: 'landmark',
      kind: mention.kind,
      count: mention.count,
      height: facts.height * mention.size,
      size: facts.size * mention.size ** 0.6,
      stance: facts.stance,
      ...(mention.color !== undefined && { color: mention.color }),
      ...(mention.goes && { goes: mention.goes }),
    },
  ];
}
