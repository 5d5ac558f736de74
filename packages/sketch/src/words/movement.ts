/** Decides which mentions move, and how fast. */
import type { Movement, Reading } from '../scene/reading.ts';
import { findSubject } from '../subjects/subjects.ts';
import { isFast } from './actions.ts';
import type { FoundWord } from './find-words.ts';
import type { Mention, MentionRelation } from './mention.ts';

const goingLandmarks: readonly string[] = ['sailboat', 'balloon', 'birds'];

/** Verbs of sight and rest, which are followed by the same words. */
const restingVerb =
  /^(peek|peer|glanc|shin|glow|flow|run|lean|reach|stretch|hang|track|rail|star|gleam|wav|fram)/;

/** An unknown word in the form of a verb that is followed by a word of direction. */
export function isMovementVerb({ kind, text }: FoundWord, after: FoundWord | undefined): boolean {
  return (
    kind === 'unknown' &&
    /^[a-z]{3,}(?:s|ing)$/.test(text) &&
    !restingVerb.test(text) &&
    /^(through|past|along|towards?|away|off)$/.test(after?.text ?? '')
  );
}

/** Whether a mention can move. Houses never do. */
export function canMove({ what, name }: Pick<Mention, 'what' | 'name'>): boolean {
  if (what === 'landmark') return goingLandmarks.includes(name);
  const subject = findSubject(name);
  return subject !== undefined && (subject.speedMps > 0 || ['animal', 'person'].includes(subject.group));
}

/** Passengers move with their carrier, and carriers with their passengers. */
export function carry(relations: readonly MentionRelation[]): void {
  for (const { from, relation, to } of relations) {
    if ((relation !== 'on' && relation !== 'in') || !canMove(from) || !canMove(to)) continue;
    const goes = to.goes ?? from.goes;
    if (goes === undefined) continue;
    from.carrier = to;
    to.carrier = to;
    to.goes = goes;
    from.goes = goes;
  }
}

const toTheRight =
  /\b(?:left to right|to(?:wards?)? the right|rightwards?)\b|从左(?:到|往|向|至)右|[向往朝]右/i;
const toTheLeft = /\b(?:right to left|to(?:wards?)? the left|leftwards?)\b|从右(?:到|往|向|至)左|[向往朝]左/i;

/** The reading with the direction in its words, for everything that moves. */
export function withHeading<Told extends Pick<Reading, 'subjects' | 'landmarks'>>(
  reading: Told,
  words: string,
): Told {
  const heading = toTheRight.test(words) ? 1 : toTheLeft.test(words) ? -1 : undefined;
  if (heading === undefined) return reading;
  const addHeading = <Mentioned extends { readonly goes?: Movement }>(mention: Mentioned): Mentioned =>
    mention.goes ? { ...mention, goes: { ...mention.goes, heading } } : mention;
  return {
    ...reading,
    subjects: reading.subjects.map(addHeading),
    landmarks: reading.landmarks.map(addHeading),
  };
}

export function toMovement({ goes, carrier, ...mention }: Mention): { goes?: Movement } {
  if (goes === undefined) return {};
  const pace =
    carrier && findSubject(carrier.name)?.group === 'animal' ? 0.13 : choosePace(carrier ?? mention);
  return { goes: { way: goes, pace: goes === 'up' ? pace * 0.8 : pace } };
}

/** Shares of the picture's width a second: a vehicle crosses more than a third of it in four. */
function choosePace({ what, name, action }: Pick<Mention, 'what' | 'name' | 'action'>): number {
  const subject = what === 'subject' ? findSubject(name) : undefined;
  if (!subject) return 0.12;
  if (subject.group === 'thing' || subject.group === 'object')
    return subject.stance === 'flies' ? 0.16 : 0.14;
  if (action === 'flying' || subject.stance === 'flies') return 0.13;
  if (isFast(action) || action === 'riding') return 0.13;
  return action === 'swimming' || subject.stance === 'swims' || subject.stance === 'floats' ? 0.11 : 0.095;
}
