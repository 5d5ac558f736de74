/** Rows of engines for tests of their dependents: a name and a URL, without a real engine. */
import type { Database } from '../../../src/platform/db/open.ts';

/** Adds engines of an invented kind, each with the URL `https://<name>.example/v1`. */
export async function addEngineRows(db: Database, names: readonly string[]): Promise<void> {
  for (const name of names)
    await db.pool.query(`insert into engines (name, kind, url, source) values ($1, 'test', $2, 'operator')`, [
      name,
      `https://${name}.example/v1`,
    ]);
}

export function secretOwner(engine: string): { readonly engine: string; readonly origin: string } {
  return { engine, origin: `https://${engine}.example` };
}
