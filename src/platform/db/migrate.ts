/** Numbered SQL files, applied once each, in order, under an advisory lock. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { StartError } from '../errors/start-error.ts';
import type { Database } from './open.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** An arbitrary constant, the same in every version of Kinora. */
const migrationLock = 4040_0001;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** Applies missing migrations and returns their names. Throws if an applied file was edited or removed. */
export async function migrate(db: Database): Promise<string[]> {
  const migrations = await readMigrations();
  // Queries on pooled connections time out, and a migration may take longer.
  const client = await db.connect();
  try {
    await lockMigrations(client);
    await prepareMigrations(client);
    const missing = await missingMigrations(client, migrations);
    for (const migration of missing) await apply(client, migration);
    return missing.map(migration => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    // Closing the connection also rolls back a transaction whose rollback failed.
    await client.end();
  }
}

/** Held until the connection is closed or the lock is released. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
}

/** Creates the table of applied migrations if there is none. */
export async function prepareMigrations(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
}

/** In their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async name => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function missingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  for (const applied of rows) {
    const known = migrations.find(migration => migration.name === applied.name);
    if (!known)
      throw new StartError(`The database was migrated by a newer Kinora: ${applied.name} is not known here.`);
    if (known.sha256 !== applied.sha256)
      throw new StartError(
        `The migration ${applied.name} was edited after it was applied. Migrations are append-only.`,
      );
  }
  return migrations.slice(rows.length);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '5s'");
    await runMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new StartError(`The migration ${migration.name} failed: ${(error as Error).message}`, error);
  }
}

/** Inside a transaction of the caller. */
export async function runMigration(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
}
