/** Controls a crash server from outside: start, kill, start again on the same folder and database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Database, openDatabase } from '../../../src/platform/db/open.ts';
import { openEmbeddedPostgres } from '../../../src/platform/postgres/embedded-postgres.ts';
import { atEnd, atProcessEnd } from '../servers/clean-up.ts';
import { copyDatabase, freshDatabase } from '../servers/database.ts';
import { oncePerRun, runFolder } from '../servers/once-per-run.ts';
import { copyFolder } from './copy-folder.ts';
import { bundledProgram, forShortLives, ownEnvironment } from '../programs/bundled-program.ts';
import { freePort } from '../servers/free-port.ts';
import { killDatabase } from './kill-database.ts';

export interface CrashingServer {
  readonly dataDir: string;
  /** The same after every start. */
  readonly url: string;
  readonly imageKey: string;
  readonly videoKey: string;
  readonly running: boolean;
  /** Reads and writes its database, whether it is running or not. */
  withDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result>;
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends SIGKILL, or another signal. */
  kill(signal?: NodeJS.Signals): void;
  /** Resolves when the process has ended, for whatever reason. */
  waitForExit(): Promise<void>;
  stop(): Promise<void>;
}

const program = new URL('./crash-server.ts', import.meta.url);

interface CrashOptions {
  /**
   * It starts a PostgreSQL of its own, which the test can kill. Otherwise it uses a database of the
   * tests' server, which is cheaper.
   */
  readonly hasOwnPostgres?: boolean;
}

/**
 * Not started yet, on a folder and a database as a first start leaves them. They are deleted when the
 * tests of the file have ended.
 */
export async function makeCrashingServer(
  scriptedUrl: string,
  { hasOwnPostgres = false }: CrashOptions = {},
): Promise<CrashingServer> {
  const { dataDir, databaseUrl, keys } = await prepareOnce(hasOwnPostgres);
  const copy = await emptyFolder();
  await copyFolder(dataDir, copy);
  const copiedUrl = databaseUrl && (await copyDatabase(databaseUrl));
  return serverOn(copy, { databaseUrl: copiedUrl, scriptedUrl, keys: { ...keys }, register: atEnd });
}

interface Keys {
  image: string;
  video: string;
}

interface PreparedServer {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly keys: Keys;
}

const preparations = new Map<boolean, Promise<PreparedServer>>();

/**
 * Created once for all tests of a run, because a first start takes longer than everything else that they do.
 */
function prepareOnce(hasOwnPostgres: boolean): Promise<PreparedServer> {
  const name = hasOwnPostgres ? 'crash-server-with-postgres' : 'crash-server';
  const preparation = preparations.get(hasOwnPostgres) ?? oncePerRun(name, () => prepare(hasOwnPostgres));
  preparations.set(hasOwnPostgres, preparation);
  return preparation;
}

async function prepare(hasOwnPostgres: boolean): Promise<PreparedServer> {
  const keys = { image: '', video: '' };
  const databaseUrl = hasOwnPostgres ? undefined : await freshDatabase();
  // In a run, the folder serves other processes longer than this one.
  const register = runFolder ? () => {} : atProcessEnd;
  const folder = await mkdtemp(join(runFolder ?? tmpdir(), 'kinora-crash-'));
  const server = await serverOn(folder, { databaseUrl, scriptedUrl: '', keys, register });
  await server.start();
  await server.stop();
  return { dataDir: server.dataDir, databaseUrl, keys };
}

const emptyFolder = () => mkdtemp(join(tmpdir(), 'kinora-crash-'));

interface ServerOptions {
  /** Undefined if it starts its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly scriptedUrl: string;
  readonly keys: Keys;
  readonly register: typeof atEnd;
}

async function serverOn(
  dataDir: string,
  { databaseUrl, scriptedUrl, keys, register }: ServerOptions,
): Promise<CrashingServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const settings = {
      KINORA_PORT: String(port),
      KINORA_MONITORING_ADDRESS: 'off',
      KINORA_DATA_DIR: dataDir,
      KINORA_LOG_LEVEL: 'silent',
      SCRIPTED_URL: scriptedUrl,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    child = spawn(process.execPath, [...forShortLives, await bundledProgram(program)], {
      env: { ...ownEnvironment, ...settings, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await Promise.race([
      once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'),
      once(child, 'exit').then(() => undefined),
    ]);
    // It may have died while it adopted an old task, which some tests are about.
    if (!line) return;
    const greeting = JSON.parse(String(line[0])) as { keys?: Keys };
    Object.assign(keys, greeting.keys);
  };
  const running = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const waitForExit = async () => {
    if (running()) await once(child as ChildProcess, 'exit');
  };
  const stop = async () => {
    if (running()) child?.kill('SIGTERM');
    await waitForExit();
  };
  register(async () => {
    await stop();
    if (!databaseUrl) killDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    get imageKey() {
      return keys.image;
    },
    get videoKey() {
      return keys.video;
    },
    get running() {
      return running();
    },
    withDatabase: use => withDatabase({ databaseUrl, dataDir }, use),
    start,
    kill: (signal = 'SIGKILL') => void child?.kill(signal),
    waitForExit,
    stop,
  };
}

async function withDatabase<Result>(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const embeddedServer = databaseUrl === undefined ? await openEmbeddedPostgres({ dataDir }) : undefined;
  const db = openDatabase(embeddedServer?.connection ?? { connectionString: databaseUrl ?? '' }, 2);
  try {
    return await use(db);
  } finally {
    await db.close();
    embeddedServer?.release();
  }
}
