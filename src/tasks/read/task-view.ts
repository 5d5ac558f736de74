/** A task as its owner sees it. Both interfaces make their records from it. A read never decides anything. */
import type { Queryable } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import type { Micros } from '../../lib/money.ts';
import type { PriceUnit, Tier } from '../../models/model-card.ts';
import type { StoredFile } from '../../media/storage/stored-file.ts';
import { queryInScope, type AccountScope } from '../task-scope.ts';
import type { Action, Interface, Phase, TaskJob } from '../task.ts';
import { openChanges } from './open-changes.ts';

export type Output = Omit<StoredFile, 'durationMs' | 'framesPerSecond' | 'hasSound'> & {
  /** Clips only. */
  readonly durationMs: number | null;
  /** Clips only. Null for those that were made before this was recorded. */
  readonly framesPerSecond: number | null;
  readonly hasSound: boolean | null;
};

export interface TaskView {
  readonly id: string;
  readonly publicId: string;
  readonly interface: Interface;
  readonly accountId: string;
  readonly tokenId: string;
  /** The user who submitted it. Undefined if a token without a user did. */
  readonly userId: string | undefined;
  readonly model: string;
  readonly job: TaskJob;
  readonly action: Action;
  /** As the client typed it; empty when the task starts from pictures alone. */
  readonly prompt: string;
  /** Data that the interface stored with the task. Only that interface reads it. */
  readonly wire: Readonly<Record<string, never>>;
  readonly parentId: string | undefined;
  /** The hash of the request that answered its modal. */
  readonly modalHash: string | undefined;
  readonly isBookmarked: boolean;
  readonly tier: Tier;
  readonly phase: Phase;
  readonly progress: number;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
  readonly price: {
    readonly unit: PriceUnit;
    readonly quantity: number;
    readonly unitPriceMicros: Micros;
    readonly amountMicros: Micros;
  };
  /** Undefined until the task has ended. */
  readonly chargedMicros: Micros | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** By the database's clock. */
  readonly expired: boolean;
  readonly isDeleted: boolean;
  /** Rises with each change, over all tasks. */
  readonly change: number;
  readonly outputs: readonly Output[];
  /** The texts of a describe or a shorten. */
  readonly texts: readonly string[];
  /** The buttons of this task that were pressed. */
  readonly pressed: readonly string[];
}

export interface TaskViewRow {
  id: string;
  public_id: string;
  interface: Interface;
  account_id: string;
  token_id: string;
  user_id: string | null;
  model: string;
  job: TaskView['job'];
  action: Action;
  prompt: string;
  wire: TaskView['wire'];
  parent_id: string | null;
  modal_hash: string | null;
  bookmarked: boolean;
  tier: Tier;
  phase: Phase;
  progress: number;
  error_code: ErrorCode | null;
  error_details: ErrorDetails | null;
  price_unit: PriceUnit;
  price_quantity: number;
  unit_price_micros: bigint;
  amount_micros: bigint;
  charged_micros: bigint | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
  expired: boolean | null;
  deleted: boolean;
  change: bigint;
  outputs: Output[] | null;
  texts: string[] | null;
  pressed: string[] | null;
}

/** Columns of `task_states tasks`. */
export const viewColumns = `id, public_id, interface, account_id, token_id, user_id, model, job, action, prompt, wire, parent_id, modal_hash, bookmarked_at is not null as bookmarked, tier, phase, progress, error_code, error_details,
  price_unit, price_quantity, unit_price_micros, amount_micros, charged_micros, created_at, started_at, finished_at, expires_at, expires_at <= now() as expired, deleted_at is not null as deleted, change, texts,
  (select json_agg(distinct child.button) from tasks child
   where child.follows_id = tasks.id and child.phase not in ('failed', 'cancelled')) as pressed,
  (select json_agg(json_build_object('key', key, 'kind', kind, 'ordinal', ordinal, 'storageKey', storage_key, 'contentType', content_type,
     'sizeBytes', size_bytes, 'width', width, 'height', height, 'durationMs', duration_ms,
     'framesPerSecond', frames_per_second, 'hasSound', has_sound, 'sha256', sha256) order by kind, ordinal)
   from outputs where task_id = tasks.id) as outputs`;
const view = `select ${viewColumns} from task_states tasks`;

const one = statement('view_task', `${view} where public_id = $1 and interface = $2 and deleted_at is null`);
const several = queryInScope<TaskViewRow>(
  'view_tasks',
  inScope =>
    `${view} where ${inScope} and public_id = any($3) and interface = $4 and deleted_at is null order by created_at desc, public_id desc limit $5`,
);
/**
 * Lists are ordered by the time that records show, and by public id where several tasks of one request share it: public
 * ids rise in the order in which the tasks were created.
 */
const cursor = (start: 'infinity' | '-infinity') =>
  `coalesce((select created_at from tasks last where last.id = $4::uuid), '${start}'), coalesce((select public_id from tasks last where last.id = $4::uuid), '')`;
const newest = queryInScope<TaskViewRow>(
  'view_newest_tasks',
  inScope =>
    `${view} where ${inScope} and interface = $3 and deleted_at is null and (created_at, public_id) < (${cursor('infinity')}) order by created_at desc, public_id desc limit $5`,
);
const oldest = queryInScope<TaskViewRow>(
  'view_oldest_tasks',
  inScope =>
    `${view} where ${inScope} and interface = $3 and deleted_at is null and (created_at, public_id) > (${cursor('-infinity')}) order by created_at, public_id limit $5`,
);

const any = statement('view_any_task', `${view} where public_id = $1`);
const newestChange = statement(
  'last_change',
  `select greatest(
     (select max(change) from tasks where account_id = $1 and phase <> 'open'),
     (select max(change) from (${openChanges('account_id = $1')}) open), 0) as change`,
);
const place = queryInScope<{ id: string }>(
  'row_of_task',
  inScope => `select id from tasks where ${inScope} and public_id = $3 and interface = $4`,
);
const changes = queryInScope<TaskViewRow>(
  'view_changes',
  inScope => `${view} where ${inScope} and interface = $3 and change > $4::bigint and id in (
     (select id from tasks where ${inScope} and interface = $3 and phase <> 'open' and change > $4::bigint order by change limit 1000)
     union all select id from (${openChanges('account_id = $1')}) open where change > $4::bigint
   ) order by change limit 1000`,
);
/** Numbers are given before the commit, so a change can become visible after one with a higher number. */
const before = statement(
  'changes_before',
  `select coalesce(min(change) - 1, $2::bigint) as change from (
     select change, changed_at from tasks where account_id = $1 and phase <> 'open' and change > $2::bigint - 10000 and change <= $2::bigint
     union all
     select change, changed_at from (${openChanges('account_id = $1')}) open where change > $2::bigint - 10000 and change <= $2::bigint
   ) recent where changed_at > now() - interval '30 seconds'`,
);
const queued = queryInScope<TaskViewRow>(
  'view_queued_tasks',
  inScope =>
    `${view} where ${inScope} and interface = $3 and id in (select task_id from task_queue where account_id = $1) order by created_at, public_id limit $4`,
);
const publicId = queryInScope<{ public_id: string }>(
  'public_id_of_task',
  inScope => `select public_id from tasks where ${inScope} and id = $3 and interface = 'image'`,
);

/** Reads a task by its public id, of any owner: the caller checks `isInScope`. */
export async function viewTask(
  db: Queryable,
  publicId: string,
  onInterface: Interface,
): Promise<TaskView | undefined> {
  const [row] = await db.query<TaskViewRow>(one, [publicId, onInterface]);
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
  return (await (page.order === 'asc' ? oldest : newest)(db, page.scope, values)).map(toView);
}

/** Reads the tasks with these ids that are in the scope. */
export async function viewTasks(
  db: Queryable,
  publicIds: readonly string[],
  { scope, interface: kind, limit }: TaskPage,
): Promise<TaskView[]> {
  return (await several(db, scope, [publicIds, kind, limit])).map(toView);
}

/** The queued tasks in the scope, oldest first. */
export async function viewQueuedTasks(
  db: Queryable,
  { scope, interface: kind, limit }: TaskPage,
): Promise<TaskView[]> {
  return (await queued(db, scope, [kind, limit])).map(toView);
}

/** Reads a task of either interface, deleted or not. */
export async function viewAnyTask(db: Queryable, publicId: string): Promise<TaskView | undefined> {
  const [row] = await db.query<TaskViewRow>(any, [publicId]);
  return row && toView(row);
}

/** The number of the account's last change. */
export async function lastChange(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(newestChange, [accountId]);
  return Number(row?.change ?? 0);
}

/** The row of a task, which is its position in a list, also if it was deleted since. */
export async function rowIdOf(
  db: Queryable,
  publicId: string,
  { scope, interface: kind }: Pick<TaskPage, 'scope' | 'interface'>,
): Promise<string | undefined> {
  return (await place(db, scope, [publicId, kind]))[0]?.id;
}

/** The number from which a reader resumes that has seen everything up to `change`. It is lower, so that changes that were being
 * written at the time are not missed. */
export async function changeBefore(db: Queryable, accountId: string, change: number): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(before, [accountId, change]);
  return Number(row?.change ?? change);
}

/** The tasks in the scope that changed after a number, in the order of the changes. */
export async function viewChanges(
  db: Queryable,
  { scope, interface: kind, change }: Pick<TaskPage, 'scope' | 'interface'> & { readonly change: number },
): Promise<TaskView[]> {
  return (await changes(db, scope, [kind, change])).map(toView);
}

/** The public id of an image task, by its row: the uuid in its buttons. */
export async function publicIdOf(
  db: Queryable,
  id: string,
  scope: AccountScope,
): Promise<string | undefined> {
  return (await publicId(db, scope, [id]))[0]?.public_id;
}

export function toView(row: TaskViewRow): TaskView {
  return {
    id: row.id,
    publicId: row.public_id,
    interface: row.interface,
    accountId: row.account_id,
    tokenId: row.token_id,
    userId: row.user_id ?? undefined,
    model: row.model,
    job: row.job,
    action: row.action,
    prompt: row.prompt,
    wire: row.wire,
    parentId: row.parent_id ?? undefined,
    modalHash: row.modal_hash ?? undefined,
    isBookmarked: row.bookmarked,
    tier: row.tier,
    phase: row.phase,
    progress: row.progress,
    error: row.error_code ? { code: row.error_code, details: row.error_details ?? {} } : undefined,
    price: {
      unit: row.price_unit,
      quantity: row.price_quantity,
      unitPriceMicros: row.unit_price_micros,
      amountMicros: row.amount_micros,
    },
    chargedMicros: row.charged_micros ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    expired: row.expired ?? false,
    isDeleted: row.deleted,
    change: Number(row.change),
    outputs: row.outputs ?? [],
    texts: row.texts ?? [],
    pressed: row.pressed ?? [],
  };
}
