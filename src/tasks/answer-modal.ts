/** The modal of a waiting task came: one statement gives the task its final job, its place in the queue and its hold. */
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { refusal } from './refusal.ts';
import {
  countAhead,
  hook,
  holdPrice,
  submitValues,
  takeTurn,
  type SubmitLimits,
  type Submitted,
  type TaskRequest,
} from './submit-task.ts';

/** $1 the task's own row. The rest as in submit-task.ts. */
const answer = statement(
  'answer_modal',
  `with waiting as (
     select id from tasks where id = $1::uuid and account_id = $3::uuid and phase = 'waiting' and modal_until > now() for update
   ), ${takeTurn('and exists (select from waiting)')}, task as (
     update tasks set phase = 'queued', modal_until = null, model = $5::text, engine = $6::text, job = $7::jsonb, wire = $8::jsonb, tier = $9::text,
       tier_rank = $10::int, turn = paid.turn, held_on = (now() at time zone 'utc')::date, priced = $26::jsonb, price_unit = $11::text, price_quantity = $12::int, unit_price_micros = $13::bigint,
       amount_micros = $14::bigint, price_version = $15::text, parent_id = $16::uuid, modal_hash = $18::text, due_at = now()
     from paid, waiting where tasks.id = waiting.id
     returning tasks.id, tasks.public_id, tasks.turn
   ), hold as (${holdPrice}), hook as (${hook})
   select public_id, pg_notify('kinora_due', $6::text), pg_notify('kinora_task', public_id), $2::text, $17::text, $19::text, $21::text, $22::uuid, ${countAhead} from task`,
);

export interface ModalAnswer {
  /** The waiting task's own row. */
  readonly taskId: string;
  readonly request: TaskRequest;
}

/** Undefined: the task waits no longer. Throws AppError `insufficient_balance`; then it goes on waiting. */
export async function answerModal(
  db: Database,
  { taskId, request }: ModalAnswer,
  limits: SubmitLimits,
): Promise<Submitted | undefined> {
  const [row] = await db.query<{ public_id: string; waiting_ahead: number }>(
    answer,
    submitValues(request, limits, taskId),
  );
  if (row) return { publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead };
  const [waits] = await db.query(stillWaits, [taskId]);
  if (waits) throw await refusal(db, [request], limits);
  return undefined;
}

const stillWaits = statement(
  'still_waits',
  `select id from tasks where id = $1 and phase = 'waiting' and modal_until > now()`,
);
