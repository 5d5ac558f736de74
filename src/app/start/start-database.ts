/** DATABASE_URL, or the built-in PostgreSQL of the data folder: the same code from here on. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Events } from '../../core/operate/events.ts';
import { describeUnusable, StartError } from '../../platform/errors/start-error.ts';
import { useOutside } from './outside-database.ts';
import type { StartedDatabase } from './started-database.ts';

export type DatabasePlace = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>;

/**
 * Whether the built-in database will be made, and with it the first instance of an engine,
 * which this process will open.
 */
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
  config: DatabasePlace,
  events: Pick<Events, 'database'>,
): Promise<StartedDatabase> {
  await prepareDataDir(config.dataDir);
  return config.databaseUrl
    ? useOutside({ url: config.databaseUrl, directUrl: config.databaseDirectUrl })
    : startEmbedded(config.dataDir, events);
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

/**
 * Creates a folder and its parents. The `recursive` of mkdir never returns on a file system that answers
 * ENOENT for ever, like /proc.
 */
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

async function startEmbedded(dataDir: string, events: Pick<Events, 'database'>): Promise<StartedDatabase> {
  const postgres = await openEmbeddedPostgres({ dataDir, onEvent: event => events.database(event) });
  let isOurs = true;
  return {
    connection: postgres.connection,
    open: maxConnections => openDatabase(postgres.connection, maxConnections),
    embedded: true,
    foundRunning: postgres.isAdopted,
    stop: async () => {
      if (isOurs) await postgres.stop();
    },
    leaveRunning: () => {
      isOurs = false;
      postgres.release();
    },
  };
}
