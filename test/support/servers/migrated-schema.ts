/** The schema that all migrations lead to, applied one after the other to a database of their own. */
import pg from 'pg';
import {
  prepareMigrations,
  readMigrations,
  replaceFunctions,
  runMigration,
} from '../../../src/platform/db/migrate.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { readSchema } from './schema-text.ts';
import { runAsAdmin, type Connection } from './test-server.ts';

export async function migratedSchema(connection: Connection): Promise<string> {
  const database = `migrated_${newRowId().replaceAll('-', '')}`;
  await runAsAdmin(connection, `create database ${database}`);
  const client = new pg.Client({ ...connection, database });
  await client.connect();
  try {
    await prepareMigrations(client);
    for (const migration of await readMigrations()) {
      await client.query('begin');
      await runMigration(client, migration);
      await client.query('commit');
    }
    await client.query('begin');
    await replaceFunctions(client);
    await client.query('commit');
    return await readSchema(client);
  } finally {
    await client.end();
  }
}
