/** Under which name a picture, a clip or a grid is kept. */
import type { Task } from '../../data/tasks/tasks.ts';
import { wordsOf } from '../prompts/chips.ts';

const maxLetters = 40;

/** The first words of its prompt in any script, which of them it is, and the ending of its address: `a-red-fox-2.png`. */
export function fileNameOf(task: Task, address: string, mark = ''): string {
  const ending = /\.\w+$/.exec(address.split(/[?#]/)[0] ?? '')?.[0] ?? '';
  return [firstWords(wordsOf(task)) || task.id, mark].filter(Boolean).join('-') + ending;
}

/** Whole words; of one that is longer, as sentences without spaces are, its beginning. */
function firstWords(text: string): string {
  const words = text
    .replace(/https?:\S+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  let name = '';
  for (const word of words ?? []) {
    const longer = name ? `${name}-${word}` : Array.from(word).slice(0, maxLetters).join('');
    if (longer.length > maxLetters && name) break;
    name = longer;
  }
  return name;
}
