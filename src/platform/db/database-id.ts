/** Tells a database from a copy of it on the same server. */
import type { Queryable } from './open.ts';
import { statement } from './statement.ts';

const ofCurrent = statement(
  'database_id',
  'select oid::int as id from pg_database where datname = current_database()',
);

export async function databaseId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ id: number }>(ofCurrent);
  return row?.id ?? 0;
}
