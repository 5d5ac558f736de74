/**
 * Erases from the `wire` of deleted image tasks everything that a client typed or uploaded:
 * prompts, descriptions, file names.
 */
import type { Transaction } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';

const erase = statement(
  'erase_image_words',
  `update tasks
   set wire = (wire - 'parameters' - 'pictureName') || '{"prompt": "", "finalPrompt": "", "description": ""}'
   where id = any($1::uuid[]) and interface = 'image' and deleted_at is not null`,
);

/** Erases the words of deleted tasks. Other tasks keep their words, also after their files have expired. */
export async function eraseWords(tx: Transaction, taskIds: readonly string[]): Promise<void> {
  await tx.query(erase, [taskIds]);
}
