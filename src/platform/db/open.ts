/**
 * The database: a pool, transactions, and one connection that listens. Plain SQL, the
 * same for any PostgreSQL >= 15.
 * @NOTE length: the pools, what runs on them and when it is repeated are one contract.
 */
import pg from 'pg';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { openGate } from '../lib/async/gate.ts';
import { openBatches, type RunBatch } from './batch.ts';
import { clientClass, listHosts, newClient, type ConnectionSettings } from './connection.ts';
import { openHints, sendHint, type HintKind, type Hints } from './hints.ts';
import type { Hosts } from './hosts.ts';
import type { Statement } from './statement.ts';

/** Readers take a Queryable. Writers that must be part of a larger change require a Transaction. */
export interface Queryable {
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Raises a hint: in a transaction, when it is committed. */
  hint(kind: HintKind, publicIds?: readonly string[]): void;
}

export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

export interface TransactionOptions {
  /** All of its statements find their rows by an index (`indexedStatement`). */
  readonly isIndexed?: boolean;
  /**
   * An advisory lock that it takes with its beginning, in one round trip, and holds to its end: a number
   * for its purpose, and a name.
   */
  readonly lock?: readonly [purpose: number, name: string];
}

export interface Database extends Queryable {
  /**
   * Commits when `work` resolves, rolls back when it rejects; deadlocks and
   * serialization failures are retried.
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** Runs the statement once for all items that queue up while it runs (batch.ts). */
  readonly batch: RunBatch;
  /**
   * The same database for work in the background, for which no client waits: it uses a share of the pools, so
   * that requests always find a connection, and waits for its turn in this process, as long as it takes.
   * @NOTE A transaction must not run other statements of it meanwhile: they would wait for one another.
   */
  readonly background: Database;
  readonly hints: Pick<Hints, 'on' | 'receive'>;
  readonly pool: pg.Pool;
  /** Its connections find every row by an index. */
  readonly indexedPool: pg.Pool;
  /** Opens a connection outside the pool, whose queries have no timeout. The caller must end it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const int8 = 20;
/** Reads int8 as bigint, because amounts of money must not be floats. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * `maxConnections` is the limit of both pools together. `pooler` is a connection pooler in transaction mode
 * before the same database. Both pools connect to it, with statements that have no name and without settings
 * of a session, because each transaction may run in another one. What needs a session of its own connects to
 * the database directly.
 */
export function openDatabase(
  connection: ConnectionSettings,
  maxConnections = defaultConnections,
  pooler?: ConnectionSettings,
): Database {
  const poolSettings = pooler ?? connection;
  const hosts = listHosts(poolSettings);
  const open = (max: number, sessionSettings: string) =>
    openPool(poolSettings, { max, sessionSettings: pooler ? undefined : sessionSettings });
  const indexedConnections = Math.ceil(maxConnections * indexedShare);
  const pool = open(Math.max(1, maxConnections - indexedConnections), alwaysSet);
  const indexedPool = open(indexedConnections, `${alwaysSet}; ${planByIndex}`);
  const inSession = (source: pg.Pool | pg.PoolClient): Session => ({
    source,
    isShared: pooler !== undefined,
  });
  const hints = openHints(payload => queryOnce(inSession(pool), sendHint, [payload]));
  const retry = openRetry(hosts);
  const openView = (enter: Enter): Omit<Database, 'background'> => {
    const query: Database['query'] = (statement, values = []) => {
      const source = statement.isIndexed ? indexedPool : pool;
      return retry(() => enter(source, () => queryOnce(inSession(source), statement, values)));
    };
    return {
      pool,
      indexedPool,
      hints,
      hint: hints.raise,
      query,
      batch: openBatches({ query, isUncertain: isUnavailable, clock: systemClock }),
      transaction: (work, { isIndexed = false, lock } = {}) => {
        const source = isIndexed ? indexedPool : pool;
        const dependencies = { pool: source, inSession, hints, begin: beginText(lock) };
        return retry(() => enter(source, () => inTransaction(dependencies, work)));
      },
      connect: async () => {
        const client = newClient(connection, { ...keepAliveSettings, types, application_name: 'kinora' });
        await client.connect();
        return client;
      },
      close: async () => {
        await hints.flush();
        await Promise.all([pool.end(), indexedPool.end()]);
      },
    };
  };
  const background: Database = {
    ...openView(inBackground([pool, indexedPool])),
    get background() {
      return background;
    },
  };
  return { ...openView((_, work) => work()), background };
}

/** Runs work that takes one connection of the pool. */
type Enter = <Result>(pool: pg.Pool, work: () => Promise<Result>) => Promise<Result>;

/** Background work leaves the other connections of each pool to requests. */
const backgroundShare = 0.6;

/** The wait is here and not in the pool, which would give up after its time for a new connection. */
function inBackground(pools: readonly pg.Pool[]): Enter {
  const gates = new Map(
    pools.map(pool => [
      pool,
      openGate({ places: Math.max(1, Math.floor(pool.options.max * backgroundShare)) }),
    ]),
  );
  return (pool, work) => gates.get(pool)?.run({ holder: '' }, work) ?? work();
}

export const defaultConnections = 10;

/** A connection may be idle for long, and firewalls on the way drop silent ones. */
const keepAliveSettings = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

function openPool(
  connection: ConnectionSettings,
  { max, sessionSettings }: { readonly max: number; readonly sessionSettings: string | undefined },
): pg.Pool {
  const pool = new pg.Pool({
    ...keepAliveSettings,
    Client: clientClass(connection),
    max,
    types,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeoutMs,
    application_name: 'kinora',
    ...(sessionSettings !== undefined && { onConnect: client => client.query(sessionSettings) }),
  });
  // A pooled connection that breaks while idle is replaced by the pool; without a listener, the
  // event would end the process.
  pool.on('error', () => {});
  followPrimary(pool, connection);
  return pool;
}

/**
 * Breaks the connections to a host that is no longer the primary: a host that vanished
 * would let their queries wait.
 */
function followPrimary(pool: pg.Pool, connection: ConnectionSettings): void {
  const hosts = listHosts(connection);
  if (!hosts) return;
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', client => clients.add(client));
  pool.on('remove', client => clients.delete(client));
  hosts.onMove(() => {
    for (const client of clients)
      (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  });
}

/** The share of connections for statements that must use indexes. */
const indexedShare = 0.5;

/** A query without an answer is given up after this time, so that none waits forever. */
const queryTimeoutMs = 30_000;
/**
 * These settings apply to every connection. Compiling a plan takes longer than any statement here, and up to
 * version 17 PostgreSQL compiles plans that cannot avoid a disabled method. The timeout ends a statement that
 * was given up at the server as well, so that it does not hold its locks and a processor.
 */
const alwaysSet = `set jit = off; set statement_timeout = ${queryTimeoutMs}`;

/**
 * Makes the planner find every row by an index. Sorts are still allowed. Such a plan is the same for all
 * values, so it is made once, also within functions: planning takes as long as leasing ten tasks.
 */
const planByIndex =
  'set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0';

interface Session {
  readonly source: pg.Pool | pg.PoolClient;
  /** A pooler gives the session to other clients after each transaction, so nothing is prepared in it. */
  readonly isShared: boolean;
}

async function queryOnce<Row>(
  { source, isShared }: Session,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await source.query({
    ...(statement.name !== undefined && !isShared && { name: statement.name }),
    text: statement.text,
    values: values as unknown[],
  });
  return result.rows as Row[];
}

/**
 * Takes the lock in a statement of its own, so that later statements see what was committed before the lock
 * was free.
 */
function beginText(lock: TransactionOptions['lock']): string {
  if (!lock) return 'begin';
  const [purpose, name] = lock;
  return `begin; select pg_advisory_xact_lock(${purpose}, hashtext(${pg.escapeLiteral(name)}))`;
}

interface TransactionDependencies {
  readonly pool: pg.Pool;
  readonly inSession: (source: pg.PoolClient) => Session;
  readonly hints: Hints;
  readonly begin: string;
}

async function inTransaction<Result>(
  { pool, inSession, hints, begin }: TransactionDependencies,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // Without a listener, a connection that breaks would end the process. The current query rejects as well.
  const ignoreError = () => {};
  client.on('error', ignoreError);
  let rollbackError: Error | undefined;
  const pendingHints: Parameters<Hints['raise']>[] = [];
  try {
    await client.query(begin);
    const result = await work({
      isTransaction: true,
      query: (statement, values = []) => queryOnce(inSession(client), statement, values),
      hint: (...hint) => void pendingHints.push(hint),
    });
    await client.query('commit');
    for (const hint of pendingHints) hints.raise(...hint);
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      rollbackError = cause;
    });
    // A server that became a replica keeps its connections, which are of no use.
    if (isConnectionError(error) || isStalePlan(error)) rollbackError ??= error as Error;
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(rollbackError);
  }
}

/** Codes for a statement that PostgreSQL rolled back and that can be run again. */
const rolledBackCodes = new Set(['40001', '40P01', '55P03']);
/**
 * Codes for a connection that was never established, so nothing was sent: the
 * server is starting or restarting.
 */
const notConnectedCodes = new Set(['ECONNREFUSED', 'ENOENT', '57P03', '53300']);
const maxAttempts = 5;
const reconnectForMs = 3_000;

type Retry = <Result>(run: () => Promise<Result>) => Promise<Result>;

function openRetry(hosts: Hosts | undefined): Retry {
  return async run => {
    const giveUpAt = systemClock.now() + reconnectForMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        const isRolledBack = rolledBackCodes.has(code);
        const isLost = isConnectionError(error);
        const hasMoved = isLost && (await hosts?.find());
        const shouldRetry = isRolledBack
          ? attempt < maxAttempts
          : (notConnectedCodes.has(code) || (hasMoved && code === readOnlyCode) || isStalePlan(error)) &&
            systemClock.now() < giveUpAt;
        if (!shouldRetry) throw isLost ? new AppError('database_unavailable', {}, error) : error;
        await systemClock.sleep(isRolledBack ? attempt * 5 : 50);
      }
    }
  };
}

/**
 * A migration changed a table since the connection prepared the statement ("cached plan must not change
 * result type"). Nothing ran, and another connection, or a new one, prepares it again.
 */
function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** The server has become a replica, and changed nothing. */
const readOnlyCode = '25006';

/** Whether the connection to the server was lost. The statement may have been executed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'database_unavailable';
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/**
 * Whether the cause is the server (unavailable, full, broken, read-only) and not the statement. Decided by
 * error code, or by message for the few errors of node-postgres that have no code.
 */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return networkCodes.has(code) || /^(08|53|58|57P0|25006)/.test(code);
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/.test(
    message ?? '',
  );
}
