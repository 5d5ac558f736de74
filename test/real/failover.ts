/**
 * A promotion under load: a real primary of PostgreSQL with a synchronous replica, the primary killed, the replica promoted. In the
 * environment:
 *
 * REAL_POSTGRES_BIN  the folder of initdb, pg_ctl and pg_basebackup. Default: the first argument, or Debian's folder of PostgreSQL 15
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../support/servers/clean-up.ts';
import { freePort } from '../support/servers/free-port.ts';
import { call, imageEnd, startTestApp, until } from '../support/servers/app.ts';

const { REAL_POSTGRES_BIN: bin = process.argv[2] ?? '/usr/lib/postgresql/15/bin' } = process.env;
/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const run = async (program: string, ...values: string[]) =>
  promisify(execFile)(join(bin, program), values, { ...owner, cwd: '/', env: { PGPASSWORD: 'x' } });

if (existsSync(join(bin, 'pg_basebackup'))) testPromotion();
else test('PostgreSQL', { skip: 'install it: apt install postgresql-15' });

interface Server {
  readonly port: number;
  readonly data: string;
  start(): Promise<unknown>;
  kill(): Promise<unknown>;
}

async function serverIn(folder: string, name: string): Promise<Server> {
  const [data, port] = [join(folder, name), await freePort()];
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
  return {
    port,
    data,
    start: () => run('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start'),
    kill: () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {}),
  };
}

/** Both run; every commit waits for the replica. */
async function openPair(): Promise<{ primary: Server; replica: Server }> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-failover-'));
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid);
  const [primary, replica] = [await serverIn(folder, 'primary'), await serverIn(folder, 'replica')];
  atEnd(async () => {
    await primary.kill();
    await replica.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await run('initdb', '-D', primary.data, '-U', 'kinora', '--auth=trust');
  await primary.start();
  await run(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'kinora',
    '-D',
    replica.data,
    '-R',
    '-X',
    'stream',
    '-C',
    '-S',
    'second',
  );
  await replica.start();
  const sql = [
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
    'create database kinora',
  ];
  for (const each of sql)
    await run(
      'psql',
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'kinora',
      '-d',
      'postgres',
      '-c',
      each,
    );
  return { primary, replica };
}

function testPromotion(): void {
  test('the primary dies under load and the replica is promoted: no accepted task is lost, none is charged twice', async t => {
    const { primary, replica } = await openPair();
    const kinora = await startTestApp({
      settings: {
        DATABASE_URL: `postgres://kinora@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/kinora?target_session_attrs=read-write`,
      },
    });
    const accepted: string[] = [];
    let isOver = false;
    const submit = async (): Promise<void> => {
      while (!isOver) {
        const json = { prompt: `a tree, ${accepted.length} birds --v 1` };
        const answer = await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json }).catch(
          () => undefined,
        );
        if (answer?.body.code === 1) accepted.push(answer.body.result);
        else await systemClock.sleep(20);
      }
    };
    const clients = [submit(), submit(), submit()];
    await until(
      async () => accepted.length,
      count => count >= 40,
    );
    await primary.kill();
    const before = accepted.length;
    const promotedAt = systemClock.now();
    await run('pg_ctl', '-D', replica.data, '-w', 'promote');
    await until(
      async () => accepted.length,
      count => count > before,
    );
    t.diagnostic(`accepted again ${systemClock.now() - promotedAt} ms after the promotion began`);
    await until(
      async () => accepted.length,
      count => count >= before + 40,
    );
    isOver = true;
    await Promise.all(clients);
    for (const id of accepted) assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
    const { rows } = await kinora.app.db.pool.query(
      `select count(*)::int as charges, count(distinct task_id)::int as tasks from ledger_entries
       join tasks on tasks.id = task_id where kind = 'settle' and public_id = any($1::text[])`,
      [accepted],
    );
    assert.deepEqual(rows, [{ charges: accepted.length, tasks: accepted.length }]);
    t.diagnostic(`${accepted.length} tasks accepted, each charged once`);
  });
}
