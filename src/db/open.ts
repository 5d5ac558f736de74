/** The database: a pool, transactions, and one connection that listens. Plain SQL, the same for any PostgreSQL >= 15. */
import pg from 'pg';
import { AppError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import type { Statement } from './statement.ts';

/** A reader takes a Queryable; a writer that must be part of something larger demands a Transaction. */
export interface Queryable {
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects; deadlocks and serialisation failures are run again. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** For what needs a connection of its own: migrations. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

const int8 = 20;
/** Money is int8, and money is never a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8
      ? BigInt
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

export function openDatabase(connection: ConnectionSettings, maxConnections = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    // A connection that went silent is given up, lest what waits for it waits for ever.
    query_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'kinora',
  });
  // A pooled connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {});
  return {
    pool,
    query: (statement, values = []) => retrying(() => queryOnce(pool, statement, values)),
    transaction: work => retrying(() => inTransaction(pool, work)),
    close: () => pool.end(),
  };
}

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

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // Unheard, a connection that breaks in the middle would end the process; the query in flight rejects as well.
  const hear = () => {};
  client.on('error', hear);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work({
      isTransaction: true,
      query: (statement, values = []) => queryOnce(client, statement, values),
    });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.off('error', hear);
    client.release(broken);
  }
}

/** The statement was rolled back by PostgreSQL and may simply be run again. */
const rolledBackCodes = new Set(['40001', '40P01', '55P03']);
/** The connection was never made, so nothing was sent: a server that is just starting or restarting. */
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

/** Is the server away, full, broken or read-only, as against the statement wrong? By code, or by node-postgres' own few messages without one. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return networkCodes.has(code) || /^(08|53|58|57P0|25006)/.test(code);
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/.test(
    message ?? '',
  );
}
