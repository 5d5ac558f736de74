/** The database: a pool, transactions, and one connection that listens. Plain SQL, the same for any PostgreSQL >= 15. */
import pg from 'pg';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { openBatches, type RunBatch } from './batch.ts';
import { openHints, type HintKind, type Hints } from './hints.ts';
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
  /** An advisory lock that it takes with its beginning, in one round trip, and holds to its end: a number for its purpose, and a name. */
  readonly lock?: readonly [purpose: number, name: string];
}

export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects; deadlocks and serialisation failures are retried. */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** Runs the statement once for all items that queue up while it runs (batch.ts). */
  readonly batch: RunBatch;
  readonly hints: Pick<Hints, 'on' | 'receive'>;
  readonly pool: pg.Pool;
  /** Its connections find every row by an index. */
  readonly indexedPool: pg.Pool;
  /** Opens a connection outside the pool, whose queries have no timeout. The caller must end it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

const int8 = 20;
/** Reads int8 as bigint, because amounts of money must not be floats. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

export function openDatabase(connection: ConnectionSettings, maxConnections = 10): Database {
  const indexedConnections = Math.ceil(maxConnections * indexedShare);
  const settings: pg.PoolConfig = {
    ...connection,
    max: Math.max(1, maxConnections - indexedConnections),
    types,
    connectionTimeoutMillis: 10_000,
    // Abandons a connection that stopped responding, so that no query waits forever.
    query_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'kinora',
  };
  const pool = new pg.Pool({ ...settings, onConnect: client => client.query(alwaysSet) });
  const indexed = new pg.Pool({
    ...settings,
    max: indexedConnections,
    onConnect: client => client.query(`${alwaysSet}; ${planByIndex}`),
  });
  // A pooled connection that breaks while idle is replaced by the pool; without a listener, the event would end the process.
  for (const each of [pool, indexed]) each.on('error', () => {});
  const hints = openHints(pool);
  const query: Database['query'] = (statement, values = []) =>
    retrying(() => queryOnce(statement.isIndexed ? indexed : pool, statement, values));
  return {
    pool,
    indexedPool: indexed,
    hints,
    hint: hints.raise,
    query,
    batch: openBatches({ query, isUncertain: isUnavailable, clock: systemClock }),
    transaction: (work, { isIndexed = false, lock } = {}) =>
      retrying(() =>
        inTransaction({ pool: isIndexed ? indexed : pool, hints, begin: beginning(lock) }, work),
      ),
    connect: async () => {
      // It may be idle for long, while something on the way drops silent connections.
      const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
      const client = new pg.Client({ ...connection, ...alive, types, application_name: 'kinora' });
      await client.connect();
      return client;
    },
    close: async () => {
      await hints.flush();
      await Promise.all([pool.end(), indexed.end()]);
    },
  };
}

/** The share of connections for statements that must use indexes. */
const indexedShare = 0.5;

/** Compiling a plan takes longer than any statement here. Up to version 17, plans that could not avoid what is off would be compiled. */
const alwaysSet = 'set jit = off';

/**
 * Makes the planner find every row by an index. Sorts are still allowed. Such a plan is the same for all values, so it is made once, also
 * within functions: planning takes as long as leasing ten tasks.
 */
const planByIndex =
  'set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0';

async function queryOnce<Row>(
  source: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await source.query({
    ...(statement.name !== undefined && { name: statement.name }),
    text: statement.text,
    values: values as unknown[],
  });
  return result.rows as Row[];
}

/** Statements of their own, so that those that follow see what was committed before the lock was free. */
function beginning(lock: TransactionOptions['lock']): string {
  if (!lock) return 'begin';
  const [purpose, name] = lock;
  return `begin; select pg_advisory_xact_lock(${purpose}, hashtext(${pg.escapeLiteral(name)}))`;
}

interface TransactionParts {
  readonly pool: pg.Pool;
  readonly hints: Hints;
  readonly begin: string;
}

async function inTransaction<Result>(
  { pool, hints, begin }: TransactionParts,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // Without a listener, a connection that breaks would end the process. The current query rejects as well.
  const ignoreError = () => {};
  client.on('error', ignoreError);
  let broken: Error | undefined;
  const raised: Parameters<Hints['raise']>[] = [];
  try {
    await client.query(begin);
    const result = await work({
      isTransaction: true,
      query: (statement, values = []) => queryOnce(client, statement, values),
      hint: (...hint) => void raised.push(hint),
    });
    await client.query('commit');
    for (const hint of raised) hints.raise(...hint);
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(broken);
  }
}

/** Codes for a statement that PostgreSQL rolled back and that can be run again. */
const rolledBackCodes = new Set(['40001', '40P01', '55P03']);
/** Codes for a connection that was never established, so nothing was sent: the server is starting or restarting. */
const notConnectedCodes = new Set(['ECONNREFUSED', 'ENOENT', '57P03', '53300']);
const maxAttempts = 5;
const reconnectForMs = 3_000;

async function retrying<Result>(run: () => Promise<Result>): Promise<Result> {
  const giveUpAt = systemClock.now() + reconnectForMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const again = rolledBackCodes.has(code)
        ? attempt < maxAttempts
        : notConnectedCodes.has(code) && systemClock.now() < giveUpAt;
      if (!again) throw isConnectionError(error) ? new AppError('database_unavailable', {}, error) : error;
      await systemClock.sleep(rolledBackCodes.has(code) ? attempt * 5 : 50);
    }
  }
}

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

/** Whether the cause is the server (unavailable, full, broken, read-only) and not the statement. Decided by error code, or by message
 * for the few errors of node-postgres that have no code. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return networkCodes.has(code) || /^(08|53|58|57P0|25006)/.test(code);
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/.test(
    message ?? '',
  );
}
