/**
 * What a database consists of, according to its catalogue: nothing here has to be
 * changed for a new table or column.
 */
import type pg from 'pg';

/**
 * Tables whose rows mean nothing after a restore: migrations are applied instead; the change feed
 * names transactions of the old database; processes report themselves; people sign in again, so that
 * a copied backup gives no access.
 */
const leftOut = [
  'migrations',
  'task_changes',
  'engine_workers',
  'nodes',
  'sessions',
  'challenges',
  'sign_in_failures',
];

/** Values are written and read alike, regardless of the settings of the server, the database and the user. */
export const copyFormat = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
   set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local statement_timeout = 0; set local lock_timeout = 0;
   set local idle_in_transaction_session_timeout = 0`;

/** Selects relations of this schema that belong to no extension. */
const isHere = `relnamespace = current_schema()::regnamespace and not exists (
     select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

export async function listTables(client: pg.Client): Promise<string[]> {
  const query = `select relname as name from pg_class
    where ${isHere} and relkind in ('r', 'p') and not relispartition and relname <> all($1) order by relname`;
  return namesIn(client, query, [leftOut]);
}

/** In the order of their creation, without those that the database computes. */
export async function listColumns(client: pg.Client, table: string): Promise<string[]> {
  const query = `select attname as name from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  return namesIn(client, query, [table]);
}

export async function listSequences(client: pg.Client): Promise<string[]> {
  return namesIn(
    client,
    `select relname as name from pg_class where ${isHere} and relkind = 'S' order by relname`,
  );
}

/** Returns how many tables, views and sequences the database has. */
export async function countRelations(client: pg.Client): Promise<number> {
  const names = await namesIn(
    client,
    `select relname as name from pg_class where ${isHere} and relkind in ('r', 'p', 'v', 'm', 'S')`,
  );
  return names.length;
}

/**
 * Statements that take the foreign keys and indexes away, and that make them again as they were.
 * Constraints keep their own indexes.
 */
export interface Dependents {
  readonly drop: readonly string[];
  readonly create: readonly string[];
}

/** Rows are loaded several times faster without them, and in any order. */
export async function readDependents(client: pg.Client): Promise<Dependents> {
  const keys = await client.query<{ drop: string; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format(
         'alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)
       ) as create
     from pg_constraint
     where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
     order by conrelid, conname`,
  );
  const indexes = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
     from pg_index join pg_class on pg_class.oid = indexrelid
     where ${isHere}
       and relkind = 'i'
       and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by indrelid, relname`,
  );
  return {
    drop: [...keys.rows, ...indexes.rows].map(row => row.drop),
    create: [...indexes.rows, ...keys.rows].map(row => row.create),
  };
}

async function namesIn(client: pg.Client, query: string, values: readonly unknown[] = []): Promise<string[]> {
  return (await client.query<{ name: string }>(query, [...values])).rows.map(row => row.name);
}
