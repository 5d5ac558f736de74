/** What `/readyz` checks. No check calls an engine. */
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { EnginePool } from '../../engines/contract/engine-pool.ts';
import { measureDiskSpace } from '../../platform/lib/disk/disk-space.ts';
import type { Readiness } from '../../platform/lib/async/readiness.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import type { Storage } from '../../media/storage/storage.ts';

/** A standby, and an old primary after a failover, answer queries and reject every submit. */
const readWritable = statement(
  'read_writable',
  "select current_setting('transaction_read_only') = 'off' as writable",
);

/** With less, the next clip or database page may not fit. */
const minFreeBytes = 64 * 1024 * 1024;

export interface CheckedDependencies {
  readonly config: Pick<Config, 'dataDir' | 'role'>;
  readonly db: Queryable;
  readonly storage: Storage;
  readonly engines: EnginePool;
  readonly readDiskSpace?: typeof measureDiskSpace;
}

export function addChecks(
  readiness: Readiness,
  { config: { dataDir, role }, db, storage, engines, readDiskSpace = measureDiskSpace }: CheckedDependencies,
): void {
  readiness.add('database', async () => {
    const [row] = await db.query<{ writable: boolean }>(readWritable);
    return row?.writable ? 'ok' : 'read-only';
  });
  readiness.add('disk', async () => {
    const space = await readDiskSpace(dataDir);
    return space && space.freeBytes < minFreeBytes ? 'full' : 'ok';
  });
  readiness.add('storage', () => checkStorage(storage));
  // A process that also serves the interfaces is useful without an engine.
  if (role === 'worker') readiness.add('engines', () => (engines.engines.length > 0 ? 'ok' : 'none open'));
}

async function checkStorage(storage: Storage): Promise<string> {
  try {
    await storage.check();
    return 'ok';
  } catch (error) {
    if (error instanceof StorageError) return error.code;
    throw error;
  }
}
