/** DATABASE_URL, or the built-in PostgreSQL of the data folder: the same code from here on. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { isConnectionError, openDatabase, type ConnectionSettings } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Events } from '../../core/operate/events.ts';
import { describeUnusable, StartError } from '../../platform/errors/start-error.ts';

export interface StartedDatabase {
  readonly connection: ConnectionSettings;
  readonly embedded: boolean;
  /** It was running already: another Kinora's, or one that outlived its Kinora. */
  readonly foundRunning: boolean;
  /** Stops the built-in one; an outside one is left alone. */
  stop(): Promise<void>;
  /** It belongs to another process: `stop` will do nothing. */
  leaveRunning(): void;
}

const oldestMajor = 15;

/** Whether the built-in database will be made, and with it the first instance of an engine, which this process will open. */
export async function isFirstStart({
  dataDir,
  databaseUrl,
  enginesFile,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'enginesFile'>): Promise<boolean> {
  return databaseUrl === undefined && enginesFile === undefined && !(await hasCluster(dataDir));
}

/** Whether the data folder has the files of a built-in database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Throws StartError. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  events: Pick<Events, 'database'>,
): Promise<StartedDatabase> {
  await prepareDataDir(config.dataDir);
  return config.databaseUrl ? useOutside(config.databaseUrl) : startEmbedded(config.dataDir, events);
}

async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new StartError(describeUnusable(dataDir, code), error);
  }
}

/** Not mkdir's own `recursive`: that never returns on a file system that answers ENOENT for ever, like /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o755 });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o755 });
  }
}

async function useOutside(url: string): Promise<StartedDatabase> {
  const connection = { connectionString: url };
  const probe = openDatabase(connection, 1);
  try {
    const [row] = await probe.query<{ version: string }>(versionOf);
    const major = Math.floor(Number(row?.version) / 10_000);
    if (major < oldestMajor)
      throw new StartError(
        `The database at DATABASE_URL is PostgreSQL ${major}; Kinora needs ${oldestMajor} or newer.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const cause =
      (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error);
    const what = isConnectionError(cause) ? 'cannot be reached' : 'refused';
    throw new StartError(
      `The database at DATABASE_URL ${what}: ${cause.message || (cause as { code?: string }).code}`,
      error,
    );
  } finally {
    await probe.close();
  }
  await rejectSharedConnections(connection);
  return { connection, embedded: false, foundRunning: true, stop: async () => {}, leaveRunning: () => {} };
}

const versionOf = statement('server_version', `select current_setting('server_version_num') as version`);

async function startEmbedded(dataDir: string, events: Pick<Events, 'database'>): Promise<StartedDatabase> {
  const postgres = await openEmbeddedPostgres({ dataDir, onEvent: event => events.database(event) });
  let isOurs = true;
  return {
    connection: postgres.connection,
    embedded: true,
    foundRunning: postgres.adopted,
    stop: async () => {
      if (isOurs) await postgres.stop();
    },
    leaveRunning: () => {
      isOurs = false;
      postgres.release();
    },
  };
}

const poolerRounds = 3;

/**
 * A pooler in transaction or statement mode gives each transaction whichever server connection is free, so that locks,
 * notifications and prepared statements of one client meet those of another. Two clients that are open at once then see the
 * same server process, or one sees it change. Throws StartError.
 */
export async function rejectSharedConnections(connection: ConnectionSettings): Promise<void> {
  const clients = [new pg.Client(connection), new pg.Client(connection)];
  try {
    for (const client of clients) await client.connect();
    const seen: number[][] = clients.map(() => []);
    for (let round = 0; round < poolerRounds; round++)
      for (const [index, client] of clients.entries()) seen[index]?.push(await backendOf(client));
    const kept = seen.map(pids => new Set(pids));
    if (kept.every(pids => pids.size === 1) && seen[0]?.[0] !== seen[1]?.[0]) return;
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})));
  }
  throw new StartError(
    'DATABASE_URL points to a connection pooler in transaction or statement mode, such as PgBouncer. Kinora requires dedicated connections for locks and notifications. Point DATABASE_URL directly to PostgreSQL, or set the pooler to session mode (pool_mode = session).',
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
