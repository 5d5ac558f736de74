/** The composition root: builds the parts by hand, in order, and takes them down again. */
import { join } from 'node:path';
import { ensureFirstAccount } from './accounts/first-account.ts';
import { createToken } from './accounts/change-token.ts';
import { invite } from './accounts/invitations.ts';
import { countOperators } from './accounts/users.ts';
import { listTokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { takeInstanceLock } from './db/instance-lock.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, type Database } from './db/open.ts';
import type { Engine } from './engines/engine.ts';
import { openSketchEngine } from './engines/sketch/sketch-engine.ts';
import { logEvents, type Events } from './events.ts';
import { openLog } from './log.ts';
import { openDiskStorage } from './media/disk-storage.ts';
import type { Storage } from './media/storage.ts';
import { readCatalogue } from './models/catalogue.ts';
import { browserAddress, listeningAddress } from './start/addresses.ts';
import { beginServing } from './start/begin-serving.ts';
import { beginWork } from './start/begin-work.ts';
import { hearNews } from './start/hear-news.ts';
import { takeDown, type Taken } from './start/taken.ts';
import { startDatabase, type StartedDatabase } from './start-database.ts';
import { StartError } from './start-error.ts';

export interface App {
  /** Where it listens; undefined for a worker alone. */
  readonly address: string | undefined;
  /** For a browser; a worker alone has none there. */
  readonly consoleAddress: string;
  /** The keys of the first start; undefined ever after. */
  readonly firstKeys: { readonly image: string; readonly video: string } | undefined;
  /** With it the first user joins, who runs this server; undefined when there is one. */
  readonly setUpLink: string | undefined;
  readonly db: Database;
  readonly storage: Storage;
  /** Takes no more work, lets what is in hand end, closes everything, the built-in database last. Safe to repeat. */
  stop(): Promise<void>;
}

/** What tests put in place of the usual. */
export interface AppOptions {
  readonly engines?: readonly Engine[];
  readonly cards?: readonly unknown[];
  readonly events?: (usual: Events) => Events;
}

/** Throws StartError with one clear sentence when it cannot start. */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const taken: Taken = [];
  try {
    return await build(config, options, taken);
  } catch (error) {
    await takeDown(taken);
    throw error;
  }
}

/** `taken` collects how to give back what was taken, so that a start that fails half-way leaves nothing behind. */
async function build(config: Config, options: AppOptions, taken: Taken): Promise<App> {
  const log = openLog(config.logLevel);
  const events = (options.events ?? (usual => usual))(logEvents(log));
  const database = await startDatabase(config, events);
  taken.push(() => database.stop());
  await ownFolder(config, database, taken);
  const db = openDatabase(database.connection);
  taken.push(() => db.close());
  await migrate(db);
  const account = await ensureFirstAccount(db, config.openingBalanceMicros);
  const storage = await openDiskStorage(join(config.dataDir, 'files'));
  const catalogue = readCatalogue(options.cards);
  const news = await hearNews({ connection: database.connection, db, catalogue, events }, taken);
  if (config.role !== 'api') {
    const engines = options.engines ?? [openSketchEngine({ threads: config.sketchThreads })];
    await beginWork({ config, database, db, storage, events, engines, catalogue, news }, taken);
  }
  const state = { draining: false };
  const server =
    config.role === 'worker'
      ? undefined
      : await beginServing({ config, catalogue, db, storage, log, news, state }, taken);
  // Last: keys that were made by a start that failed later would never be shown.
  const firstKeys = server && (await firstStart(db, account.id));
  const setUpSecret = server && (await setUp(db, account.id));
  // Port 0 takes a free one.
  const port = (server?.server.address() as { port: number } | undefined)?.port ?? config.port;
  const consoleAddress = `${browserAddress({ ...config, port })}/console`;
  let stopped: Promise<void> | undefined;
  return {
    address: server && listeningAddress({ ...config, port }),
    consoleAddress,
    firstKeys,
    setUpLink: setUpSecret && `${consoleAddress}/join#${setUpSecret}`,
    db,
    storage,
    stop: () => {
      state.draining = true;
      stopped ??= takeDown(taken);
      return stopped;
    },
  };
}

/** The built-in database serves one process: a second one on the same folder is told so. */
async function ownFolder(config: Config, database: StartedDatabase, taken: Taken): Promise<void> {
  if (!database.embedded) return;
  const lock = await takeInstanceLock(database.connection);
  if (!lock) {
    database.leaveRunning();
    throw new StartError(
      `The data folder ${config.dataDir} is in use by another Kinora. Stop that one, or set KINORA_DATA_DIR to another folder.`,
    );
  }
  taken.push(() => lock.release());
}

const setUpHours = 24;

/** A new link at each start, until somebody has used one. */
async function setUp(db: Database, accountId: string): Promise<string | undefined> {
  if ((await countOperators(db)) > 0) return undefined;
  const link = { accountId, role: 'operator', email: undefined, hours: setUpHours } as const;
  return (await invite(db, link)).secret;
}

/** One token of each kind, when there is none at all. */
async function firstStart(db: Database, accountId: string): Promise<App['firstKeys']> {
  if ((await listTokens(db)).length > 0) return undefined;
  const key = async (group: string) =>
    (await createToken(db, { accountId, group, name: `first ${group} token` }))?.key ?? '';
  return { image: await key('image'), video: await key('video') };
}
