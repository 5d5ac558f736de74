/**
 * Brings a database to the schema of this version, under an advisory lock: a new one by
 * `migrations/schema.sql`, any other by the numbered files that it lacks, once each and in order. Then the
 * functions in `migrations/functions/` that have changed are replaced.
 *
 * A database may be ahead: a newer version has migrated it. Its migrations only add to the schema,
 * except for those named `*.contract.sql`, which remove what an older version needs. Functions of a
 * newer version are left alone.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { StartError } from '../errors/start-error.ts';
import type { Database } from './open.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** An arbitrary constant, the same in every version of Kinora. */
const migrationLock = 4040_0001;
/** The names of functions in the table of migrations begin with this prefix. */
const functionPrefix = 'functions/';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/**
 * Applies missing migrations and returns their names. Throws StartError if an applied file was edited
 * or a newer one is a contract.
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrations = await readMigrations();
  // Queries on pooled connections time out, and a migration may take longer.
  const client = await db.connect();
  try {
    await lockMigrations(client);
    if (await isNew(client)) return await install(client, migrations);
    const { missing, isAhead } = await compare(client, migrations);
    for (const migration of missing)
      await inTransaction(client, `The migration ${migration.name}`, () => runMigration(client, migration));
    if (!isAhead) await inTransaction(client, 'An update of functions', () => replaceFunctions(client));
    return missing.map(migration => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    // Closing the connection also rolls back a transaction whose rollback failed.
    await client.end();
  }
}

/**
 * Returns the names of the files that `migrate` would apply, functions included. Changes nothing; throws as
 * `migrate` does.
 */
export async function missingMigrations(db: Database): Promise<string[]> {
  const migrations = await readMigrations();
  const client = await db.connect();
  try {
    if (await isNew(client)) return migrations.map(({ name }) => name);
    const { missing, isAhead } = await compare(client, migrations);
    const functions = isAhead ? [] : await changedFunctions(client);
    return [...missing, ...functions].map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Migrates, or makes sure that it was done, according to KINORA_MIGRATE_AT_START. */
export async function prepareSchema(
  db: Database,
  { migratesAtStart }: { readonly migratesAtStart: boolean },
): Promise<void> {
  await (migratesAtStart ? migrate(db) : requireMigrated(db));
}

/** Checks the schema for a process that does not migrate. Throws StartError if a migration is missing. */
export async function requireMigrated(db: Database): Promise<void> {
  const [firstName, ...otherNames] = await missingMigrations(db);
  if (firstName === undefined) return;
  const suffix = otherNames.length > 0 ? ` and ${otherNames.length} more` : '';
  throw new StartError(
    `The database lacks the migration ${firstName}${suffix}, and KINORA_MIGRATE_AT_START is false. Run "kinora migrate" with this version first.`,
  );
}

/** Takes the lock of migrations, which is held until the connection is closed or the lock is released. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
}

/** Creates the table of applied migrations. */
export async function prepareMigrations(client: pg.Client): Promise<void> {
  await client.query(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
}

/** The numbered files in their order. */
export function readMigrations(): Promise<Migration[]> {
  return readFiles('', /^\d{4}-.*\.sql$/);
}

/** Runs a migration inside a transaction of the caller. */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  await record(client, migration);
}

/**
 * Creates or replaces the functions whose files have changed since they were last applied. It runs inside a
 * transaction of the caller.
 */
export async function replaceFunctions(client: pg.Client): Promise<void> {
  const functions = await changedFunctions(client);
  // A function may name tables and functions that are created later.
  await client.query('set local check_function_bodies = off');
  for (const migration of functions) await runMigration(client, migration);
}

async function changedFunctions(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations where starts_with(name, $1)',
    [functionPrefix],
  );
  const appliedHashes = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const functions = await readFiles(functionPrefix, /\.sql$/);
  return functions.filter(({ name, sha256 }) => appliedHashes.get(name) !== sha256);
}

/** The numbered migrations that were applied, in their order. */
export async function appliedMigrations(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations where not starts_with(name, $1) order by name',
    [functionPrefix],
  );
  return rows;
}

async function readFiles(prefix: string, pattern: RegExp): Promise<Migration[]> {
  const names = (await readdir(new URL(prefix, folder))).filter(name => pattern.test(name)).sort();
  return Promise.all(
    names.map(async name => {
      const sql = await readFile(new URL(prefix + name, folder), 'utf8');
      return { name: prefix + name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function isNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_new: boolean }>(
    `select to_regclass('migrations') is null as is_new`,
  );
  return rows[0]?.is_new === true;
}

/**
 * Installs the schema at once, as all migrations together would leave it. The names of the migrations are
 * stored as if they had been applied.
 */
async function install(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const schema = await readFile(new URL('schema.sql', folder), 'utf8');
  await inTransaction(client, 'The installation of the schema', async () => {
    await prepareMigrations(client);
    await replaceFunctions(client);
    await client.query(schema);
    for (const migration of migrations) await record(client, migration);
  });
  return migrations.map(migration => migration.name);
}

interface Comparison {
  readonly missing: readonly Migration[];
  /** Whether a newer version has migrated the database. */
  readonly isAhead: boolean;
}

async function compare(client: pg.Client, migrations: readonly Migration[]): Promise<Comparison> {
  const storedMigrations = await appliedMigrations(client);
  const knownHashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const unknownMigrations = storedMigrations.filter(({ name }) => !knownHashes.has(name));
  const contract = unknownMigrations.find(({ name }) => name.endsWith('.contract.sql'));
  if (contract)
    throw new StartError(
      `The database was migrated by a newer Kinora, and ${contract.name} removed what this version needs. Start the newer version.`,
    );
  const editedMigration = storedMigrations.find(
    ({ name, sha256 }) => knownHashes.has(name) && knownHashes.get(name) !== sha256,
  );
  if (editedMigration)
    throw new StartError(
      `The migration ${editedMigration.name} was edited after it was applied. Migrations are append-only.`,
    );
  const appliedNames = new Set(storedMigrations.map(({ name }) => name));
  return {
    missing: migrations.filter(({ name }) => !appliedNames.has(name)),
    isAhead: unknownMigrations.length > 0,
  };
}

/** How often a migration is tried in all. Each try waits at most five seconds for a lock. */
const tries = 20;
const pauseMs = 250;
/**
 * Codes for a transaction that deadlocked with a running process, or waited too long for its lock:
 * `deadlock_detected` and `lock_not_available`.
 */
const retriedCodes = ['40P01', '55P03'];

/**
 * Repeats a transaction that was rolled back because processes of the previous version work at the same time.
 */
async function inTransaction(client: pg.Client, migration: string, run: () => Promise<void>): Promise<void> {
  for (let remainingTries = tries - 1; ; remainingTries--) {
    try {
      return await tryTransaction(client, run);
    } catch (error) {
      const isRetryable = retriedCodes.includes((error as { readonly code?: string }).code ?? '');
      if (!isRetryable || remainingTries === 0)
        throw new StartError(`${migration} failed: ${(error as Error).message}`, error);
      await systemClock.sleep(pauseMs);
    }
  }
}

async function tryTransaction(client: pg.Client, run: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '5s'");
    await run();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function record(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query(
    `insert into migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  );
}
