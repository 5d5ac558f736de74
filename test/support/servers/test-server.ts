/**
 * The PostgreSQL server of a test run. It imports nothing of node:test, because the runner itself uses it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { saveCardRoutes } from '../../../src/core/catalogue/routes/card-routes.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';

export type Connection = EmbeddedPostgres['connection'];

export interface TestServer {
  readonly connection: Connection;
  stop(): Promise<void>;
}

export const template = 'kinora_template';

/**
 * A server in its own temporary folder, with the template unless it `isEmpty`. `isDurable`:
 * each commit waits for the disk.
 */
export async function startTestServer({ isDurable = false, isEmpty = false } = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  const postgres = await openEmbeddedPostgres({
    dataDir: folder,
    // A benchmark measures what a server of an operator does.
    settings: { max_connections: 300, ...(!isDurable && volatileSettings) },
  });
  const { connection } = postgres;
  if (!isDurable) await simplifyPassword(connection);
  if (!isEmpty) await createTemplate(connection);
  return {
    connection,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * No test kills this server, so nothing waits for the disk, and no page is written twice: that is most of the
 * work of a copy of the template. With hundreds of databases, a process that vacuums one would start several
 * times a second.
 */
const volatileSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '2GB',
};

/** A key of a password takes milliseconds for each connection. */
async function simplifyPassword(connection: Connection): Promise<void> {
  const password = pg.escapeLiteral(connection.password);
  await runAsAdmin(connection, `set scram_iterations = 1; alter role current_user password ${password}`);
}

async function createTemplate(connection: Connection): Promise<void> {
  await runAsAdmin(connection, `create database ${template}`);
  const db = openDatabase({ connectionString: databaseUrl(connection, template) }, 1);
  await migrate(db);
  await saveCardRoutes(db, readCatalogue().models);
  await db.close();
}

export async function runAsAdmin(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
}

export function databaseUrl({ host, port, user, password }: Connection, database: string): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user, password })}`;
}
