/**
 * Cancels tasks that nobody needs any more: those that have not started in the time that their request allows, and those whose client has
 * hung up. What is due is in the database, so a process that dies meanwhile leaves it to the others.
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
  /** What becomes of a task whose client has hung up. `cancel-queued`: work that has started goes on. */
  readonly onHangUp: Config['onHangUp'];
}

export const cancelPaceMs = 2_000;

const atOnce = 500;

const cancelUnstarted = indexedStatement(
  'cancel_unstarted',
  `with due as materialized (
     select task_id from task_queue where start_by <= now() limit ${atOnce} for update skip locked
   ), unqueued as (
     delete from task_queue where task_id = any(array(select task_id from due)) returning *
   ), ended as (
     update tasks set phase = 'cancelled', finished_at = now(), charged_micros = 0, ${expiryAssignment('$1')}, once_key = null,
       error_code = 'start_late', error_details = jsonb_build_object('seconds', round(extract(epoch from start_by - created_at))),
       ${runAssignments('unqueued')}
     from unqueued where tasks.id = unqueued.task_id and tasks.phase = 'open'
     returning ${ofTasks(endedColumns)}
   ), ${releaseEnded}
   select ${changedIds} as changed from ended`,
);

/** The key of a request's task: awaited-requests.ts. */
const nextHungUp = indexedStatement(
  'next_request_hung_up',
  `with due as materialized (
     select id, token_id from awaited_requests where is_lost and cancel_at <= now() limit 1 for update skip locked
   )
   select due.id, tasks.public_id, tasks.account_id, tasks.interface
   from due join tokens on tokens.id = due.token_id
     left join tasks on tasks.account_id = tokens.account_id and idempotency_key = chr(31) || 'awaited:' || due.id and finished_at is null
       -- Others may have pressed the same button.
       and tasks.once_key is null`,
);
/** $2: decided again later, if a worker has the task and has not begun. It may give it back. */
const keepTask = indexedStatement(
  'keep_task_of_request',
  `update awaited_requests set cancel_at = case when not exists (
       select from tasks left join task_runs on task_id = tasks.id where tasks.public_id = $2 and finished_at is null
         and (task_runs.phase = 'queued' or task_runs.task_id is null)
     ) then null else now() + interval '2 s' end
   where id = $1`,
);
const forget = indexedStatement('forget_request_hung_up', 'delete from awaited_requests where id = $1');

interface HungUp {
  readonly id: string;
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
      rows.flatMap(({ changed }) => changed),
    );
  }
}

/** One request. A repeat that comes meanwhile waits for its row, and finds none. Returns false if there is none. */
async function cancelHungUp(tx: Transaction, terms: CancelTerms): Promise<boolean> {
  const [request] = await tx.query<HungUp>(nextHungUp);
  if (!request) return false;
  const isCancelled = await cancelTaskOf(tx, request, terms);
  if (isCancelled) await tx.query(forget, [request.id]);
  else await tx.query(keepTask, [request.id, terms.onHangUp === 'cancel-queued' ? request.public_id : null]);
  return true;
}

/** Returns false if its task goes on. */
async function cancelTaskOf(
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
