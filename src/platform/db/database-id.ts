/** Identifies a database: a copy of it on the same server has another id. */
import type { Queryable } from './open.ts';
import { statement } from './statement.ts';

const selectDatabaseId = statement(
  'database_id',
  'select oid::int as id from pg_database where datname = current_database()',
);

export async function databaseId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ id: number }>(selectDatabaseId);
  return row?.id ?? 0;
}
