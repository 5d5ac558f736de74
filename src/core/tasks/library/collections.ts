/** Collections: named sets of an account's tasks. */
import { changeTasks } from '../../../platform/db/change-feed.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { newRowId, toRowId } from '../../../platform/lib/id.ts';
import type { TaskScope } from '../task-scope.ts';

export interface Collection {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Null means the command line. */
  readonly createdBy: string | null;
}

/** A collection as its reader sees it: only the tasks in the reader's scope count. */
export interface ListedCollection extends Collection {
  readonly count: number;
  /** A picture of the task that was added last. Undefined if none of its pictures are left. */
  readonly cover: { readonly key: string; readonly storageKey: string } | undefined;
}

const columns =
  'collections.id, collections.account_id as "accountId", collections.name, collections.created_at as "createdAt", collections.created_by as "createdBy"';
const byId = statement('collection_by_id', `select ${columns} from collections where id = $1`);
/** $2: null for the tasks of all users. */
const selectCollections = statement(
  'list_collections',
  `select ${columns}, coalesce(inside.count, 0)::int as count, cover.file as cover
   from collections
     left join lateral (
       select count(*) from collection_tasks join tasks on tasks.id = task_id
       where collection_id = collections.id
         and deleted_at is null
         and ($2::uuid is null or tasks.user_id = $2)
     ) inside on true
     left join lateral (
       select json_build_object('key', outputs.key, 'storageKey', outputs.storage_key) as file
       from collection_tasks
         join tasks on tasks.id = collection_tasks.task_id
         join outputs on outputs.task_id = tasks.id
       where collection_id = collections.id
         and deleted_at is null
         and tasks.expires_at > now()
         and outputs.kind in ('thumbnail', 'cell', 'picture')
         and ($2::uuid is null or tasks.user_id = $2)
       order by added_at desc, ordinal, outputs.kind = 'thumbnail' desc limit 1
     ) cover on true
   where $1::uuid is null or collections.account_id = $1
   order by collections.created_at, collections.id`,
);
const insert = statement(
  'insert_collection',
  `insert into collections (id, account_id, name, created_by)
   select $1::uuid, $2::uuid, $3::text, $5::uuid
   where (select count(*) from collections where account_id = $2::uuid) < $4::int
   on conflict do nothing
   returning ${columns}`,
);
const count = statement(
  'count_collections',
  'select count(*)::int as count from collections where account_id = $1',
);
const lockAccount = statement(
  'lock_account_of_collections',
  'select id from accounts where id = $1 for no key update',
);
const rename = statement(
  'rename_collection',
  `update collections set name = $2::text
   where id = $1
     and not exists (
       select from collections other
       where other.account_id = collections.account_id
         and lower(other.name) = lower($2::text)
         and other.id <> $1
     )
   returning id`,
);
const remove = statement('delete_collection', 'delete from collections where id = $1');
/**
 * The summary of a task lists its collections, so the moved tasks count as changed. $2: rows of tasks
 * of the collection's account.
 */
const announceMoved = `locked_tasks as (
     -- In one order, so that two who move the same tasks do not wait for each other.
     select id from tasks where id in (select task_id from moved_tasks) order by id for no key update
   ), changed_tasks as (
     -- A change without a difference: pollers get the tasks again.
     update tasks set change = change from locked_tasks where tasks.id = locked_tasks.id returning public_id
   )`;
const add = statement(
  'add_to_collection',
  `with moved_tasks as (
     -- Tasks that come into the collection.
     insert into collection_tasks (collection_id, task_id)
     select collections.id, tasks.id from collections join tasks on tasks.account_id = collections.account_id
     where collections.id = $1 and tasks.id = any($2::uuid[]) and deleted_at is null
     on conflict do nothing returning task_id
   ), ${announceMoved}
   select * from changed_tasks`,
);
const takeOut = statement(
  'take_from_collection',
  `with moved_tasks as (
     -- Tasks that leave the collection.
     delete from collection_tasks where collection_id = $1 and task_id = any($2::uuid[]) returning task_id
   ), ${announceMoved}
   select * from changed_tasks`,
);

export async function findCollection(db: Queryable, id: string): Promise<Collection | undefined> {
  return (await db.query<Collection>(byId, [toRowId(id)]))[0];
}

export async function listCollections(
  db: Queryable,
  { accountId, userId }: TaskScope,
): Promise<ListedCollection[]> {
  const rows = await db.query<ListedCollection & { cover: ListedCollection['cover'] | null }>(
    selectCollections,
    [accountId ?? null, userId ?? null],
  );
  return rows.map(row => ({ ...row, cover: row.cover ?? undefined }));
}

export const maxCollections = 200;

/**
 * Creates a collection. Call it in a transaction. `taken`: the name is in use; `full`: the account has the
 * maximum number of collections.
 */
export async function createCollection(
  db: Queryable,
  { accountId, name, createdBy }: Pick<Collection, 'accountId' | 'name' | 'createdBy'>,
): Promise<Collection | 'taken' | 'full'> {
  await db.query(lockAccount, [accountId]);
  const [collection] = await db.query<Collection>(insert, [
    newRowId(),
    accountId,
    name,
    maxCollections,
    createdBy,
  ]);
  if (collection) return collection;
  const [row] = await db.query<{ count: number }>(count, [accountId]);
  return (row?.count ?? 0) < maxCollections ? 'taken' : 'full';
}

/** Renames a collection. Call it in a transaction. Returns false if another collection has the name. */
export async function renameCollection(
  db: Queryable,
  { id, accountId }: Collection,
  name: string,
): Promise<boolean> {
  await db.query(lockAccount, [accountId]);
  return (await db.query(rename, [id, name])).length === 1;
}

/** Deletes the collection, not its tasks. */
export async function deleteCollection(db: Queryable, id: string): Promise<void> {
  await db.query(remove, [id]);
}

/** Adds tasks of the collection's account, given by their rows. Returns how many were new in it. */
export async function addToCollection(
  db: Queryable,
  id: string,
  taskIds: readonly string[],
): Promise<number> {
  return (await changeTasks(db, add, [id, taskIds])).length;
}

/** Returns how many of the tasks were in it. */
export async function takeFromCollection(
  db: Queryable,
  id: string,
  taskIds: readonly string[],
): Promise<number> {
  return (await changeTasks(db, takeOut, [id, taskIds])).length;
}
