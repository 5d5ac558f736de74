/** A task as its owner sees it. Both interfaces make their records from it. A read never decides anything. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { queryInScope, type AccountScope } from '../task-scope.ts';
import type { Interface } from '../task.ts';
import { openChanges } from './open-changes.ts';
import { toView, viewColumns, type TaskView, type TaskViewRow } from './view-row.ts';

export type { Output, TaskView } from './view-row.ts';

const view = `select ${viewColumns} from task_states tasks`;

const selectTask = statement(
  'view_task',
  `${view} where public_id = $1 and interface = $2 and deleted_at is null`,
);
const queryTasks = queryInScope<TaskViewRow>(
  'view_tasks',
  inScope =>
    `${view} where ${inScope} and public_id = any($3) and interface = $4 and deleted_at is null order by created_at desc, public_id desc limit $5`,
);
/**
 * Lists are ordered by the time that records show, and by public id where several tasks of one request share
 * it: public ids rise in the order in which the tasks were created.
 */
const cursor = (start: 'infinity' | '-infinity') =>
  `coalesce((select created_at from tasks last where last.id = $4::uuid), '${start}'),
     coalesce((select public_id from tasks last where last.id = $4::uuid), '')`;
const queryNewestTasks = queryInScope<TaskViewRow>(
  'view_newest_tasks',
  inScope =>
    `${view} where ${inScope} and interface = $3 and deleted_at is null and (created_at, public_id) < (${cursor('infinity')}) order by created_at desc, public_id desc limit $5`,
);
const queryOldestTasks = queryInScope<TaskViewRow>(
  'view_oldest_tasks',
  inScope =>
    `${view} where ${inScope} and interface = $3 and deleted_at is null and (created_at, public_id) > (${cursor('-infinity')}) order by created_at, public_id limit $5`,
);

const selectAnyTask = statement('view_any_task', `${view} where public_id = $1`);
const newestChange = statement(
  'last_change',
  `select greatest(
     (select max(change) from tasks where account_id = $1 and phase <> 'open'),
     (select max(change) from (${openChanges('account_id = $1')}) open), 0) as change`,
);
const queryRowId = queryInScope<{ id: string }>(
  'row_of_task',
  inScope => `select id from tasks where ${inScope} and public_id = $3 and interface = $4`,
);
const queryChanges = queryInScope<TaskViewRow>(
  'view_changes',
  inScope => `${view}
     where ${inScope}
       and interface = $3
       and change > $4::bigint
       and id in (
         (
           select id from tasks
           where ${inScope} and interface = $3 and phase <> 'open' and change > $4::bigint
           order by change limit 1000
         ) union all select id from (${openChanges('account_id = $1')}) open where change > $4::bigint
       )
     order by change limit 1000`,
);
/** Numbers are given before the commit, so a change can become visible after one with a higher number. */
const selectChangeBefore = statement(
  'changes_before',
  `select coalesce(min(change) - 1, $2::bigint) as change
   from (
     select change, changed_at from tasks
     where account_id = $1 and phase <> 'open' and change > $2::bigint - 10000 and change <= $2::bigint
     union all
     select change, changed_at
     from (${openChanges('account_id = $1')}) open
     where change > $2::bigint - 10000 and change <= $2::bigint
   ) recent
   where changed_at > now() - interval '30 seconds'`,
);
const queryQueuedTasks = queryInScope<TaskViewRow>(
  'view_queued_tasks',
  inScope =>
    `${view}
     where ${inScope} and interface = $3 and id in (select task_id from task_queue where account_id = $1)
     order by created_at, public_id limit $4`,
);
const queryPublicId = queryInScope<{ public_id: string }>(
  'public_id_of_task',
  inScope => `select public_id from tasks where ${inScope} and id = $3 and interface = 'image'`,
);

/** Reads a task by its public id, of any owner: the caller checks `isInScope`. */
export async function viewTask(
  db: Queryable,
  publicId: string,
  onInterface: Interface,
): Promise<TaskView | undefined> {
  const [row] = await db.query<TaskViewRow>(selectTask, [publicId, onInterface]);
  return row && toView(row);
}

export interface TaskPage {
  readonly scope: AccountScope;
  readonly interface: Interface;
  readonly limit: number;
  readonly order?: 'asc' | 'desc';
  /** Row id of the last task of the page before. */
  readonly afterId?: string | undefined;
}

/** The tasks in the scope, newest first by default. */
export async function viewTaskPage(db: Queryable, page: TaskPage): Promise<TaskView[]> {
  const values = [page.interface, page.afterId ?? null, page.limit];
  return (await (page.order === 'asc' ? queryOldestTasks : queryNewestTasks)(db, page.scope, values)).map(
    toView,
  );
}

/** Reads the tasks with these ids that are in the scope. */
export async function viewTasks(
  db: Queryable,
  publicIds: readonly string[],
  { scope, interface: kind, limit }: TaskPage,
): Promise<TaskView[]> {
  return (await queryTasks(db, scope, [publicIds, kind, limit])).map(toView);
}

/** The queued tasks in the scope, oldest first. */
export async function viewQueuedTasks(
  db: Queryable,
  { scope, interface: kind, limit }: TaskPage,
): Promise<TaskView[]> {
  return (await queryQueuedTasks(db, scope, [kind, limit])).map(toView);
}

/** Reads a task of either interface, deleted or not. */
export async function viewAnyTask(db: Queryable, publicId: string): Promise<TaskView | undefined> {
  const [row] = await db.query<TaskViewRow>(selectAnyTask, [publicId]);
  return row && toView(row);
}

/** The number of the account's last change. */
export async function lastChange(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(newestChange, [accountId]);
  return Number(row?.change ?? 0);
}

/** The row of a task, which is its position in a list, also if it was deleted since. */
export async function findRowId(
  db: Queryable,
  publicId: string,
  { scope, interface: kind }: Pick<TaskPage, 'scope' | 'interface'>,
): Promise<string | undefined> {
  return (await queryRowId(db, scope, [publicId, kind]))[0]?.id;
}

/**
 * The number from which a reader resumes that has seen everything up to `change`. It is lower, so that
 * changes that were being written at the time are not missed.
 */
export async function changeBefore(db: Queryable, accountId: string, change: number): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(selectChangeBefore, [accountId, change]);
  return Number(row?.change ?? change);
}

/** The tasks in the scope that changed after a number, in the order of the changes. */
export async function viewChanges(
  db: Queryable,
  { scope, interface: kind, change }: Pick<TaskPage, 'scope' | 'interface'> & { readonly change: number },
): Promise<TaskView[]> {
  return (await queryChanges(db, scope, [kind, change])).map(toView);
}

/** The public id of an image task, by its row: the uuid in its buttons. */
export async function findPublicId(
  db: Queryable,
  id: string,
  scope: AccountScope,
): Promise<string | undefined> {
  return (await queryPublicId(db, scope, [id]))[0]?.public_id;
}
