/** The composition root: builds the parts by hand, in order, and closes them again in reverse. */
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import { createToken } from '../../core/accounts/change-token.ts';
import { inviteFirstOperator } from '../../core/accounts/invitations.ts';
import { countOperators, lockOperators } from '../../core/accounts/users.ts';
import { listTokens } from '../../core/accounts/tokens.ts';
import { rejectInterruptedRestore } from '../../core/backup/restore-marker.ts';
import type { Config } from '../../platform/config/config.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { acquireInstanceLock } from '../../platform/db/instance-lock.ts';
import { useTimeZone } from '../../platform/db/calendar.ts';
import { prepareSchema } from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import type { Engine } from '../../engines/contract/engine.ts';
import type { Events } from '../../core/operate/events.ts';
import { openReportAddresses } from '../../core/catalogue/engines/report-addresses.ts';
import { openLog, type LogDestination } from '../../platform/log/log.ts';
import type { FileSigner } from '../../media/provenance/c2pa/file-signer.ts';
import { databaseId } from '../../platform/db/database-id.ts';
import { installationMark } from '../../platform/lib/network/own-requests.ts';
import { systemClock } from '@kinora/shared/clock';
import { followTraces } from '../../platform/lib/trace/trace-flow.ts';
import { describePlace, openStorage } from '../../media/s3/open-storage.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import type { Storage } from '../../media/storage/storage.ts';
import { readCatalogue } from '../../core/catalogue/models/catalogue.ts';
import { browserAddress, listeningAddress, publicUrl } from './addresses.ts';
import { beginLocalModels, type LocalWorkDependencies } from './begin-local-models.ts';
import { beginMonitoring, type ProcessState } from './begin-monitoring.ts';
import { beginPresence } from './begin-presence.ts';
import { beginServing, checkAddress } from './begin-serving.ts';
import { beginWork, type WorkDependencies } from './begin-work.ts';
import type { Worker } from '../../core/tasks/work/worker.ts';
import { openNotificationHub } from './notification-hub.ts';
import { openEngines } from './open-engines.ts';
import { openSigner } from './open-signer.ts';
import { disposeAll, type Cleanup } from './cleanup.ts';
import { isFirstStart, startDatabase } from './start-database.ts';
import type { StartedDatabase } from './started-database.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { openSecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { saveCardRoutes } from '../../core/catalogue/routes/card-routes.ts';

export interface App {
  /** The address of the server. Undefined for a process that is only a worker. */
  readonly address: string | undefined;
  /** The address of metrics and probes. Undefined if they are not served. */
  readonly monitoringAddress: string | undefined;
  /** Where a browser opens the Console. A process that is only a worker serves nothing there. */
  readonly consoleAddress: string;
  /** The keys of the first start; undefined at later starts. */
  readonly firstKeys: { readonly image: string; readonly video: string } | undefined;
  /** The link with which the first user, who runs this server, joins. Undefined if there is such a user. */
  readonly setupLink: string | undefined;
  /**
   * Distinguishes this installation from others: at engines, and in a models folder that it shares with them.
   */
  readonly mark: string;
  readonly db: Database;
  readonly storage: Storage;
  /** Reads changes of engines, models and routes now, and not only when they are announced. */
  refreshConfig(): Promise<void>;
  /**
   * Fails readiness, waits for the set delay, then drains the tasks in progress and
   * closes everything. Safe to repeat.
   */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The engines prepare for their first task during the start, in the background. */
  readonly warmUp?: boolean;
  // What follows is for tests.
  /** Engines that are used instead of the instances in the database. */
  readonly engines?: readonly Engine[];
  /** Kinds in addition to those of the product, or in place of those with the same name. */
  readonly kinds?: readonly EngineKind[];
  readonly cards?: readonly unknown[];
  readonly events?: (defaults: Events) => Events;
  /** The destination of the log instead of standard error. */
  readonly logTo?: LogDestination;
  /** A signer that is used instead of the one that the settings describe. */
  readonly signer?: FileSigner;
  /**
   * Makes the server check its answers against the shapes that routes declare,
   * and receives those that differ.
   */
  readonly reportResponse?: (problem: string) => void;
}

/** Throws StartError with one clear sentence when it cannot start. */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  followTraces();
  const cleanup: Cleanup = [];
  try {
    if (config.role !== 'worker') await checkAddress(config);
    return await buildApp(config, options, cleanup);
  } catch (error) {
    await disposeAll(cleanup);
    throw error;
  }
}

function listKinds(config: Config, { kinds = [] }: AppOptions): readonly EngineKind[] {
  const ownKinds = engineKinds(config).map(each => kinds.find(({ kind }) => kind === each.kind) ?? each);
  return [...ownKinds, ...kinds.filter(kind => !ownKinds.includes(kind))];
}

/**
 * Adds to `cleanup` how to close each part that it opens, so that a start that fails
 * half-way leaves nothing open.
 */
async function buildApp(config: Config, options: AppOptions, cleanup: Cleanup): Promise<App> {
  const kinds = listKinds(config, options);
  if (options.warmUp && (await isFirstStart(config))) for (const kind of kinds) kind.prepare?.();
  const log = openLog(config, options.logTo);
  const state: ProcessState = { phase: 'starting' };
  const monitoring = await beginMonitoring({ config, log, state }, cleanup);
  const events = (options.events ?? (defaults => defaults))(monitoring.events);
  const signer = options.signer ?? (await openSigner(config, log, cleanup));
  await rejectInterruptedRestore(config.dataDir);
  const database = await startDatabase(config, events);
  cleanup.push(() => database.stop());
  await acquireFolder(config, database, cleanup);
  const db = database.open(config.databaseConnections);
  cleanup.push(() => db.close());
  await prepareSchema(db, config);
  await beginPresence({ config, db, database, events }, cleanup);
  const zoneBefore = await useTimeZone(db, config.timeZone);
  if (zoneBefore !== undefined)
    log.warn({ before: zoneBefore, now: config.timeZone }, 'days and months begin in another time zone');
  const account = await ensureFirstAccount(db, config.openingBalanceMicros);
  const mark = installationMark(account.id, await databaseId(db));
  const storage = await openFiles(config);
  const catalogue = readCatalogue(options.cards);
  await saveCardRoutes(db, catalogue.models);
  const { connection } = database;
  const hub = await openNotificationHub({ connection, db, catalogue, kinds, events }, cleanup);
  const secretKeys = openSecretKeys(config);
  const reportAddresses = openReportAddresses({ publicUrl: publicUrl(config), secretKeys });
  const shared = { config, db, catalogue, hub, secretKeys, reportAddresses, storage, events };
  const { engines, readers } = await openEngines({ ...shared, kinds, testEngines: options.engines }, cleanup);
  const work = { ...shared, mark, database, signer, engines };
  const worker = config.role === 'api' ? undefined : await beginAllWork(work, { kinds, options }, cleanup);
  monitoring.watch({ config, db, storage, engines, catalogue, changes: hub.changes });
  const { reportResponse } = options;
  const serving = {
    ...shared,
    mark,
    log,
    state,
    monitoring,
    worker,
    findPromptReader: readers,
    engineKinds: kinds,
  };
  const server =
    config.role === 'worker' ? undefined : await beginServing({ ...serving, reportResponse }, cleanup);
  // Tokens are created last: keys of a start that failed later would never be shown.
  const firstKeys = server && (await createFirstTokens(db, account.id));
  const setupSecret = server && (await createSetupLink(db, account.id));
  // Port 0 takes a free one.
  const port = (server?.server.address() as { port: number } | undefined)?.port ?? config.port;
  const consoleAddress = `${browserAddress({ ...config, port })}/console`;
  state.phase = 'serving';
  let stopped: Promise<void> | undefined;
  return {
    address: server && listeningAddress({ ...config, port }),
    monitoringAddress: monitoring.address,
    consoleAddress,
    firstKeys,
    setupLink: setupSecret && `${consoleAddress}/join#${setupSecret}`,
    mark,
    db,
    storage,
    refreshConfig: () => hub.config.refresh(),
    stop: () => (stopped ??= stop(config, state, cleanup)),
  };
}

/** A process that does the work begins all of it. */
async function beginAllWork(
  work: WorkDependencies & Omit<LocalWorkDependencies, 'kinds'>,
  { kinds, options }: { readonly kinds: readonly EngineKind[]; readonly options: AppOptions },
  cleanup: Cleanup,
): Promise<Worker> {
  const { engines } = work;
  if (options.warmUp) for (const engine of engines.engines) if (!engines.isDrained(engine)) engine.warmUp?.();
  const worker = await beginWork(work, cleanup);
  await beginLocalModels({ ...work, kinds }, cleanup);
  return worker;
}

/**
 * What was opened first is closed last: the monitoring, which reports meanwhile that this process is not
 * ready.
 */
async function stop(config: Config, state: ProcessState, cleanup: Cleanup): Promise<void> {
  state.phase = 'stopping';
  await systemClock.sleep(config.shutdownDelaySeconds * 1000);
  state.phase = 'draining';
  await disposeAll(cleanup, (config.drainSeconds + beyondDrainSeconds) * 1000);
}

/** How long a part may take to close after its tasks were drained or released. */
const beyondDrainSeconds = 5;

/** Throws StartError. */
async function openFiles(config: Config): Promise<Storage> {
  try {
    const storage = await openStorage(config);
    await storage.check();
    return storage;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const why = error.code === 'full' ? 'is full' : 'cannot be used';
    const problem = config.s3
      ? `The bucket for task files ${why}: ${describePlace(config)}. Check the KINORA_S3 settings with "kinora doctor".`
      : `The folder for task files ${why}: ${describePlace(config)}.`;
    throw new StartError(`${problem} ${error.message}`, error);
  }
}

/**
 * Acquires the data folder. The built-in database serves only one process, so a second one on
 * the same folder is rejected.
 */
async function acquireFolder(config: Config, database: StartedDatabase, cleanup: Cleanup): Promise<void> {
  if (!database.embedded) return;
  const lock = await acquireInstanceLock(database.connection);
  if (!lock) {
    database.leaveRunning();
    throw new StartError(
      `The data folder ${config.dataDir} is in use by another Kinora. Stop that one, or set KINORA_DATA_DIR to another folder.`,
    );
  }
  cleanup.push(() => lock.release());
}

const setUpHours = 24;

/**
 * A link at each start until there is an operator. Those of other processes stay valid, because
 * it is unknown whose output is read.
 */
async function createSetupLink(db: Database, accountId: string): Promise<string | undefined> {
  return db.transaction(async tx => {
    await lockOperators(tx);
    if ((await countOperators(tx)) > 0) return undefined;
    return inviteFirstOperator(tx, { accountId, hours: setUpHours });
  });
}

const lockFirstTokens = statement(
  'lock_first_tokens',
  `select pg_advisory_xact_lock(${advisoryLocks.firstTokens})`,
);

/**
 * Creates a token of each kind if there is none at all. Of several processes that start at the same time, one
 * creates them.
 */
async function createFirstTokens(db: Database, accountId: string): Promise<App['firstKeys']> {
  return db.transaction(async tx => {
    await tx.query(lockFirstTokens);
    if ((await listTokens(tx)).length > 0) return undefined;
    const key = async (group: string) =>
      (await createToken(tx, { accountId, group, name: `first ${group} token` }))?.key ?? '';
    return { image: await key('image'), video: await key('video') };
  });
}
