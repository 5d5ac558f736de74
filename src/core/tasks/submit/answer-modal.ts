/**
 * Answers the modal of a waiting task: one statement gives the task its final job, its
 * place in the queue and its hold.
 */
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { serializeItems } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { rejection, submitOrReject } from './rejection.ts';
import { inSubmitSpan } from './submit-span.ts';
import { answerStatement } from './submit-statements.ts';
import { announce, submitItem, type PlacedRow, type SubmittedTask } from './submit-item.ts';
import type { SubmitLimits, TaskRequest } from './task-request.ts';

export interface ModalAnswer {
  /** The waiting task's own row. */
  readonly taskId: string;
  readonly request: TaskRequest;
}

/**
 * Returns undefined if the task is no longer waiting. Throws AppError `insufficient_balance`;
 * the task then keeps waiting.
 */
export function answerModal(
  db: Database,
  { taskId, request }: ModalAnswer,
  limits: SubmitLimits,
): Promise<SubmittedTask | undefined> {
  const submit = async () => {
    const item = submitItem(request, limits, taskId);
    await racePoint('answer a modal');
    const [row] = await db.query<PlacedRow>(answerStatement, [serializeItems([item])]);
    if (row) return announce(db, request, row);
    const [waits] = await db.query(isStillWaiting, [taskId]);
    return waits ? undefined : null;
  };
  return inSubmitSpan([request], async () => {
    const task = await submitOrReject(submit, () => rejection(db, [request], limits));
    return task ?? undefined;
  });
}

const isStillWaiting = statement(
  'still_waits',
  `select id from tasks where id = $1 and phase = 'waiting' and modal_until > now()`,
);
