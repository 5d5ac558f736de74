/** The public address of a task's file. It cannot be guessed, so it needs no key. */
import type { Output } from '../../../core/tasks/read/task-view.ts';

export function fileAddress(
  baseUrl: string,
  { key, storageKey }: Pick<Output, 'key' | 'storageKey'>,
): string {
  return `${baseUrl}/media/${key}.${storageKey.split('.').at(-1)}`;
}
