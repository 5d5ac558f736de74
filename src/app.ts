/** The composition root: builds the parts by hand, in order, and takes them down again. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { join } from 'node:path';
import { ensureFirstAccount } from './accounts/first-account.ts';
import { createToken, listTokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { takeInstanceLock } from './db/instance-lock.ts';
import { openListener } from './db/listen.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, type ConnectionSettings, type Database } from './db/open.ts';
import type { Engine } from './engines/engine.ts';
import { openSketchEngine } from './engines/sketch/sketch-engine.ts';
import { logEvents, type Events } from './events.ts';
import { openAuthenticator, type Authenticator } from './http/auth.ts';
import { openKeptReplies, type KeptReplies } from './http/kept-replies.ts';
import { openRecords, type Records } from './http/records.ts';
import { routes } from './http/routes.ts';
import { openServer } from './http/server.ts';
import { systemClock } from './lib/clock.ts';
import { openDiskStorage } from './media/disk-storage.ts';
import { openKeepFiles } from './media/keep-files.ts';
import { sweepExpired } from './media/retention.ts';
import type { Storage } from './media/storage.ts';
import { readCatalogue } from './models/catalogue.ts';
import { StartError } from './start-error.ts';
import { startDatabase, type StartedDatabase } from './start-database.ts';
import { openLog } from './log.ts';
import { openTaskStore } from './tasks/task-store.ts';
import { startWorker, type Worker } from './tasks/worker.ts';

export interface App {
  /** Where it listens; undefined for a worker alone. */
  readonly address: string | undefined;
  /** The keys of the first start; undefined ever after. */
  readonly firstKeys: { readonly image: string; readonly video: string } | undefined;
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

const sweepEveryMs = 60_000;
const drainMs = 10_000;
const closeMs = 3_000;
const giveBackMs = 15_000;

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
  const news = await hearNews(database.connection, db, taken);
  if (config.role !== 'api') {
    const engines = options.engines ?? [openSketchEngine({ threads: config.sketchThreads })];
    news.worker = await beginWork({ config, database, db, storage, events, engines }, taken);
  }
  const state = { draining: false };
  const server =
    config.role === 'worker'
      ? undefined
      : await beginServing({ config, options, db, storage, log, news, state }, taken);
  // Last: keys that were made by a start that failed later would never be shown.
  const firstKeys = server && (await firstStart(db, account.id));
  let stopped: Promise<void> | undefined;
  return {
    address: server && addressOf(server, config),
    firstKeys,
    db,
    storage,
    stop: () => {
      state.draining = true;
      stopped ??= takeDown(taken);
      return stopped;
    },
  };
}

type Taken = (() => Promise<void>)[];

/** What the database's announcements reach in this process. */
interface News {
  readonly records: Records;
  readonly replies: KeptReplies;
  readonly authenticator: Authenticator;
  worker: Worker | undefined;
}

async function hearNews(connection: ConnectionSettings, db: Database, taken: Taken): Promise<News> {
  const replies = openKeptReplies();
  const news: News = {
    records: openRecords(replies),
    replies,
    authenticator: openAuthenticator(db),
    worker: undefined,
  };
  const { records, authenticator } = news;
  const listener = await openListener(['kinora_due', 'kinora_task', 'kinora_token', 'kinora_cancel'], {
    connection,
    onLost: () => {
      records.setListening(false);
      authenticator.setListening(false);
    },
    onListening: () => {
      records.setListening(true);
      authenticator.setListening(true);
      news.worker?.wake();
    },
  });
  taken.push(() => listener.close());
  listener.on('kinora_due', () => news.worker?.wake());
  listener.on('kinora_task', publicId => records.forget(publicId));
  listener.on('kinora_token', () => {
    authenticator.forget();
    replies.clear();
  });
  listener.on('kinora_cancel', taskId => news.worker?.cancel(taskId));
  return news;
}

/** The built-in database serves one process: a second one on the same folder is told so. */
async function ownFolder(
  config: Config,
  database: StartedDatabase,
  taken: (() => Promise<void>)[],
): Promise<void> {
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

/** One token of each kind, when there is none at all. */
async function firstStart(db: Database, accountId: string): Promise<App['firstKeys']> {
  if ((await listTokens(db)).length > 0) return undefined;
  const key = async (group: string) =>
    (await createToken(db, { accountId, group, name: `first ${group} token` }))?.key ?? '';
  return { image: await key('image'), video: await key('video') };
}

interface WorkParts {
  readonly config: Config;
  readonly database: { readonly embedded: boolean };
  readonly db: Database;
  readonly storage: Storage;
  readonly events: Events;
  readonly engines: readonly Engine[];
}

async function beginWork(
  { config, database, db, storage, events, engines }: WorkParts,
  taken: Taken,
): Promise<Worker> {
  for (const engine of engines) taken.push(() => engine.close());
  const store = openTaskStore(db);
  // Alone on this database: whatever is leased was leased by a process that is no more.
  if (database.embedded) await store.releaseAll();
  const keepFiles = openKeepFiles(storage, engine =>
    engine === 'sketch' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia',
  );
  const worker = startWorker({ ...config, db, store, keepFiles, events, clock: systemClock, engines });
  taken.push(() => worker.stop(drainMs));
  taken.push(sweeping({ db, storage, events }));
  return worker;
}

interface ServeParts {
  readonly config: Config;
  readonly options: AppOptions;
  readonly db: Database;
  readonly storage: Storage;
  readonly log: Logger;
  readonly news: News;
  readonly state: { readonly draining: boolean };
}

async function beginServing(
  { config, options, db, storage, log, news, state }: ServeParts,
  taken: Taken,
): Promise<FastifyInstance> {
  const { records, replies, authenticator } = news;
  const catalogue = readCatalogue(options.cards);
  const isDraining = () => state.draining;
  const parts = {
    ...config,
    db,
    storage,
    records,
    replies,
    catalogue,
    isDraining,
    openApi: () => server.swagger(),
  };
  const server: FastifyInstance = await openServer({
    ...config,
    log,
    routes: routes(parts),
    authenticator,
    replies,
    isDraining,
  });
  taken.push(() => within(closeMs, server.close()));
  await listen(server, config);
  return server;
}

/** Starts the retention sweep; answers with how to end it. */
function sweeping(parts: { db: Database; storage: Storage; events: Events }): () => Promise<void> {
  const ending = new AbortController();
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await sweepExpired(parts, ending.signal).catch((error: unknown) => parts.events.workerTroubled(error));
      await systemClock.sleep(sweepEveryMs, ending.signal);
    }
  };
  const running = loop();
  return async () => {
    ending.abort();
    await running;
  };
}

async function listen(server: FastifyInstance, config: Config): Promise<void> {
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code } = error as { code?: string };
    const where = `${config.host}:${config.port}`;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${config.port} is in use on ${config.host}. Stop what listens there, or set KINORA_PORT.`,
        error,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Listening on ${where} is not allowed for this user. Set KINORA_PORT to 1024 or above.`,
        error,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`KINORA_HOST is "${config.host}", which is no address of this machine.`, error);
    throw error;
  }
}

function addressOf(server: FastifyInstance, config: Config): string {
  const { port } = server.server.address() as { port: number };
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** In the reverse order of taking. One that fails, or never comes back, does not keep the others. */
async function takeDown(taken: Taken): Promise<void> {
  for (const giveBack of taken.splice(0).reverse()) await within(giveBackMs, giveBack());
}

/** Waits for the work, failed or not, but no longer than this. */
async function within(ms: number, work: PromiseLike<unknown>): Promise<void> {
  const over = new AbortController();
  const done = async () => {
    await Promise.resolve(work).catch(() => {});
    over.abort();
  };
  await Promise.race([done(), systemClock.sleep(ms, over.signal)]);
}
