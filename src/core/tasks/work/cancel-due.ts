/**
 * Cancels tasks that are no longer needed: those that have not started in the time that their request
 * allows, and those whose client has hung up. What is due is in the database, so a process that dies
 * meanwhile leaves it to the others.
 */
import type { Config } from '../../../platform/config/config.ts';
import type { Database, Transaction } from '../../../platform/db/open.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';
import type { Interface } from '../task.ts';
import { cancelIn, cancelUnleased, type CancelRequest } from './cancel-task.ts';
import {
  changedIds,
  endedColumns,
  expiryAssignment,
  ofTasks,
  releaseEnded,
  runAssignments,
} from './finish-task.ts';

export interface CancelTerms {
  readonly retentionHours: number;
  /** What becomes of a task whose client has hung up. `cancel-queued`: work that has started continues. */
  readonly onHangUp: Config['onHangUp'];
}

export const cancelPaceMs = 2_000;

const atOnce = 500;

const cancelUnstarted = indexedStatement(
  'cancel_unstarted',
  `with due_rows as materialized (
     -- Tasks whose time to start is over.
     select task_id from task_queue where start_by <= now() limit ${atOnce} for update skip locked
   ), removed_places as (
     -- Their places in the queue.
     delete from task_queue where task_id = any(array(select task_id from due_rows)) returning *
   ), ended_tasks as (
     -- The tasks, which end without a charge.
     update tasks
     set phase = 'cancelled', finished_at = now(), charged_micros = 0, ${expiryAssignment('$1')},
       once_key = null, error_code = 'start_late',
       error_details = jsonb_build_object('seconds', round(extract(epoch from start_by - created_at))),
       ${runAssignments('removed_places')}
     from removed_places
     where tasks.id = removed_places.task_id and tasks.phase = 'open'
     returning ${ofTasks(endedColumns)}
   ), ${releaseEnded}
   select ${changedIds} as changed from ended_tasks`,
);

/**
 * Finds the next request whose client has hung up. The key of its task is described in awaited-requests.ts.
 * Another request with the key of a client may still wait for the task.
 */
const nextHungUp = indexedStatement(
  'next_request_hung_up',
  `with due_rows as materialized (
     -- One lost request whose time to be cancelled has come.
     select id, token_id, task_key from awaited_requests
     where is_lost and cancel_at <= now() limit 1 for update skip locked
   )
   select due_rows.id, due_rows.task_key, tasks.public_id, tasks.account_id, tasks.interface,
     exists (
       select
       from awaited_requests other join waiting_processes on waiting_processes.id = other.process_id
       where other.task_key = due_rows.task_key and not other.is_lost and alive_until > now()
     ) as is_awaited
   from due_rows
     join tokens on tokens.id = due_rows.token_id
     left join tasks on tasks.account_id = tokens.account_id
       and idempotency_key = coalesce(due_rows.task_key, chr(31) || 'awaited:' || due_rows.id)
       and finished_at is null
   -- Others may have pressed the same button.
   and tasks.once_key is null`,
);
/**
 * Keeps the task of a lost request. If the task $2 has not begun, it is decided again later: a worker may
 * give it back, and another request may hang up as well.
 */
const keepTask = indexedStatement(
  'keep_task_of_request',
  `update awaited_requests
   set cancel_at = case
     when not exists (
       select from tasks left join task_runs on task_id = tasks.id
       where tasks.public_id = $2
         and finished_at is null
         and (task_runs.phase = 'queued' or task_runs.task_id is null)
     ) then null
     else now() + interval '2 s'
   end
   where id = $1`,
);
/** A repeat with the key makes a new task. */
const freeKey = indexedStatement(
  'free_key_of_cancelled',
  `update tasks set idempotency_key = null
   where account_id = $1 and idempotency_key = $2 and phase = 'cancelled'`,
);
const forget = indexedStatement('forget_request_hung_up', 'delete from awaited_requests where id = $1');

interface HungUp {
  readonly id: string;
  /** The key that the client sent. Null if it sent none. */
  readonly task_key: string | null;
  readonly is_awaited: boolean;
  readonly public_id: string | null;
  readonly account_id: string;
  readonly interface: Interface;
}

/** Safe to run on several nodes and to repeat. */
export async function cancelDue(db: Database, terms: CancelTerms): Promise<void> {
  await endUnstarted(db, terms);
  while (await db.transaction(tx => cancelHungUp(tx, terms), { isIndexed: true }));
}

async function endUnstarted(db: Database, { retentionHours }: CancelTerms): Promise<void> {
  for (;;) {
    const rows = await db.query<{ changed: string[] }>(cancelUnstarted, [retentionHours]);
    if (rows.length === 0) return;
    db.hint(
      'tasks',
      rows.flatMap(({ changed: changedIds }) => changedIds),
    );
  }
}

/**
 * Cancels the task of one lost request. A repeat that comes meanwhile waits for its row, and finds none.
 * Returns false if there is no such request.
 */
async function cancelHungUp(tx: Transaction, terms: CancelTerms): Promise<boolean> {
  const [request] = await tx.query<HungUp>(nextHungUp);
  if (!request) return false;
  const { id, account_id: accountId, public_id: publicId, task_key: key, is_awaited: isAwaited } = request;
  const isCancelled = !isAwaited && (await cancelAfterHangUp(tx, request, terms));
  if (isCancelled) await tx.query(forget, [id]);
  else await tx.query(keepTask, [id, isAwaited || terms.onHangUp === 'cancel-queued' ? publicId : null]);
  if (isCancelled && key !== null) await tx.query(freeKey, [accountId, key]);
  return true;
}

/** Returns false if its task continues. */
async function cancelAfterHangUp(
  tx: Transaction,
  { public_id: publicId, account_id: accountId, interface: kind }: HungUp,
  { retentionHours, onHangUp }: CancelTerms,
): Promise<boolean> {
  if (publicId === null || onHangUp === 'keep') return false;
  const task: CancelRequest = { publicId, accountId, interface: kind, retentionHours };
  if (onHangUp === 'cancel-queued') return cancelUnleased(tx, task);
  await cancelIn(tx, task);
  return true;
}
