/**
 * Kinora behind a real PgBouncer in transaction mode, before a real PostgreSQL. In the environment:
 *
 * REAL_PGBOUNCER  the path of the program. Default: the first argument, or `pgbouncer` on PATH
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { findProgram } from '../../src/platform/lib/machine/find-program.ts';
import { databaseUser, missingPostgres, startRealPostgres } from '../support/programs/real-postgres.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freePort } from '../support/servers/free-port.ts';
import { call, imageEnd, imagine, startTestApp, videoEnd } from '../support/servers/app.ts';
import { waitUntil } from '../support/servers/wait-until.ts';

const { REAL_PGBOUNCER: program = process.argv[2] ?? findProgram('pgbouncer') } = process.env;

if (!program) test('PgBouncer', { skip: 'install it: apt install pgbouncer' });
else if (missingPostgres) test('PostgreSQL', { skip: missingPostgres });
else testPooler(program);

interface PooledDatabase {
  readonly pooledUrl: string;
  readonly directUrl: string;
}

/** A database, and PgBouncer before it, which has five connections for all. */
async function openPgBouncer(path: string): Promise<PooledDatabase> {
  const server = await startRealPostgres();
  await server.run('create database kinora');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `kinora = host=127.0.0.1 port=${server.port} user=kinora`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    'pool_mode = transaction\ndefault_pool_size = 5\nmax_client_conn = 500',
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  // PgBouncer refuses to be root.
  const child = spawn(path, ['-q', file], { ...databaseUser, stdio: ['ignore', 'ignore', 'inherit'] });
  atEnd(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const pooledUrl = `postgres://kinora@127.0.0.1:${port}/kinora`;
  await waitUntil(async () => {
    const client = new pg.Client(pooledUrl);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return { pooledUrl, directUrl: `postgres://kinora@127.0.0.1:${server.port}/kinora` };
}

function testPooler(path: string): void {
  test('forty connections share five of the server: tasks of every kind end, and each is paid once', async () => {
    const { pooledUrl, directUrl: direct } = await openPgBouncer(path);
    const settings = {
      DATABASE_URL: pooledUrl,
      DATABASE_DIRECT_URL: direct,
      KINORA_DATABASE_CONNECTIONS: '40',
    };
    const kinora = await startTestApp({ settings });
    const images = await Promise.all(
      Array.from({ length: 40 }, (_, index) => imagine(kinora, `a tree, ${index} birds --v 1`)),
    );
    const clip = {
      model: 'sketch-motion',
      prompt: 'a boat',
      resolution: '480p',
      aspect_ratio: '1:1',
      seconds: 2,
    };
    const { body } = await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json: clip });
    const ends = await Promise.all(images.map(id => imageEnd(kinora, id)));
    assert.ok(ends.every(({ status }) => status === 'SUCCESS'));
    assert.equal((await videoEnd(kinora, body.id)).status, 'completed');
    const { rows } = await kinora.app.db.pool.query(
      `select count(*)::int as charges, count(distinct task_id)::int as tasks from ledger_entries where kind = 'settle'`,
    );
    assert.deepEqual(rows, [{ charges: 41, tasks: 41 }]);
  });

  test('without the direct URL, the start says what to set', async () => {
    const settings = { DATABASE_URL: (await openPgBouncer(path)).pooledUrl };
    await assert.rejects(
      startTestApp({ settings }),
      /points to a connection pooler .* Set DATABASE_DIRECT_URL/,
    );
  });
}
