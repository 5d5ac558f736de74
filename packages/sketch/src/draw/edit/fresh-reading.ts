/** The difference between two prompts. */
import type { LandmarkMention, Reading, SubjectMention } from '../../scene/reading.ts';

/**
 * The new reading with only those subjects and landmarks that the old one has not, or has in another color.
 */
export function freshReading(before: Reading, after: Reading): Reading {
  return {
    ...after,
    subjects: after.subjects.filter(mention => !before.subjects.some(old => sameSubject(old, mention))),
    landmarks: after.landmarks.filter(mention => !before.landmarks.some(old => sameLandmark(old, mention))),
  };
}

function sameSubject(one: SubjectMention, other: SubjectMention): boolean {
  return one.subject === other.subject && one.color === other.color;
}

function sameLandmark(one: LandmarkMention, other: LandmarkMention): boolean {
  return one.kind === other.kind && one.color === other.color;
}
