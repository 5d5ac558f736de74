/** The public URL of a task's file. It contains a random key, so it needs no authentication. */
import type { Output } from '../../../core/tasks/read/task-view.ts';

export function fileAddress(
  baseUrl: string,
  { key, storageKey }: Pick<Output, 'key' | 'storageKey'>,
): string {
  return `${baseUrl}/media/${key}.${storageKey.split('.').at(-1)}`;
}
