/**
 * The lock on a data folder: its owner is the process that holds this advisory lock in the folder's database.
 * PostgreSQL releases it when the process ends for any reason, so no stale lock can remain.
 */
import type pg from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { advisoryLocks } from './advisory-locks.ts';
import { newClient, type ConnectionSettings } from './connection.ts';

export interface InstanceLock {
  release(): Promise<void>;
}

const retryMs = 250;

/**
 * Returns undefined if another process holds the lock. After an interruption of the database, the
 * lock is reacquired automatically.
 */
export async function acquireInstanceLock(connection: ConnectionSettings): Promise<InstanceLock | undefined> {
  const closing = new AbortController();
  let client = await tryLock(connection);
  if (!client) return undefined;

  const watch = (lockClient: pg.Client): void => {
    lockClient.once('end', () => {
      if (!closing.signal.aborted) void reacquire();
    });
  };
  const reacquire = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await systemClock.sleep(retryMs, closing.signal);
      const lockedClient = await tryLock(connection).catch(() => undefined);
      if (!lockedClient) continue;
      client = lockedClient;
      watch(lockedClient);
      return;
    }
  };

  watch(client);
  return {
    release: async () => {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };
}

async function tryLock(connection: ConnectionSettings): Promise<pg.Client | undefined> {
  const client = newClient(connection, { application_name: 'kinora instance' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${advisoryLocks.instance}) as taken`,
  );
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
}
