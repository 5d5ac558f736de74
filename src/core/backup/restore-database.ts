/**
 * Restores the database in one transaction: it is restored completely, or stays empty. The schema comes from
 * the migrations that the backup had; those that came later are applied to the restored rows.
 */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { CopyIn } from '../../platform/db/copy.ts';
import {
  lockMigrations,
  prepareMigrations,
  replaceFunctions,
  runMigration,
} from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/open.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { CheckedBackup } from './check-backup.ts';
import { readPart } from './parts.ts';
import { resumeSafely, type ResumeTerms, type SafelyResumed } from './resume-safely.ts';
import { copyFormat, countRelations, readDependents } from './schema.ts';

export interface RestoreTarget extends Omit<ResumeTerms, 'takenAt'> {
  readonly db: Database;
  readonly onTable: (done: number, all: number) => void;
}

/** Whether the database has nothing in it. */
export async function isEmpty(db: Database): Promise<boolean> {
  const client = await db.connect();
  try {
    return (await countRelations(client)) === 0;
  } finally {
    await client.end();
  }
}

/** The id of the backup from which the database was restored completely. Undefined means from none. */
export async function restoredBackup(db: Database): Promise<string | undefined> {
  const client = await db.connect();
  try {
    const { rows } = await client.query<{ note: string | null }>(
      `select obj_description(to_regclass('migrations'), 'pg_class') as note`,
    );
    return rows[0]?.note?.startsWith(restoredFrom) ? rows[0].note.slice(restoredFrom.length) : undefined;
  } finally {
    await client.end();
  }
}

/**
 * A comment on the table of migrations, written in the transaction that restores, names the backup.
 * It needs no table of its own.
 */
const restoredFrom = 'Restored from the backup ';

/** Throws StartError. The database is then unchanged, unless the message states that this is unknown. */
export async function restoreDatabase(target: RestoreTarget, backup: CheckedBackup): Promise<SafelyResumed> {
  const client = await target.db.connect();
  // The query that is running rejects as well.
  client.on('error', () => {});
  let isCommitted: boolean | undefined = false;
  try {
    // A server that is started now waits for this lock.
    await lockMigrations(client);
    await client.query('begin');
    if ((await countRelations(client)) > 0) throw new StartError('The database is not empty any more.');
    const resumeResult = await load(client, target, backup);
    isCommitted = undefined;
    await client.query('commit');
    isCommitted = true;
    // Without statistics, the first queries would be planned for empty tables.
    await client.query('analyze');
    return resumeResult;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message } = error as Error;
    throw new StartError(
      isCommitted === false
        ? `The database could not be restored and is unchanged: ${message}`
        : `The restore was interrupted after the database was loaded: ${message}. Run it again to continue.`,
      error,
    );
  } finally {
    await client.end();
  }
}

async function load(
  client: pg.Client,
  { onTable, ...terms }: RestoreTarget,
  { folder, manifest, migrations }: CheckedBackup,
): Promise<SafelyResumed> {
  const { tables } = manifest;
  await prepareMigrations(client);
  for (const migration of migrations.before) await runMigration(client, migration);
  await client.query(copyFormat);
  const each = async (change: (table: string) => string) => {
    for (const { name } of tables) await client.query(change(name));
  };
  await each(name => `alter table ${name} disable trigger user`);
  // Migrations insert some rows, which the backup has as they are now.
  await client.query(`truncate ${tables.map(table => table.name).join(', ')} cascade`);
  const dependents = await readDependents(client);
  for (const drop of dependents.drop) await client.query(drop);
  for (const [done, table] of tables.entries()) {
    onTable(done, tables.length);
    await loadTable(client, folder, table);
  }
  for (const create of dependents.create) await client.query(create);
  await each(name => `alter table ${name} enable trigger user`);
  for (const { name, last, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled]);
  for (const migration of migrations.after) await runMigration(client, migration);
  await replaceFunctions(client);
  await client.query(`comment on table migrations is ${client.escapeLiteral(restoredFrom + manifest.id)}`);
  return resumeSafely(client, { ...terms, takenAt: manifest.takenAt });
}

type Table = CheckedBackup['manifest']['tables'][number];

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows, part }: Table,
): Promise<void> {
  const target = client.query(new CopyIn(`copy ${name} (${columns.join(', ')}) from stdin`));
  await pipeline(readPart(folder, part), target);
  if (target.rows !== rows)
    throw new StartError(
      `The table ${name} has ${target.rows} rows in the backup instead of ${rows}. The database is unchanged.`,
    );
}
