/** The lock of a running backup: there is one at a time, and files are not deleted meanwhile. PostgreSQL releases it when the process ends. */
import type { Database, Queryable } from './open.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { statement } from './statement.ts';

const isHeld = statement(
  'is_backup_running',
  `select exists (
     select from pg_locks where locktype = 'advisory' and (classid, objid, objsubid) = (${advisoryLocks.backup}, 2) and granted
       and database = (select oid from pg_database where datname = current_database())
   ) as "isHeld"`,
);

export interface BackupLock {
  /** False: its connection broke, so files may have been deleted, and another backup may be running. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

/** Undefined if another backup of this database is running. */
export async function lockBackup(db: Database): Promise<BackupLock | undefined> {
  const client = await db.connect();
  let isHeld = true;
  client.on('error', () => {
    isHeld = false;
  });
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${advisoryLocks.backup}) as taken`,
  );
  if (rows[0]?.taken)
    return {
      get isHeld() {
        return isHeld;
      },
      release: () => client.end(),
    };
  await client.end();
  return undefined;
}

export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isHeld: boolean }>(isHeld);
  return row?.isHeld ?? false;
}
