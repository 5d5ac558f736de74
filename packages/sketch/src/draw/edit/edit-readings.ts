/**
 * The reading of a picture before and after an edit. The prompt is a whole one or
 * an instruction ("add a boat").
 */
import type { Reading, SubjectMention } from '../../scene/reading.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { isAddition, isOrder, describeResult } from './edit-instruction.ts';
import type { Job } from '../../job/job.ts';

export interface EditReadings {
  readonly before: Reading;
  readonly after: Reading;
  /** Whether the prompt is an instruction, or names only light and weather. What it does not name stays. */
  readonly keepsUnnamed: boolean;
  /**
   * Whether it describes a place and nothing in it. Behind a mask, the place then replaces what was there.
   */
  readonly isPlaceOnly: boolean;
}

export function editReadings({ prompt, exclude, parent }: Job): EditReadings {
  const before = readPrompt(parent?.prompt ?? '', []);
  const promptReading = readPrompt(describeResult(prompt), exclude);
  const namesNothing = promptReading.subjects.length === 0 && promptReading.landmarks.length === 0;
  const keepsUnnamed = isOrder(prompt) || parent === undefined || namesNothing;
  const after = keepsUnnamed ? mergeReadings(before, promptReading, isAddition(prompt)) : promptReading;
  const isPlaceOnly = !isOrder(prompt) && namesNothing && promptReading.setting !== undefined;
  return { before, after, keepsUnnamed, isPlaceOnly };
}

/** The reading with the additions of the instruction and without its removals. */
function mergeReadings(before: Reading, promptReading: Reading, adds: boolean): Reading {
  const without = new Set(promptReading.without ?? []);
  const subjects = before.subjects.filter(
    old =>
      !without.has(old.subject) &&
      !without.has(old.name) &&
      !promptReading.subjects.some(({ subject }) => subject === old.subject),
  );
  const landmarks = before.landmarks.filter(
    old => !without.has(old.kind) && !promptReading.landmarks.some(({ kind }) => kind === old.kind),
  );
  return {
    ...before,
    ...promptReading,
    palette: promptReading.palette.length > 0 ? promptReading.palette : before.palette,
    subjects: [...subjects, ...promptReading.subjects.map(mention => changeMention(mention, before, adds))],
    landmarks: [...landmarks, ...promptReading.landmarks],
    relations: [...before.relations, ...promptReading.relations],
  };
}

/** Returns the old mention with the new color, or with one more of its kind. */
function changeMention(mention: SubjectMention, before: Reading, adds: boolean): SubjectMention {
  const oldMention = before.subjects.find(({ subject }) => subject === mention.subject);
  if (!oldMention) return mention;
  return {
    ...oldMention,
    ...mention,
    count: adds ? oldMention.count + mention.count : Math.max(oldMention.count, mention.count),
  };
}
