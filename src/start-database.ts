/** DATABASE_URL, or the built-in PostgreSQL of the data folder: the same code from here on. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from './config.ts';
import { DatabaseStartError, openEmbeddedPostgres } from './db/embedded-postgres.ts';
import { isConnectionError, openDatabase, type ConnectionSettings } from './db/open.ts';
import { statement } from './db/statement.ts';
import type { Events } from './events.ts';
import { StartError } from './start-error.ts';

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
    throw new StartError(
      `The data folder ${dataDir} cannot be read and written (${code}). Give this user access, or set KINORA_DATA_DIR to another folder.`,
      error,
    );
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
  return { connection, embedded: false, foundRunning: true, stop: async () => {}, leaveRunning: () => {} };
}

const versionOf = statement('server_version', `select current_setting('server_version_num') as version`);

async function startEmbedded(dataDir: string, events: Pick<Events, 'database'>): Promise<StartedDatabase> {
  try {
    const postgres = await openEmbeddedPostgres({ dataDir, onEvent: event => events.database(event) });
    let ours = true;
    return {
      connection: postgres.connection,
      embedded: true,
      foundRunning: postgres.adopted,
      stop: async () => {
        if (ours) await postgres.stop();
      },
      leaveRunning: () => {
        ours = false;
        postgres.release();
      },
    };
  } catch (error) {
    if (error instanceof DatabaseStartError) throw new StartError(error.message, error);
    throw error;
  }
}
