/**
 * A task with its context: owner, parent, position in the queue. The rows of the
 * Console's lists are made from it.
 */
import { accountFactor } from '../../accounts/accounts.ts';
import type { GroupRules } from '../../accounts/tokens.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import type { RowOf } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { toConditions, filterStatement, type TaskFilter } from './task-filter.ts';
import type { TaskScope } from '../task-scope.ts';
import { maxAhead } from '../task.ts';
import { openChanges } from './open-changes.ts';
import { toView, viewColumns, type TaskView, type TaskViewRow, groupOfTask } from './view-row.ts';

export interface TaskSummary extends TaskView {
  readonly engine: string;
  readonly tries: number;
  readonly attempt: number;
  /** The token that submitted it, in its current state. */
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly group: string;
    readonly models: readonly string[] | null;
    readonly groupRules: Pick<GroupRules, 'models' | 'factorMicros' | 'defaultVersion'>;
  };
  /** The user who submitted it. Undefined if a token without a user did. */
  readonly user: { readonly id: string; readonly name: string } | undefined;
  readonly accountName: string;
  /** The task that it follows: row and public id. */
  readonly followedId: string | undefined;
  readonly followedPublicId: string | undefined;
  /** The button of that task that created it. */
  readonly button: string | undefined;
  /** The program of an agent that created it. Undefined if another client did. */
  readonly client: string | undefined;
  readonly priceVersion: string;
  readonly refundedMicros: Micros | undefined;
  readonly collections: readonly string[];
  /** How many queued tasks of its tier are begun before it, counted up to 100. */
  readonly ahead: number | undefined;
  /** Whether its price was held: false while it waits for its modal, or if it ended that way. */
  readonly isOrdered: boolean;
  /** When its modal was answered, or else when it was created. Undefined if it was not ordered. */
  readonly orderedAt: Date | undefined;
}

type TaskSummaryRow = TaskViewRow &
  RowOf<Omit<TaskSummary, keyof TaskView | 'token' | 'user' | 'collections'>> & {
    readonly token_name: string;
    readonly group_name: string;
    readonly token_models: readonly string[] | null;
    readonly group_models: readonly string[] | null;
    readonly factor_micros: Micros;
    readonly default_version: string | null;
    readonly user_name: string | null;
    readonly collections: readonly string[] | null;
  };

/** Builds the query of the tasks that meet a condition on `task_states tasks`. */
const summariesWhere = (
  condition: string,
) => `select line.*, tokens.name as token_name, groups.name as group_name, tokens.models as token_models,
     groups.models as group_models, groups.factor_micros * (${accountFactor}) / 1000000 as factor_micros,
     groups.default_version, users.name as user_name, accounts.name as account_name,
     (select public_id from tasks followed where followed.id = line.followed_id) as followed_public_id,
     (
       select amount_micros from ledger_entries where task_id = line.id and kind = 'refund'
     ) as refunded_micros,
     (
       select json_agg(collection_id order by added_at) from collection_tasks where task_id = line.id
     ) as collections,
     case line.phase
       when 'queued' then (
         select least(${maxAhead}, sum(counted))::int
         from (
           select distinct other.model
           from routes own join routes other using (engine)
           where own.model = line.model
         ) rival, lateral (
           select count(*) as counted from (
             select from task_queue
             where task_queue.model = rival.model
               and task_queue.tier_rank = line.tier_rank
               and task_queue.turn < line.turn
             limit ${maxAhead}
           ) before
         ) each
       )
     end as ahead
   from (
     select ${viewColumns}, ordered_at, engine, tries, attempt, tier_rank, turn, price_version, button,
       client, coalesce(follows_id, parent_id) as followed_id, held_on is not null as is_ordered
     from task_states tasks where ${condition}
   ) line
     join tokens on tokens.id = line.token_id
     join groups on groups.name = ${groupOfTask('line')}
     join accounts on accounts.id = line.account_id
     left join users on users.id = line.user_id`;

const selectSummary = statement('view_line', summariesWhere('public_id = $1'));
const selectSummaries = statement('view_lines', `${summariesWhere('id = any($1::uuid[])')} order by line.id`);
/** The tasks of an account that changed after number $3. $2: user, or null for all. */
const selectChanged = (account: string) => `(
     select id, change from tasks
     where account_id = ${account}
       and phase <> 'open'
       and change > $3::bigint
       and ($2::uuid is null or tasks.user_id = $2)
     order by change limit $4
   )
   union all (
     select id, change
     from (${openChanges(`account_id = ${account}`)}) open
     where change > $3::bigint and ($2::uuid is null or user_id = $2)
   )`;
/** Reads the changes account by account, because they are in order within each. $1, $2: null for all. */
const selectChangedSummaries = statement(
  'changed_lines',
  `${summariesWhere(`id in (
     select changed.id from accounts, lateral (${selectChanged('accounts.id')}) changed
     where ($1::uuid is null or accounts.id = $1)
     order by changed.change limit $4
   )`)} order by line.change`,
);
/** Counts the same changes, up to $4. */
const countChangesBehind = statement(
  'changes_behind',
  `select count(*)::int as count from (
     select from accounts, lateral (${selectChanged('accounts.id')}) changed
     where ($1::uuid is null or accounts.id = $1)
     limit $4
   ) missed`,
);
/** Finds the newest changes as task-view.ts does, but for one account or all. */
const selectNewestChange = statement(
  'newest_change',
  `select coalesce(max(newest), 0) as change from (
     select greatest((select max(change) from tasks where account_id = accounts.id and phase <> 'open'),
       (select max(change) from (${openChanges('account_id = accounts.id')}) open)) as newest
     from accounts where ($1::uuid is null or id = $1)
   ) each`,
);
const selectChangeBefore = statement(
  'change_before',
  `select coalesce(min(oldest) - 1, $2::bigint) as change
   from (
     select (
       select min(change) from (
         select change, changed_at from tasks
         where account_id = accounts.id
           and phase <> 'open'
           and change > $2::bigint - 10000
           and change <= $2::bigint
         union all
         select change, changed_at
         from (${openChanges('account_id = accounts.id')}) open
         where change > $2::bigint - 10000 and change <= $2::bigint
       ) recent
       where changed_at > now() - interval '30 seconds'
     ) as oldest
     from accounts where ($1::uuid is null or id = $1)
   ) each`,
);

/** Reads a task of any owner, deleted or not. */
export async function viewSummary(db: Queryable, publicId: string): Promise<TaskSummary | undefined> {
  const [row] = await db.query<TaskSummaryRow>(selectSummary, [publicId]);
  return row && toSummary(row);
}

/** Reads tasks by their rows, in the order in which they were created. */
export async function viewSummaries(db: Queryable, ids: readonly string[]): Promise<TaskSummary[]> {
  return ids.length === 0 ? [] : (await db.query<TaskSummaryRow>(selectSummaries, [ids])).map(toSummary);
}

/** A page of the tasks that match the filter, newest first. */
export async function listSummaries(
  db: Queryable,
  filter: TaskFilter,
  limit: number,
): Promise<TaskSummary[]> {
  const conditions = toConditions(filter);
  const { sql, values } = conditions;
  const page = `(select id from task_states tasks where ${sql} order by id desc limit $${values.length + 1})`;
  const list = filterStatement(
    'list_lines',
    conditions,
    `${summariesWhere(`id in ${page}`)} order by line.id desc`,
  );
  return (await db.query<TaskSummaryRow>(list, [...values, limit])).map(toSummary);
}

/** The rows of the tasks that match the filter, newest first. */
export async function listTaskIds(db: Queryable, filter: TaskFilter, limit: number): Promise<string[]> {
  const conditions = toConditions(filter);
  const { sql, values } = conditions;
  const text = `select id from task_states tasks where ${sql} order by id desc limit $${values.length + 1}`;
  const rows = await db.query<{ id: string }>(filterStatement('list_rows', conditions, text), [
    ...values,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

const changesRead = 200;

/** A page of the tasks that changed after a number, in the order of the changes, including deleted tasks. */
export async function viewChangedSummaries(
  db: Queryable,
  { accountId, userId }: TaskScope,
  change: number,
): Promise<TaskSummary[]> {
  const values = [accountId ?? null, userId ?? null, change, changesRead];
  return (await db.query<TaskSummaryRow>(selectChangedSummaries, values)).map(toSummary);
}

/** Whether more tasks than `limit` changed after a number. */
export async function isFarBehind(
  db: Queryable,
  { accountId, userId }: TaskScope,
  { change, limit }: { readonly change: number; readonly limit: number },
): Promise<boolean> {
  const values = [accountId ?? null, userId ?? null, change, limit + 1];
  const [row] = await db.query<{ count: number }>(countChangesBehind, values);
  return (row?.count ?? 0) > limit;
}

/** The number of the last change in the account, or in all accounts. */
export async function newestChange(db: Queryable, accountId: string | undefined): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(selectNewestChange, [accountId ?? null]);
  return Number(row?.change ?? 0);
}

/**
 * The number from which a reader resumes that has seen everything up to `change`. It is lower, so that
 * changes that were being written at the time are not missed.
 */
export async function resumeFrom(
  db: Queryable,
  accountId: string | undefined,
  change: number,
): Promise<number> {
  const [row] = await db.query<{ change: bigint }>(selectChangeBefore, [accountId ?? null, change]);
  return Number(row?.change ?? change);
}

function toSummary(row: TaskSummaryRow): TaskSummary {
  return {
    ...toView(row),
    engine: row.engine,
    tries: row.tries,
    attempt: row.attempt,
    token: {
      id: row.token_id,
      name: row.token_name,
      group: row.group_name,
      models: row.token_models,
      groupRules: {
        models: row.group_models ?? undefined,
        factorMicros: row.factor_micros,
        defaultVersion: row.default_version ?? undefined,
      },
    },
    user: row.user_id === null ? undefined : { id: row.user_id, name: row.user_name ?? '' },
    accountName: row.account_name,
    followedId: row.followed_id ?? undefined,
    followedPublicId: row.followed_public_id ?? undefined,
    button: row.button ?? undefined,
    client: row.client ?? undefined,
    priceVersion: row.price_version,
    refundedMicros: row.refunded_micros ?? undefined,
    collections: row.collections ?? [],
    ahead: row.ahead ?? undefined,
    isOrdered: row.is_ordered,
    orderedAt: row.is_ordered ? (row.ordered_at ?? row.created_at) : undefined,
  };
}
