/**
 * Reports of providers that the work of a start has changed. They are hints: the worker that holds the task
 * checks its work now instead of after its pause, on whichever process it runs. Nothing is written, and a
 * report that is lost costs only time.
 */
import type { Database } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { LeasedTask } from '../task.ts';

export interface WorkReport {
  /** Name of the engine. */
  readonly engine: string;
  /** The start key of the task, or of a step of its engine: then it continues after a colon. */
  readonly key: string;
}

const notifyWorkers = statement(
  'notify_of_work_report',
  `select n, pg_notify('kinora_report', report)
   from jsonb_to_recordset($1::jsonb) as item(n int, report text)`,
);

/** Notifies the workers of all processes. */
export async function reportWork(db: Pick<Database, 'batch'>, { engine, key }: WorkReport): Promise<void> {
  await db.batch(notifyWorkers, { report: `${engine} ${key}` });
}

/** Reads the payload of a notification. */
export function toWorkReport(payload: string): WorkReport {
  const [engine = '', key = ''] = payload.split(' ');
  return { engine, key };
}

/** Unique for each counted try of a task. */
export function toStartKey(taskId: string, tries: number): string {
  return `${taskId}:${tries}`;
}

/** The row of the task that a start key belongs to. */
export function taskIdFromKey({ key }: Pick<WorkReport, 'key'>): string {
  return key.split(':')[0] ?? '';
}

/** Whether it is about the work that the task waits for, and not about an earlier try or another engine. */
export function isAboutTask({ engine, key }: WorkReport, task: LeasedTask): boolean {
  const { startKey } = task;
  return (
    task.engine === engine && startKey !== undefined && (key === startKey || key.startsWith(`${startKey}:`))
  );
}
