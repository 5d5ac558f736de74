/** collection list | create | rename | delete | add | remove. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { ownAccount } from '../fields/account-fields.ts';
import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  maxCollections,
  renameCollection,
  takeFromCollection,
} from '../../../core/tasks/library/collections.ts';
import { findOwnTasks } from '../../../core/tasks/read/own-tasks.ts';
import { name } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import {
  resolveAccount,
  resolveCollection,
  resolveOwnCollection,
  actorScope,
  actorUserId,
  userToRead,
} from '../scope.ts';
import { tasks } from './task-fields.ts';
import { collectionRecord, collectionWithCount, toCollectionRecord } from '../records/collection-record.ts';

const collection = z.string().describe('Collection ID.');

export const collectionProcedures = [
  procedure({
    name: 'collection list',
    description: 'List collections with the number of tasks in each.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: ownAccount }),
    output: z.array(collectionWithCount),
    run: async (context, input) => {
      const accountId = await resolveAccount(context, input.account);
      const collections = await listCollections(context.db, { accountId, userId: userToRead(context) });
      return collections.map(({ count, cover, ...one }) => ({
        ...toCollectionRecord(one),
        count,
        cover: cover ? context.fileAddress(cover) : null,
      }));
    },
  }),
  procedure({
    name: 'collection create',
    description: 'Create a collection.',
    who: 'member',
    changes: true,
    word: 'name',
    input: z.strictObject({ name: name.describe('Collection name.'), account: ownAccount }),
    output: collectionWithCount,
    run: async (context, input) => {
      const accountId = await resolveAccount(context, input.account);
      const result = await createCollection(context.db, {
        accountId,
        name: input.name,
        createdBy: actorUserId(context.actor) ?? null,
      });
      if (result === 'taken') throw new AppError('collection_taken', { name: input.name });
      if (result === 'full') throw new AppError('collections_too_many', { limit: maxCollections });
      await context.note({ accountId, object: result.id, after: { name: result.name } });
      return { ...toCollectionRecord(result), count: 0, cover: null };
    },
  }),
  procedure({
    name: 'collection rename',
    description: 'Rename a collection. Members can rename only collections they created.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, name: name.describe('New name.') }),
    output: collectionRecord,
    run: async (context, input) => {
      const before = await resolveOwnCollection(context, input.collection);
      if (!(await renameCollection(context.db, before, input.name)))
        throw new AppError('collection_taken', { name: input.name });
      const after = { name: input.name };
      await context.note({
        accountId: before.accountId,
        object: before.id,
        before: { name: before.name },
        after,
      });
      return toCollectionRecord({ ...before, name: input.name });
    },
  }),
  procedure({
    name: 'collection delete',
    description: 'Delete a collection; its tasks are kept. Members can delete only collections they created.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection }),
    output: z.strictObject({ id: z.string(), deleted: z.boolean() }),
    run: async (context, input) => {
      const { id, accountId, name: before } = await resolveOwnCollection(context, input.collection);
      await deleteCollection(context.db, id);
      await context.note({ accountId, object: id, before: { name: before } });
      return { id, deleted: true };
    },
  }),
  // The contents of a collection do not belong in the audit log.
  procedure({
    name: 'collection add',
    description: 'Add tasks to a collection.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, tasks }),
    output: z.strictObject({ count: z.number() }),
    run: (context, input) => moveTasks(context, input, addToCollection),
  }),
  procedure({
    name: 'collection remove',
    description: 'Remove tasks from a collection.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, tasks }),
    output: z.strictObject({ count: z.number() }),
    run: (context, input) => moveTasks(context, input, takeFromCollection),
  }),
];

/** Returns how many tasks were moved. Those that the actor may not change are left out. */
async function moveTasks(
  context: Pick<Context, 'actor' | 'db'>,
  input: { collection: string; tasks: readonly string[] },
  moving: typeof addToCollection,
) {
  const { id } = await resolveCollection(context, input.collection);
  const ownTasks = await findOwnTasks(context.db, input.tasks, actorScope(context));
  const rows = ownTasks.map(task => task.id);
  return { count: await moving(context.db, id, rows) };
}
