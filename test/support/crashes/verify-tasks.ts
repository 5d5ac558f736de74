/**
 * Checks after random faults that every accepted task ended once, is charged once or not
 * at all, and has all its files.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import type { Queryable } from '../../../src/platform/db/open.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import type { CrashingServer } from './crashing-server.ts';
import type { ScriptedServer } from '../engines/scripted-server.ts';

const ends = statement(
  'test_ends',
  `select public_id, phase, error_code, charged_micros, amount_micros,
     (select count(*)::int from ledger_entries where task_id = tasks.id and kind = 'settle') as settles
   from task_states tasks order by id`,
);
const files = statement(
  'test_files',
  `select storage_key, size_bytes, sha256 from outputs join tasks on tasks.id = task_id where phase = 'succeeded'`,
);

const unfinishedTasks = statement(
  'test_left_open',
  'select task_id from task_queue union all select task_id from task_runs',
);

export interface End {
  readonly public_id: string;
  readonly phase: string;
  readonly error_code: string | null;
  readonly charged_micros: bigint;
  readonly amount_micros: bigint;
  readonly settles: number;
}

/** Call while the server is down or idle. Returns how each task ended. */
export function verifyTasks(
  server: CrashingServer,
  taskIds: readonly string[],
  scriptedServer: ScriptedServer,
): Promise<End[]> {
  const readStored = openStoredFiles(server.dataDir);
  return server.withDatabase(db => verifyTasksIn(db, { readStored, taskIds, scriptedServer }));
}

/** Reads files of the data folder of a server. */
export function openStoredFiles(dataDir: string): Verification['readStored'] {
  return storageKey => readFile(join(dataDir, 'files', storageKey));
}

export interface Verification {
  /** Reads a stored file. */
  readonly readStored: (storageKey: string) => Promise<Uint8Array>;
  /** Public ids of the tasks whose submits got a response. */
  readonly taskIds: readonly string[];
  readonly scriptedServer: ScriptedServer;
}

/** The same for a running database. */
export async function verifyTasksIn(
  db: Queryable,
  { readStored, taskIds, scriptedServer }: Verification,
): Promise<End[]> {
  const tasks = await db.query<End>(ends);
  for (const id of taskIds)
    assert.ok(
      tasks.some(task => task.public_id === id),
      `the accepted task ${id} exists`,
    );
  for (const task of tasks) {
    assert.ok(
      ['succeeded', 'failed', 'cancelled'].includes(task.phase),
      `${task.public_id} ended: ${task.phase}`,
    );
    assert.equal(
      task.settles,
      task.phase === 'succeeded' ? 1 : 0,
      `${task.public_id} is settled once or never`,
    );
    assert.equal(task.charged_micros, task.phase === 'succeeded' ? task.amount_micros : 0n);
  }
  assert.deepEqual(await db.query(unfinishedTasks), [], 'no ended task has a place in the queue or a run');
  for (const row of await db.query<{ storage_key: string; size_bytes: bigint; sha256: string }>(files)) {
    const bytes = await readStored(row.storage_key);
    assert.equal(BigInt(bytes.length), row.size_bytes);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), row.sha256);
  }
  assert.deepEqual(await reconcile(db), []);
  for (const [task, count] of scriptedServer.startCounts)
    assert.equal(count, 1, `the engine started ${task} once`);
  return tasks;
}
