/**
 * Reads hooks, their delivery attempts and failing receivers: of one task, of one user, of an
 * account, or of all accounts.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { deliveryStateOfHook, type DeliveryState } from './delivery-state.ts';

/** Which hooks to read. Undefined means those of all accounts or users. */
export interface HookScope {
  readonly accountId: string | undefined;
  readonly userId: string | undefined;
}

export interface HookFilter extends HookScope {
  readonly state: DeliveryState | undefined;
  /** The last hook of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface HookSummary {
  readonly id: string;
  readonly accountId: string;
  /** The public id of its task. */
  readonly task: string;
  readonly prompt: string | null;
  readonly url: string;
  /** Whether it is the operator's default. */
  readonly isDefault: boolean;
  readonly state: DeliveryState;
  /** The status of the receiver's last response, or the reason why there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly tries: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A hook of a task, with its attempts, oldest first. */
export interface HookOfTask extends Pick<HookSummary, 'id' | 'url' | 'state'> {
  readonly attempts: readonly HookAttempt[];
}

export interface HookAttempt {
  readonly at: Date;
  readonly messageId: string;
  readonly phase: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly tookMs: number;
}

export interface Receiver {
  readonly accountId: string;
  readonly account: string;
  readonly origin: string;
  readonly failures: number;
  readonly failingSince: Date;
  /** Deliveries are paused until then. Null if they are not. */
  readonly offUntil: Date | null;
}

const summary = `select hooks.id, hooks.account_id as "accountId", tasks.public_id as task, tasks.prompt,
     hooks.url, hooks.is_default as "isDefault", ${deliveryStateOfHook} as state, last.status as "lastStatus",
     last.error as "lastError", (select count(*)::int from hook_attempts where hook_id = hooks.id) as tries,
     hooks.created_at as "createdAt", hooks.ended_at as "endedAt"
   from hooks
     join tasks on tasks.id = hooks.task_id
     left join lateral (
       select status, error from hook_attempts where hook_id = hooks.id order by id desc limit 1
     ) as last on true
   where tasks.deleted_at is null and ($1::uuid is null or tasks.user_id = $1)`;
/** $1 user, $2 state, $3 last hook of the previous page, $4 limit, $5 account. */
const page = `${summary} and ($2::text is null or ${deliveryStateOfHook} = $2)
  and ($3::uuid is null or (hooks.created_at, hooks.id) < (select created_at, id from hooks where id = $3))`;
const order = 'order by hooks.created_at desc, hooks.id desc limit $4';
// Two statements, so that each can use its own index.
const selectAllHooks = statement('hooks_of_all', `${page} ${order}`);
const selectAccountHooks = statement('hooks_of_account', `${page} and hooks.account_id = $5 ${order}`);
const byId = statement(
  'hook_by_id',
  `${summary} and hooks.id = $2::uuid and ($3::uuid is null or hooks.account_id = $3)`,
);
const selectTaskHooks = statement(
  'hooks_of_task',
  `select hooks.id, hooks.url, ${deliveryStateOfHook} as state
   from hooks join tasks on tasks.id = hooks.task_id
   where tasks.public_id = $1 and hooks.account_id = $2
   order by hooks.created_at`,
);
const selectAttempts = statement(
  'attempts_of_hook',
  `select created_at as at, message_id as "messageId", phase, status, error, took_ms as "tookMs"
   from hook_attempts where hook_id = $1
   order by id desc limit 1000`,
);
const receivers = statement(
  'hook_receivers',
  `select account_id as "accountId", accounts.name as account, origin, failures,
     failing_since as "failingSince", case when off_until > now() then off_until end as "offUntil"
   from hook_failures join accounts on accounts.id = account_id
   where ($1::uuid is null or account_id = $1)
     and (
       $2::uuid is null
       or exists (
         select from hooks join tasks on tasks.id = hooks.task_id
         where hooks.account_id = hook_failures.account_id
           and tasks.user_id = $2
           and starts_with(hooks.url, origin || '/')
       )
     )
   order by failing_since`,
);

/** A page of hooks, newest first, without those of deleted tasks. */
export async function pageOfHooks(
  db: Queryable,
  { accountId, userId, state, before, limit }: HookFilter,
): Promise<HookSummary[]> {
  const values = [userId ?? null, state ?? null, before ?? null, limit];
  return accountId === undefined
    ? db.query(selectAllHooks, values)
    : db.query(selectAccountHooks, [...values, accountId]);
}

/** Finds a hook. Returns undefined if it does not exist or is outside the scope. */
export async function findHook(
  db: Queryable,
  id: string,
  { accountId, userId }: HookScope,
): Promise<HookSummary | undefined> {
  return (await db.query<HookSummary>(byId, [userId ?? null, id, accountId ?? null]))[0];
}

/** The delivery attempts of a hook, newest first. */
export async function attemptsOfHook(db: Queryable, id: string): Promise<HookAttempt[]> {
  return db.query(selectAttempts, [id]);
}

/** The hooks of a task for its owner, also of a deleted one. */
export async function hooksOfTask(db: Queryable, publicId: string, accountId: string): Promise<HookOfTask[]> {
  const hooks: HookOfTask[] = [];
  for (const hook of await db.query<Omit<HookOfTask, 'attempts'>>(selectTaskHooks, [publicId, accountId]))
    hooks.push({ ...hook, attempts: (await attemptsOfHook(db, hook.id)).toReversed() });
  return hooks;
}

/** Receivers whose last deliveries all failed, ordered by how long they have been failing. */
export async function failingReceivers(db: Queryable, { accountId, userId }: HookScope): Promise<Receiver[]> {
  return db.query(receivers, [accountId ?? null, userId ?? null]);
}
