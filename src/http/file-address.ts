/** Where a task's file is fetched: unguessable, so it needs no key. */
import type { Output } from '../tasks/task-view.ts';

export function fileAddress(
  baseUrl: string,
  { key, storageKey }: Pick<Output, 'key' | 'storageKey'>,
): string {
  return `${baseUrl}/media/${key}.${storageKey.split('.').at(-1)}`;
}
