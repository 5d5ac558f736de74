/** The file name of a downloaded picture, clip or grid. */
import type { Task } from '../../data/tasks/tasks.ts';
import { fileWords } from '@kinora/shared/text/file-words';
import { shownPrompt } from '../prompts/chips.ts';

/**
 * The first words of the prompt in any script, the number of the picture, and the extension
 * of its URL: `a-red-fox-2.png`.
 */
export function toFileName(task: Task, address: string, suffix = ''): string {
  const ending = /\.\w+$/.exec(address.split(/[?#]/)[0] ?? '')?.[0] ?? '';
  return [fileWords(shownPrompt(task)) || task.id, suffix].filter(Boolean).join('-') + ending;
}
