/**
 * A real PostgreSQL for tests: one server per run, and one fresh database per caller,
 * copied from a migrated template.
 */
import { newRowId } from '../../../src/platform/lib/id.ts';
import { atProcessEnd } from './clean-up.ts';
import { runAsAdmin, databaseUrl, startTestServer, template, type Connection } from './test-server.ts';

/** Set by scripts/test.ts, which starts one server for all files. */
const sharedServer = 'TEST_POSTGRES';

let server: Promise<Connection> | undefined;

/** Takes a fifth less time than a copy page by page through the write-ahead log. */
const copyFiles = 'strategy file_copy';

/** The URL of a fresh database with all migrations applied. */
export function freshDatabase(): Promise<string> {
  return createDatabase(`template ${template} ${copyFiles}`);
}

/** The URL of a database without tables. */
export function emptyDatabase(): Promise<string> {
  return createDatabase('');
}

/** A copy of a database of this server that nothing is connected to. */
export function copyDatabase(url: string): Promise<string> {
  return createDatabase(`template ${new URL(url).pathname.slice(1)} ${copyFiles}`);
}

/** The server on which these databases are. */
export function serverConnection(): Promise<Connection> {
  return (server ??= findServer());
}

async function createDatabase(options: string): Promise<string> {
  const connection = await serverConnection();
  const name = `test_${newRowId().replaceAll('-', '')}`;
  await runAsAdmin(connection, `create database ${name} ${options}`);
  return databaseUrl(connection, name);
}

async function findServer(): Promise<Connection> {
  const shared = process.env[sharedServer];
  if (shared) return JSON.parse(shared) as Connection;
  const ownServer = await startTestServer();
  atProcessEnd(() => ownServer.stop());
  return ownServer.connection;
}
