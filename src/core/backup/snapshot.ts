/** Saves the database: every table as it was at one moment, while the server continues. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { CopyOut } from '../../platform/db/copy.ts';
import { appliedMigrations } from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/open.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Manifest } from './manifest.ts';
import { writePart } from './parts.ts';
import { listColumns, copyFormat, listSequences, listTables } from './schema.ts';

export type Snapshot = Pick<Manifest, 'installation' | 'takenAt' | 'migrations' | 'tables' | 'sequences'> & {
  readonly list: Manifest['files']['list'];
  /** Ids of the tasks that have a run, and may have files that no table names. */
  readonly running: readonly string[];
};

export interface SnapshotTarget {
  readonly folder: string;
  /** The id of this backup, under which its parts are stored. */
  readonly id: string;
  readonly onTable: (done: number, all: number) => void;
}

/** The files that rows name. Only an upload may not be there yet: its row is written first. */
const listFiles = `select storage_key, size_bytes, sha256
   from outputs join tasks on tasks.id = outputs.task_id
   where files_deleted_at is null
   union all
   select storage_key, size_bytes, sha256 from uploads
   where files_deleted_at is null`;

/** A database that no Kinora has started on has no account, and is not worth a backup: undefined. */
export async function takeSnapshot(db: Database, target: SnapshotTarget): Promise<Snapshot | undefined> {
  const client = await db.connect();
  // The query that is running rejects as well.
  client.on('error', () => {});
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(copyFormat);
    return await saveAll(client, target);
  } finally {
    await client.end();
  }
}

async function saveAll(client: pg.Client, target: SnapshotTarget): Promise<Snapshot | undefined> {
  const { rows } = await client.query<{ installation: string; taken_at: Date }>(
    'select id as installation, now() as taken_at from accounts order by created_at, id limit 1',
  );
  const [head] = rows;
  if (!head) return undefined;
  const part = `database-${target.id}`;
  await mkdir(join(target.folder, part), { mode: 0o700 });
  const save = async (name: string, query: string) => {
    const source = client.query(new CopyOut(`copy (${query}) to stdout`));
    const writtenPart = await writePart(target.folder, `${part}/${name}.gz`, source);
    return { rows: source.rows, part: writtenPart };
  };
  const names = await listTables(client);
  const tables: Manifest['tables'] = [];
  for (const [done, name] of names.entries()) {
    target.onTable(done, names.length);
    const columns = await listColumns(client, name);
    tables.push({ name, columns, ...(await save(name, `select ${columns.join(', ')} from ${name}`)) });
  }
  return {
    installation: head.installation,
    takenAt: head.taken_at.toISOString(),
    migrations: await appliedMigrations(client),
    tables,
    list: (await save('files', listFiles)).part,
    running: names.includes('task_runs') ? await readRunning(client) : [],
    // Sequences know no snapshots. Read last, they are beyond every number that a table has.
    sequences: await readSequences(client),
  };
}

async function readRunning(client: pg.Client): Promise<string[]> {
  return (await queryRows<{ task_id: string }>(client, 'select task_id from task_runs')).map(
    row => row.task_id,
  );
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const name of await listSequences(client)) {
    const [row] = await queryRows<{ last: string; isCalled: boolean }>(
      client,
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    if (!row) throw new InvariantError(`The sequence ${name} has no value`);
    sequences.push({ name, ...row });
  }
  return sequences;
}

async function queryRows<Row extends pg.QueryResultRow>(client: pg.Client, query: string): Promise<Row[]> {
  return (await client.query<Row>(query)).rows;
}
