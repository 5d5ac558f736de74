/**
 * The schema of a database as SQL that creates it, without its functions, and with the rows that
 * a new installation has. Two databases with the same text have the same tables, constraints,
 * indexes, views and triggers.
 */
import type pg from 'pg';

/** Relations of this schema that no extension brought along, without the table of migrations. */
const isOurs = `relnamespace = current_schema()::regnamespace and relname not in ('migrations', 'migrations_pkey')`;

export async function readSchema(client: pg.Client): Promise<string> {
  const parts = [
    await queryLines(client, sequences),
    ...(await listTables(client)),
    await queryLines(client, foreignKeys),
    await queryLines(client, indexes),
    await queryLines(client, views),
    await queryLines(client, triggers),
    ...(await listRows(client)),
  ];
  return (
    [header, ...parts.filter(lines => lines.length > 0).map(lines => lines.join('\n'))].join('\n\n') + '\n'
  );
}

const header = `-- The schema of a new installation, after all migrations. Written by "npm run schema", and checked against them by a test.
-- Functions are in functions/.`;

/** Not those of identity columns. */
const sequences = `select format('create sequence %s as %s start %s increment %s cache %s%s;', relname, format_type(seqtypid, null),
    seqstart, seqincrement, seqcache, case when seqcycle then ' cycle' else '' end) as line
  from pg_class join pg_sequence on seqrelid = oid
  where ${isOurs} and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i') order by relname`;

const columns = `select attname || ' ' || format_type(atttypid, atttypmod)
    || case when attidentity <> '' then format(' generated %s as identity', case attidentity when 'a' then 'always' else 'by default' end)
         when attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid, true))
         when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid, true) else '' end
    || case when attnotnull then ' not null' else '' end as line
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`;

/**
 * Foreign keys come after all tables. Columns say themselves that they are not null. A new table has no
 * rows that a check has not seen.
 */
const constraints = `select format('constraint %s %s', conname, replace(pg_get_constraintdef(pg_constraint.oid, true), ' NOT VALID', ''))
    || coalesce((select format(' with (%s)', array_to_string(reloptions, ', ')) from pg_class
         where pg_class.oid = conindid and reloptions is not null and contype in ('p', 'u')), '') as line
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'c', 'x')
  order by array_position(array['p', 'u', 'x', 'c'], contype::text), conname`;

const partitionsOf = `select format('create table %s partition of %s %s;', relname, $1::text, pg_get_expr(relpartbound, pg_class.oid)) as line
  from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = $1::text::regclass order by relname`;

const foreignKeys = `select format('alter table %s add constraint %s %s;', conrelid::regclass, conname, pg_get_constraintdef(oid, true)) as line
  from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`;

const indexes = `select replace(pg_get_indexdef(indexrelid, 0, true), ' ON ONLY ', ' ON ') || ';' as line from pg_index join pg_class on pg_class.oid = indexrelid
  where ${isOurs} and not relispartition and not exists (select from pg_constraint where conindid = indexrelid) order by indrelid::regclass::text, relname`;

const views = `select format(E'create view %s as\\n%s', relname, pg_get_viewdef(oid, true)) as line from pg_class
  where ${isOurs} and relkind = 'v' order by relname`;

const triggers = `select pg_get_triggerdef(oid, true) || ';' as line from pg_trigger
  where not tgisinternal and tgparentid = 0 and tgrelid in (select oid from pg_class where ${isOurs}) order by tgrelid::regclass::text, tgname`;

async function listTables(client: pg.Client): Promise<string[][]> {
  const { rows } = await client.query<{ name: string; options: string | null; partitions: string | null }>(
    `select relname as name, array_to_string(reloptions, ', ') as options, pg_get_partkeydef(oid) as partitions
     from pg_class where ${isOurs} and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const tables: string[][] = [];
  for (const { name, options, partitions } of rows) {
    const lines = [
      ...(await queryLines(client, columns, [name])),
      ...(await queryLines(client, constraints, [name])),
    ];
    const suffix = [partitions && ` partition by ${partitions}`, options && ` with (${options})`]
      .filter(Boolean)
      .join('');
    tables.push([
      `create table ${name} (`,
      `  ${lines.join(',\n  ')}`,
      `)${suffix};`,
      ...(await queryLines(client, partitionsOf, [name])),
    ]);
  }
  return tables;
}

/** As JSON, which PostgreSQL turns into a row again. Times are those of the installation. */
async function listRows(client: pg.Client): Promise<string[][]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${isOurs} and relkind = 'r' order by relname`,
  );
  const inserts: string[][] = [];
  for (const { name } of rows) {
    const table = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(${name}) as row from ${name} order by 1`,
    );
    const lines = table.rows.map(({ row }) => insertText(name, row));
    if (lines.length > 0) inserts.push(lines);
  }
  return inserts;
}

function insertText(table: string, row: Readonly<Record<string, unknown>>): string {
  const columns = Object.entries(row).filter(([, value]) => value !== null && !isTime(value));
  if (columns.length === 0) return `insert into ${table} default values;`;
  const values = columns.map(([, value]) => literal(value));
  return `insert into ${table} (${columns.map(([name]) => name).join(', ')}) values (${values.join(', ')});`;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}

function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

async function queryLines(
  client: pg.Client,
  query: string,
  values: readonly unknown[] = [],
): Promise<string[]> {
  return (await client.query<{ line: string }>(query, [...values])).rows.map(row => row.line);
}
