/**
 * The database of DATABASE_URL: PostgreSQL itself, several hosts of which one is the primary, or a
 * connection pooler before it.
 */
import type pg from 'pg';
import { connectionTo, newClient, type ConnectionSettings } from '../../platform/db/connection.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { isConnectionError, openDatabase } from '../../platform/db/open.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { StartedDatabase } from './started-database.ts';

const oldestMajor = 15;

export interface OutsideUrls {
  readonly url: string;
  /** The server itself, if `url` is that of a pooler in transaction mode. */
  readonly directUrl: string | undefined;
}

/** Throws StartError. */
export async function useOutside({ url, directUrl }: OutsideUrls): Promise<StartedDatabase> {
  const connection = await connectionTo(url);
  const direct = directUrl === undefined ? connection : await connectionTo(directUrl);
  await checkServer('DATABASE_URL', connection);
  if (direct !== connection) await checkServer('DATABASE_DIRECT_URL', direct);
  await rejectSharedConnections(direct, direct === connection ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL');
  if (direct !== connection) await rejectOtherDatabase(connection, direct);
  const pooler = direct === connection ? undefined : connection;
  return {
    connection: direct,
    open: maxConnections => openDatabase(direct, maxConnections, pooler),
    embedded: false,
    foundRunning: true,
    stop: async () => {},
    leaveRunning: () => {},
  };
}

type UrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

async function checkServer(setting: UrlSetting, connection: ConnectionSettings): Promise<void> {
  const version = await withClients([connection], async ([client]) => {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    return Number(rows[0]?.version);
  }).catch((error: Error & { code?: string }) => {
    const problem = isConnectionError(error) ? 'cannot be reached' : 'refused';
    throw new StartError(`The database at ${setting} ${problem}: ${error.message || error.code}`, error);
  });
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor)
    throw new StartError(
      `The database at ${setting} is PostgreSQL ${major}; Kinora needs ${oldestMajor} or newer.`,
    );
}

/** Many, because other clients of the pooler may give each of the two the same one for a while. */
const poolerRounds = 20;

/**
 * A pooler in transaction or statement mode gives each transaction whichever server connection is free, so
 * that locks and notifications of one client meet those of another. Two clients that are open at the same
 * time then see the same server process, or one sees it change. Throws StartError.
 */
export async function rejectSharedConnections(
  connection: ConnectionSettings,
  setting: UrlSetting,
): Promise<void> {
  const isShared = await withClients([connection, connection], async clients => {
    if (await isDirect(clients[0])) return false;
    const backendIds: number[][] = clients.map(() => []);
    for (let round = 0; round < poolerRounds; round++)
      for (const [index, client] of clients.entries()) backendIds[index]?.push(await readBackendId(client));
    const distinctIds = backendIds.map(pids => new Set(pids));
    return distinctIds.some(pids => pids.size > 1) || backendIds[0]?.[0] === backendIds[1]?.[0];
  });
  if (!isShared) return;
  const pooler = `${setting} points to a connection pooler in transaction or statement mode, such as PgBouncer. Kinora also needs connections of its own, for notifications, locks and migrations.`;
  throw new StartError(
    setting === 'DATABASE_URL'
      ? `${pooler} Set DATABASE_DIRECT_URL to the same database without the pooler.`
      : `${pooler} Set it to PostgreSQL itself, or to a pooler in session mode (pool_mode = session).`,
  );
}

/** Throws StartError if a lock that is taken in one cannot be seen in the other. */
async function rejectOtherDatabase(pooler: ConnectionSettings, direct: ConnectionSettings): Promise<void> {
  const isSame = await withClients([pooler, direct], async ([pooledClient, directClient]) => {
    const { rows } = await directClient.query<{ pid: number }>(
      `select pg_backend_pid() as pid, pg_advisory_lock_shared(${advisoryLocks.opening})`,
    );
    const locks = await pooledClient.query(
      `select from pg_locks where locktype = 'advisory' and pid = $1
       and database = (select oid from pg_database where datname = current_database())`,
      [rows[0]?.pid],
    );
    return locks.rowCount !== 0;
  });
  if (!isSame)
    throw new StartError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both must name the same database of the same server.',
    );
}

/** Opens a client for each connection, and closes them at the end. */
async function withClients<const Connections extends readonly ConnectionSettings[], Result>(
  connections: Connections,
  work: (clients: { readonly [Index in keyof Connections]: pg.Client }) => Promise<Result>,
): Promise<Result> {
  const clients = connections.map(connection =>
    newClient(connection, { application_name: 'kinora', connectionTimeoutMillis: 10_000 }),
  );
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    return await work(clients as unknown as { readonly [Index in keyof Connections]: pg.Client });
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})));
  }
}

/**
 * Whether PostgreSQL itself has answered: it names its process at the start of a connection, where a
 * pooler names a key of its own.
 */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { processID } = client as unknown as { readonly processID: number | null };
  return processID !== null && processID === (await readBackendId(client));
}

async function readBackendId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
