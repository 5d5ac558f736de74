/** The file name of a downloaded picture, clip or grid. */
import type { Task } from '../../data/tasks/tasks.ts';
import { wordsOf } from '../prompts/chips.ts';

const maxLetters = 40;

/** The first words of the prompt in any script, the number of the picture, and the extension of its URL: `a-red-fox-2.png`. */
export function fileNameOf(task: Task, address: string, mark = ''): string {
  const ending = /\.\w+$/.exec(address.split(/[?#]/)[0] ?? '')?.[0] ?? '';
  return [firstWords(wordsOf(task)) || task.id, mark].filter(Boolean).join('-') + ending;
}

/** Whole words. A longer word, such as a sentence in a script without spaces, is truncated. */
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
