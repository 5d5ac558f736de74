/**
 * Submits that a task of this installation has sent to its engine, and that came back by way of a gateway.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { taskIdFromKey } from '../work/work-report.ts';

const startedWith = statement(
  'run_by_start_key',
  'select from task_runs where task_id = $1::uuid and start_key = $2',
);

const startKey = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:\d+$/;

/**
 * Whether the text is the start key of a task in progress. Other texts, which clients write, cost no query.
 */
export async function isOwnStart(db: Queryable, text: string | null | undefined): Promise<boolean> {
  if (!text || !startKey.test(text)) return false;
  const rows = await db.query(startedWith, [taskIdFromKey({ key: text }), text]);
  return rows.length > 0;
}
