/**
 * Tasks with webhooks on a separate database, moved by hand, and deliverers that are
 * notified like those of the app.
 */
import { openChangeFeed } from '../../../src/platform/db/change-feed.ts';
import { openDatabase, type Database } from '../../../src/platform/db/open.ts';
import { statement, type Statement } from '../../../src/platform/db/statement.ts';
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { openSafeFetch } from '../../../src/platform/lib/network/safe-fetch.ts';
import type { RecordOf } from '../../../src/core/webhooks/deliver-hook.ts';
import { deliveriesAtOnce, openDeliverer, type Deliverer } from '../../../src/core/webhooks/deliverer.ts';
import { insertHooks } from '../../../src/core/webhooks/insert-hook.ts';
import { until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
import { freshDatabase } from '../servers/database.ts';

export const accountId = newRowId();
const tokenId = newRowId();
let address = '';
let database: Database | undefined;

/** Call before anything else here. Closed automatically when the tests of the file have ended. */
export async function openHookedTasks(): Promise<Database> {
  address = await freshDatabase();
  const db = openDatabase({ connectionString: address });
  atEnd(() => db.close());
  await db.query(insertAccount, [accountId]);
  await db.query(insertToken, [tokenId, accountId]);
  database = db;
  return db;
}

export function databaseUrl(): string {
  return address;
}

const insertAccount = statement(
  'test_account',
  `insert into accounts (id, name) values ($1::uuid, 'one ' || $1::uuid)`,
);
const insertToken = statement(
  'test_token',
  `insert into tokens (id, account_id, group_name, name, key_hash, key_prefix) values ($1::uuid, $2::uuid, 'image', 'one', uuid_send($1::uuid), 'k')`,
);
const insertTask = statement(
  'test_task',
  `with task as (
     insert into tasks (id, public_id, interface, account_id, token_id, model, job, wire, request_hash, tier, phase,
       price_unit, price_quantity, unit_price_micros, amount_micros, price_version)
     values ($1::uuid, $2::text, 'image', $3::uuid, $4::uuid, 'm', '{}', '{}', '', 'fast', 'open', 'image', 1, 0, 0, '1')
     returning id
   ), place as (
     insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn, has_hook)
     values ($1::uuid, $2::text, $3::uuid, 'm', 2, 1, $5::text is not null)
   ), hook as (${insertHooks(`(
     select id, $3::uuid as account_id, 'image' as interface, $5::text as hook_url, false as hook_is_default, false as hook_is_final, $6::text as hook_base_url, $7::text as hook_language
     from task) placed`)})
   select from task`,
);
/** Moves a task to an open phase. */
const moveTask = statement(
  'test_move',
  `with unqueued as (
     delete from task_queue where public_id = $1::text and $2::text <> 'queued' returning *
   ), run as (
     insert into task_runs (task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts, has_hook,
       start_key, progress, due_at)
     select task_id, public_id, account_id, model, tier_rank, turn, 'none', $2::text, 1, 0, 0, has_hook, 'key', $3::int, 'infinity'
     from unqueued
   ), moved as (
     update task_runs set phase = $2::text, progress = $3::int where public_id = $1::text and $2::text <> 'queued'
   ), requeued as (
     delete from task_runs where public_id = $1::text and $2::text = 'queued' returning *
   ), place as (
     insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn, attempt, has_hook)
     select task_id, public_id, account_id, model, tier_rank, turn, attempt, has_hook from requeued
   )
   select public_id from tasks where public_id = $1::text`,
);
const endTask = statement(
  'test_end',
  `with run as (delete from task_runs where public_id = $1::text), unqueued as (delete from task_queue where public_id = $1::text)
   update tasks set phase = $2::text, progress = $3::int, finished_at = now(), charged_micros = 0, expires_at = now() + interval '1 hour',
     error_code = case when $2::text in ('failed', 'cancelled') then 'engine_error' end
   where public_id = $1::text returning public_id`,
);
const selectHook = statement(
  'test_hook',
  `select hooks.id, ending, hooks.tries, hooks.lease_until is not null as leased, hooks.due_at > now() as waits
   from hooks join tasks on tasks.id = task_id where public_id = $1`,
);
const selectAttempts = statement(
  'test_attempts',
  `select hook_attempts.* from hook_attempts join hooks on hooks.id = hook_id join tasks on tasks.id = task_id
   where public_id = $1 order by hook_attempts.id`,
);
const makeDue = statement('test_due', 'update hooks set due_at = now(), lease_until = null where id = $1');
const readRecord = statement('test_record', 'select phase, progress from task_states where public_id = $1');

let tasks = 0;

export interface Holder {
  readonly accountId: string;
  readonly tokenId: string;
}

/** Another account with a token. */
export async function newHolder(): Promise<Holder> {
  const holder = { accountId: newRowId(), tokenId: newRowId() };
  await currentDatabase().query(insertAccount, [holder.accountId]);
  await currentDatabase().query(insertToken, [holder.tokenId, holder.accountId]);
  return holder;
}

/** A queued task. Returns its public id. */
export async function newTask(url: string | null, holder: Holder = { accountId, tokenId }): Promise<string> {
  const publicId = `task-${++tasks}`;
  const values = [
    newRowId(),
    publicId,
    holder.accountId,
    holder.tokenId,
    url,
    'https://pictures.example',
    'zh',
  ];
  await currentDatabase().query(insertTask, values);
  return publicId;
}

export async function move(publicId: string, phase: string, progress = 0): Promise<void> {
  const isEnd = ['succeeded', 'failed', 'cancelled'].includes(phase);
  await currentDatabase().query(isEnd ? endTask : moveTask, [publicId, phase, progress]);
  currentDatabase().hint('tasks', [publicId]);
}

export interface TestHook {
  readonly id: string;
  readonly ending: string | null;
  readonly tries: number;
  readonly leased: boolean;
  readonly waits: boolean;
}

/** Returns undefined if it was deleted. */
export async function findHook(publicId: string): Promise<TestHook | undefined> {
  return (await currentDatabase().query<TestHook>(selectHook, [publicId]))[0];
}

/** The webhook, once it fits. */
export async function waitForHook(publicId: string, fits: (hook: TestHook) => boolean): Promise<TestHook> {
  const ask = () => findHook(publicId);
  return (await until(ask, hook => hook !== undefined && fits(hook))) as TestHook;
}

export const waitForHookEnd = (publicId: string) => waitForHook(publicId, ({ ending }) => ending !== null);

export async function listAttempts(publicId: string): Promise<any[]> {
  return currentDatabase().query<any>(selectAttempts, [publicId]);
}

/** The attempts, once this many are recorded. */
export function waitForAttempts(publicId: string, count: number): Promise<any[]> {
  return until(
    () => listAttempts(publicId),
    attempts => attempts.length >= count,
  );
}

/** Ends the pause after a failed attempt, and a lease. */
export async function deliverNow(publicId: string, deliverer: Deliverer): Promise<void> {
  await currentDatabase().query(makeDue, [(await findHook(publicId))?.id]);
  deliverer.wake();
}

const recordOf: RecordOf = async ({ publicId, baseUrl, language }) => {
  const [task] = await currentDatabase().query<{ phase: string; progress: number }>(readRecord, [publicId]);
  return task && { ...task, body: JSON.stringify({ id: publicId, ...task, baseUrl, language }) };
};

/** Stopped when the test has ended. */
export async function startDeliverer(
  t: { after: (stop: () => Promise<void>) => void },
  db: Database = currentDatabase(),
): Promise<Deliverer> {
  const { post } = openSafeFetch({
    allowedNetworks: ['127.0.0.1'],
    userAgent: 'Kinora',
    atOnce: deliveriesAtOnce,
  });
  const events = { hookAttempted: () => {}, workerError: () => {} };
  const deliverer = openDeliverer({ db, recordOf, post, clock: systemClock, events });
  const changes = await openChangeFeed({ db: currentDatabase(), clock: systemClock, onError: () => {} });
  changes.on(deliverer.tasksChanged);
  t.after(async () => {
    await changes.close();
    await deliverer.stop();
  });
  return deliverer;
}

/** The database, with each statement reported before it runs. */
export function watchDatabase(look: (statement: Statement) => void): Database {
  const db = currentDatabase();
  return {
    ...db,
    query: async (statement, values) => {
      look(statement);
      return db.query(statement, values);
    },
  };
}

function currentDatabase(): Database {
  if (!database) throw new Error('Call openHookedTasks() first');
  return database;
}
