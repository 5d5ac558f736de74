/**
 * The built-in database: a PostgreSQL server in the data folder, for installations without DATABASE_URL. This
 * file opens and supervises it; `postgres-cluster.ts` creates its folder, `postgres-server.ts` runs it,
 * `postgres-binaries.ts` finds the programs.
 *
 * It guarantees, no matter which process is killed and when: a cluster is complete or absent; there is never
 * a second server on one cluster; a server that outlived its Kinora is adopted by the next; a server that
 * died is started again.
 */
import { Client } from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { StartError } from '../errors/start-error.ts';
import {
  asStartError,
  type Cluster,
  port,
  type PostgresSettings,
  prepareCluster,
  superuser,
} from './postgres-cluster.ts';
import { runServer, type Server, stopServer } from './postgres-server.ts';

export interface EmbeddedPostgres {
  /**
   * The connection for node-postgres. `host` is the folder of the unix socket: the
   * server listens nowhere else.
   */
  readonly connection: { host: string; port: number; user: string; password: string; database: string };
  /** The current pid of the postmaster. It changes with a restart. */
  readonly pid: number;
  /** True if the server was already running: left by a killed Kinora, or in use by another one. */
  readonly isAdopted: boolean;
  /**
   * Fast shutdown: open transactions are rolled back. Resolves when the server has
   * exited. Can be called again.
   */
  stop(): Promise<void>;
  /**
   * Ends the supervision and leaves the server running. A command that found it running calls this
   * immediately, so that it does not restart a server that its owner has just stopped. Can be called again.
   */
  release(): void;
}

export interface DatabaseEvent {
  readonly name: 'initialized' | 'started' | 'adopted' | 'died' | 'restarted' | 'stopped';
  readonly durationMs?: number;
  /** Why a restart failed. Set only for `died`. Restarts are attempted once a second. */
  readonly error?: Error;
}

const database = 'kinora';
const restartPauseMs = 1_000;

/**
 * Opens the database of Kinora's data folder: creates it if there is none, adopts its server if one runs,
 * starts one otherwise, and restarts it if it dies. Resolves when it accepts queries.
 *
 * Throws StartError, whose message is for the operator.
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
  onEvent?: (event: DatabaseEvent) => void;
  /** Settings of PostgreSQL in place of ours, such as those of tests, whose databases need not survive. */
  settings?: PostgresSettings;
}): Promise<EmbeddedPostgres> {
  const { dataDir, onEvent = () => {}, settings = {} } = options;
  if (process.platform === 'win32') {
    throw new StartError(
      'The built-in database does not run on Windows: start Kinora in WSL, or set DATABASE_URL to a PostgreSQL.',
    );
  }
  try {
    return await openCluster(dataDir, { onEvent, settings });
  } catch (error) {
    throw asStartError(dataDir, error as Error);
  }
}

async function openCluster(
  dataDir: string,
  {
    onEvent,
    settings,
  }: { readonly onEvent: (event: DatabaseEvent) => void; readonly settings: PostgresSettings },
): Promise<EmbeddedPostgres> {
  const lap = stopwatch();
  const cluster = await prepareCluster(dataDir, settings);
  if (cluster.isNew) onEvent({ name: 'initialized', durationMs: lap() });
  const server = await runServer(cluster);
  const runningCluster = { ...cluster, socketDir: server.socketDir };
  await ensureDatabase(runningCluster).catch(async error => {
    if (!server.isAdopted) await stopServer(server, cluster);
    throw error;
  });
  onEvent({ name: server.isAdopted ? 'adopted' : 'started', durationMs: lap() });
  return supervise(runningCluster, server, onEvent);
}

function supervise(
  cluster: Cluster,
  firstServer: Server,
  onEvent: (event: DatabaseEvent) => void,
): EmbeddedPostgres {
  const closing = new AbortController();
  let server = firstServer;
  let restarting: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await server.exit;
      if (closing.signal.aborted) return;
      onEvent({ name: 'died' });
      restarting = restart();
      await restarting;
    }
  }

  async function restart(): Promise<void> {
    const lap = stopwatch();
    while (!closing.signal.aborted) {
      try {
        server = await runServer(cluster);
        onEvent({ name: 'restarted', durationMs: lap() });
        return;
      } catch (error) {
        onEvent({ name: 'died', error: error as Error });
        await systemClock.sleep(restartPauseMs, closing.signal);
      }
    }
  }

  async function stop(): Promise<void> {
    closing.abort();
    const lap = stopwatch();
    await restarting;
    await stopServer(server, cluster);
    onEvent({ name: 'stopped', durationMs: lap() });
  }

  void watch();
  return {
    connection: connectionTo(cluster, database),
    get pid() {
      return server.pid;
    },
    isAdopted: firstServer.isAdopted,
    stop: () => (stopping ??= stop()),
    release: () => closing.abort(),
  };
}

function connectionTo(cluster: Cluster, name: string) {
  return { host: cluster.socketDir, port, user: superuser, password: cluster.password, database: name };
}

/** Checks that the server accepts our connection, and creates Kinora's database at the first start. */
async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new Client({ ...connectionTo(cluster, 'postgres'), connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // Without a listener, a broken connection would end the process.
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const reason =
      code === '28P01' ? 'the password in the file postgres-password does not match the database' : message;
    throw new StartError(`PostgreSQL runs on ${cluster.dir} but rejected the connection: ${reason}.`, error);
  } finally {
    await client.end();
  }
}

/** Returns a function that returns the milliseconds since its previous call. */
function stopwatch(): () => number {
  let startMs = systemClock.now();
  return () => {
    const elapsedMs = systemClock.now() - startMs;
    startMs += elapsedMs;
    return elapsedMs;
  };
}
