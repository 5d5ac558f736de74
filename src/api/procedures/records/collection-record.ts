/** A collection of tasks. */
import { z } from 'zod';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import type { Collection } from '../../../core/tasks/library/collections.ts';
import { count, time } from './values.ts';

export const collectionRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  created: time,
});

export const collectionWithCount = collectionRecord.extend({
  count: count.describe('Number of tasks in the collection.'),
  cover: z.string().nullable().describe('URL of an image of its newest task.'),
});

export function toCollectionRecord(collection: Collection): ReadOnly<z.output<typeof collectionRecord>> {
  return {
    id: collection.id,
    account: collection.accountId,
    name: collection.name,
    created: collection.createdAt.toISOString(),
  };
}
