/**
 * Whether there is an engine that takes new tasks. One that no worker has
 * reported to the database yet does, too.
 */
import type { Database } from '../../../platform/db/open.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';

const selectDrainedEngines = indexedStatement(
  'drained_engines',
  'select name from engines where name = any($1) and drained_at is not null',
);

/** Whether the engine of any of the routes takes new tasks. */
export async function isAnyInUse(
  db: Pick<Database, 'query'>,
  routes: readonly { readonly engine: string }[],
): Promise<boolean> {
  if (routes.length === 0) return false;
  const rows = await db.query<{ name: string }>(selectDrainedEngines, [routes.map(({ engine }) => engine)]);
  return routes.some(({ engine }) => !rows.some(({ name }) => name === engine));
}
