/** The parts of a process that serves the interfaces. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/open.ts';
import { openReplica, type Replica } from '../../platform/db/replica.ts';
import type { PromptReader } from '../../engines/contract/prompt-reader.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { openClientDocuments } from '../../core/oauth/client-document.ts';
import { openAwaitedRequests } from '../../core/tasks/submit/awaited-requests.ts';
import type { Events } from '../../core/operate/events.ts';
import { openStreams } from '../../api/http/streams/open-streams.ts';
import { errorWires, routes } from '../../api/routes.ts';
import { describeServer } from '../../api/http/openapi/openapi.ts';
import { openAccessLog } from '../../api/http/access-log.ts';
import { openServer, type ServerOptions } from '../../api/http/server/server.ts';
import type { ReportAddresses } from '../../core/catalogue/engines/report-addresses.ts';
import { openImageIngest } from '../../api/http/request/image-ingest.ts';
import { basePath } from '../../api/http/request/server-path.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import type { SecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { paymentParts } from './payment-parts.ts';
import { configuredMailServer } from './mail-server.ts';
import { withModeration } from '../../core/moderation/moderation-server.ts';
import { openLocalModels } from '../../core/local-models/open-local-models.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { Monitoring, ProcessState } from './begin-monitoring.ts';
import { builtConsole } from './built-console.ts';
import { openHookCheck } from './check-hooks.ts';
import { openEngineReports } from './open-engine-reports.ts';
import type { Worker } from '../../core/tasks/work/worker.ts';
import type { NotificationHub } from './notification-hub.ts';
import { openFetch } from './open-fetch.ts';
import { settleWithin, type Cleanup } from './cleanup.ts';

export interface ServeDependencies {
  readonly config: Config;
  readonly catalogue: Catalogue;
  readonly db: Database;
  readonly storage: Storage;
  readonly log: Logger;
  readonly hub: NotificationHub;
  readonly state: ProcessState;
  readonly monitoring: Pick<Monitoring, 'readiness' | 'reportRequest'>;
  readonly engineKinds: readonly EngineKind[];
  readonly secretKeys: SecretKeys;
  readonly reportAddresses: ReportAddresses;
  /** Marks the requests that this installation sends to its engines. */
  readonly mark: string;
  readonly events: Events;
  readonly worker: Worker | undefined;
  readonly findPromptReader: (engine: string) => PromptReader | undefined;
  readonly reportResponse: ServerOptions['reportResponse'];
}

const closeMs = 3_000;

export async function beginServing(serving: ServeDependencies, cleanup: Cleanup): Promise<FastifyInstance> {
  const { config, db, log, hub, state, monitoring, reportResponse } = serving;
  const { records, authenticator, bus } = hub;
  const isDraining = () => state.phase === 'draining';
  const parts = {
    ...(await routeParts(serving, openFetch(config, cleanup))),
    replica: openConfiguredReplica(serving, cleanup),
    openApi: () => describeServer({ path: basePath(config.baseUrl), routes: allRoutes, wires }),
  };
  const allRoutes = routes(parts);
  const wires = errorWires(config);
  const server: FastifyInstance = await openServer({
    ...config,
    db,
    log,
    accessLog: config.accessLog ? openAccessLog(log) : undefined,
    routes: allRoutes,
    errorWires: wires,
    authenticator,
    records,
    isDraining,
    reportRequest: monitoring.reportRequest,
    reportResponse,
  });
  cleanup.push(async () => {
    await settleWithin(closeMs, server.close());
    // `close` waits for connections on which nothing was ever asked, which browsers open.
    server.server.closeAllConnections();
  });
  cleanup.push(async () => bus.close());
  await listen(server, config);
  return server;
}

/** Returns what the routes of all interfaces are made of, but for the document that describes them. */
async function routeParts(serving: ServeDependencies, fetch: ReturnType<typeof openFetch>) {
  const { config, catalogue, db, storage, log, hub, monitoring } = serving;
  const { findPromptReader, engineKinds, secretKeys, mark } = serving;
  const { records, contents, bus } = hub;
  const bannedWords = withModeration(hub.bannedWords, config);
  return {
    ...config,
    db,
    storage,
    records,
    contents,
    catalogue,
    findPromptReader,
    mark,
    bannedWords,
    secretKeys,
    engineKinds,
    engineReports: await openEngineReports(serving),
    refreshConfig: () => {
      bannedWords.forget();
      return hub.config.refresh();
    },
    bus,
    awaitedRequests: openAwaitedRequests(db),
    streams: openStreams(),
    pictures: openImageIngest({ db, storage, retentionHours: config.retentionHours, fetch }),
    ...hookChecks(config),
    consoleFolder: await openConsole(log),
    fileOrigin: await storage.direct?.origin(),
    post: fetch.post,
    get: fetch.get,
    documents: openClientDocuments(fetch),
    local: openLocalModels({ ...config, get: fetch.get }),
    ...paymentParts(config),
    mailServer: configuredMailServer(config),
    readiness: monitoring.readiness,
  };
}

/** Returns undefined if no replica is set. */
function openConfiguredReplica(
  { config, db }: ServeDependencies,
  cleanup: Cleanup,
): Replica['reader'] | undefined {
  if (config.databaseReplicaUrl === undefined) return undefined;
  const replica = openReplica(db, { connectionString: config.databaseReplicaUrl });
  cleanup.push(replica.close);
  return replica.reader;
}

/** Returns undefined if the Console could not be built, because the interfaces work without it. */
async function openConsole(log: Logger): Promise<string | undefined> {
  try {
    return await builtConsole();
  } catch (error) {
    log.error(error, 'The Console could not be built');
    return undefined;
  }
}

/**
 * The operator's own webhook may lead to any address that the safe fetch allows. A client's is checked when
 * it is requested.
 */
function hookChecks(config: Config) {
  const checkHook = openHookCheck(config);
  const hookUrl = (url: string | null | undefined): string | undefined =>
    url ? checkHook(url, 'notifyHook') : config.notifyHook;
  return { checkHook, hookUrl };
}

async function listen(server: FastifyInstance, config: Config): Promise<void> {
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw describeListenError(config, error);
  }
}

/**
 * Throws StartError if the address for requests is not available. Called before the data folder is prepared,
 * so that a first start on an address in use leaves no database behind.
 */
export async function checkAddress(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, 'listening');
  } catch (error) {
    throw describeListenError(config, error);
  }
  probe.close();
  await once(probe, 'close');
}

function describeListenError({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} is in use on ${host}. Stop the process that uses it, or set KINORA_PORT.`,
      error,
    );
  if (code === 'EACCES')
    return new StartError(
      `Listening on ${host}:${port} is not allowed for this user. Set KINORA_PORT to 1024 or above.`,
      error,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`KINORA_HOST is "${host}", which is not an address of this machine.`, error);
  return error;
}
