/** What a picture says and what it is to say, from a prompt that may be a whole one or an order ("add a boat"). */
import type { EngineJob } from '../../engine.ts';
import type { Reading } from '../reading.ts';
import { readPrompt } from '../words/read-prompt.ts';

export interface EditReadings {
  readonly before: Reading;
  readonly after: Reading;
  /** The prompt tells what to do, not what is to be seen: what it does not name stays. */
  readonly isOrder: boolean;
}

const order =
  /^\s*(please\s+)?(add|put|place|give|make|turn|change|replace|remove|delete|erase|take|set|paint|draw|convert|let|swap)\b|^\s*(请)?(加|添加|增加|放|把|将|让|变|改|换|去掉|删|移除|去除)/i;
const taking = /\b(remove|delete|erase|take away|take out|get rid of)\b|去掉|删除|删掉|移除|去除/gi;
const swapping = /\b(?:replace|swap|change|turn)\s+(.+?)\s+(?:with|by|for|into|to)\s+(.+)/i;

export function editReadings({ prompt, exclude, parent }: EngineJob): EditReadings {
  const before = readPrompt(parent?.prompt ?? '', []);
  const isOrder = order.test(prompt) || parent === undefined;
  const swap = swapping.exec(prompt);
  const told = swap ? `${swap[2]}, without ${swap[1]}` : prompt.replace(taking, ' without ');
  const named = readPrompt(told, exclude);
  return { before, after: isOrder ? merged(before, named) : named, isOrder };
}

/** What was there, with what the order names and without what it takes away. */
function merged(before: Reading, named: Reading): Reading {
  const without = new Set(named.without ?? []);
  const subjects = before.subjects.filter(
    old =>
      !without.has(old.subject) &&
      !without.has(old.name) &&
      !named.subjects.some(({ subject }) => subject === old.subject),
  );
  const landmarks = before.landmarks.filter(
    old => !without.has(old.kind) && !named.landmarks.some(({ kind }) => kind === old.kind),
  );
  return {
    ...before,
    ...named,
    palette: named.palette.length > 0 ? named.palette : before.palette,
    subjects: [...subjects, ...named.subjects],
    landmarks: [...landmarks, ...named.landmarks],
    relations: [...before.relations, ...named.relations],
  };
}
