/** collection list | create | rename | delete | add | remove. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  maxCollections,
  renameCollection,
  takeFromCollection,
  type Collection,
} from '../tasks/collections.ts';
import { findOwnTasks } from '../tasks/own-tasks.ts';
import { name } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { accountOf, collectionOf, ownCollectionOf, scopeOf, userIdOf, userToRead } from './scope.ts';
import { tasks } from './task-fields.ts';

const account = z.string().optional().describe('By name or id; your own unless you say so.');
const collection = z.string().describe('The id of a collection.');

export const collectionProcedures = [
  procedure({
    name: 'collection list',
    says: 'Collections of tasks, with how many are in each.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account }),
    run: async (context, input) => {
      const accountId = await accountOf(context, input.account);
      const found = await listCollections(context.db, { accountId, userId: userToRead(context) });
      return found.map(({ count, cover, ...one }) => ({
        ...toRecord(one),
        count,
        cover: cover ? context.fileAddress(cover) : null,
      }));
    },
  }),
  procedure({
    name: 'collection create',
    says: 'Make a collection.',
    who: 'member',
    changes: true,
    word: 'name',
    input: z.strictObject({ name: name.describe('What it is called.'), account }),
    run: async (context, input) => {
      const accountId = await accountOf(context, input.account);
      const made = await createCollection(context.db, {
        accountId,
        name: input.name,
        createdBy: userIdOf(context.actor) ?? null,
      });
      if (made === 'taken') throw new AppError('collection_taken', { name: input.name });
      if (made === 'full') throw new AppError('collections_too_many', { limit: maxCollections });
      await context.note({ accountId, object: made.id, after: { name: made.name } });
      return { ...toRecord(made), count: 0, cover: null };
    },
  }),
  procedure({
    name: 'collection rename',
    says: 'Give a collection another name; a member those that it made.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, name: name.describe('What it is called from now on.') }),
    run: async (context, input) => {
      const before = await ownCollectionOf(context, input.collection);
      if (!(await renameCollection(context.db, before, input.name)))
        throw new AppError('collection_taken', { name: input.name });
      const after = { name: input.name };
      await context.note({
        accountId: before.accountId,
        object: before.id,
        before: { name: before.name },
        after,
      });
      return toRecord({ ...before, name: input.name });
    },
  }),
  procedure({
    name: 'collection delete',
    says: 'Delete a collection, a member one that it made; its tasks stay.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection }),
    run: async (context, input) => {
      const { id, accountId, name: before } = await ownCollectionOf(context, input.collection);
      await deleteCollection(context.db, id);
      await context.note({ accountId, object: id, before: { name: before } });
      return { id, deleted: true };
    },
  }),
  // What is in a collection is not for the audit log.
  procedure({
    name: 'collection add',
    says: 'Put tasks into a collection.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, tasks }),
    run: (context, input) => move(context, input, addToCollection),
  }),
  procedure({
    name: 'collection remove',
    says: 'Take tasks out of a collection.',
    who: 'member',
    changes: true,
    word: 'collection',
    input: z.strictObject({ collection, tasks }),
    run: (context, input) => move(context, input, takeFromCollection),
  }),
];

/** Answers with how many were moved; those that are not the actor's to touch are left out. */
async function move(
  context: Context,
  input: { collection: string; tasks: readonly string[] },
  moving: typeof addToCollection,
) {
  const { id } = await collectionOf(context, input.collection);
  const own = await findOwnTasks(context.db, input.tasks, scopeOf(context));
  const rows = own.map(task => task.id);
  return { count: await moving(context.db, id, rows) };
}

function toRecord({ id, accountId, name: called, createdAt }: Collection) {
  return { id, account: accountId, name: called, created: createdAt.toISOString() };
}
