/**
 * The lock of a running backup: there is one at a time, and files are not deleted meanwhile. PostgreSQL
 * releases it when the process ends.
 */
import type pg from 'pg';
import type { Database, Queryable } from './open.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { statement } from './statement.ts';

const locks = `select from pg_locks
   where locktype = 'advisory'
     and (classid, objid, objsubid) = (${advisoryLocks.backup}, 2)
     and granted
     and database = (select oid from pg_database where datname = current_database())`;
const isHeld = statement('is_backup_running', `select exists (${locks}) as "isHeld"`);
const isHeldHere = `select exists (${locks} and pid = pg_backend_pid()) as "isHeld"`;

/** A connection that was dropped without a word never answers. */
const defaultAnswerTimeoutMs = 10_000;

export interface BackupLock {
  /**
   * Asks the database. False if the connection broke, so files may have been deleted, and
   * another backup may be running.
   */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Returns undefined if another backup of this database is running. */
export async function lockBackup(
  db: Pick<Database, 'connect'>,
  answerTimeoutMs = defaultAnswerTimeoutMs,
): Promise<BackupLock | undefined> {
  const client = await db.connect();
  // The connection is idle until `isHeld` asks, which then fails.
  client.on('error', () => {});
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${advisoryLocks.backup}) as taken`,
  );
  if (rows[0]?.taken)
    return {
      isHeld: () => isLockHeld(client, answerTimeoutMs),
      release: () => client.end(),
    };
  await client.end();
  return undefined;
}

async function isLockHeld(client: pg.Client, answerTimeoutMs: number): Promise<boolean> {
  const query = { text: isHeldHere, query_timeout: answerTimeoutMs };
  return client.query<{ isHeld: boolean }>(query).then(
    ({ rows }) => rows[0]?.isHeld ?? false,
    () => false,
  );
}

export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isHeld: boolean }>(isHeld);
  return row?.isHeld ?? false;
}
