import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  type DatabaseEvent,
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../src/platform/postgres/embedded-postgres.ts';
import { StartError } from '../../src/platform/errors/start-error.ts';
import { systemClock } from '@kinora/shared/clock';
import { findBinaries } from '../../src/platform/postgres/postgres-binaries.ts';
import { isRunning } from '../../src/platform/postgres/postgres-process.ts';
import { chooseServerUser } from '../../src/platform/postgres/postgres-user.ts';

const scratch = await mkdtemp(join(tmpdir(), 'kinora-test-'));
const databases: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
/** Keeps Node running, because supervision does not, and some tests wait for nothing else. */
const testsEnd = new AbortController();
void systemClock.sleep(600_000, testsEnd.signal);
after(async () => {
  testsEnd.abort();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(databases.map(postgres => postgres.stop()));
  await rm(scratch, { recursive: true, force: true });
});

/** Most tests use one cluster, and each test leaves it stopped. */
const dataDir = join(scratch, 'data');

test('the first start creates a cluster that answers queries and that other users cannot read', async () => {
  const events: DatabaseEvent[] = [];
  const postgres = await open(dataDir, event => events.push(event));
  const client = await connect(postgres);
  await client.query('create table note (text text)');
  await client.query("insert into note values ('kept')");
  const { rows } = await client.query(
    "select upper('ä') as letter, current_setting('data_checksums') as checksums",
  );
  assert.deepEqual(rows, [{ letter: 'Ä', checksums: 'on' }]);
  await client.end();
  assert.equal(postgres.isAdopted, false);
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(dataDir, 'postgres-password'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(dataDir, 'postgres-password'))).uid, process.getuid?.());
  await postgres.stop();
  assert.deepEqual(
    events.map(event => event.name),
    ['initialized', 'started', 'stopped'],
  );
});

test('a wrong password is refused', async () => {
  const postgres = await open(dataDir);
  const client = new Client({ ...postgres.connection, password: 'guess' });
  await assert.rejects(client.connect(), { code: '28P01' });
  await postgres.stop();
});

test('stop ends the server and may be repeated, and the next start finds the data', async () => {
  const first = await open(dataDir);
  await Promise.all([first.stop(), first.stop()]);
  assert.equal(await isRunning(first.pid), false);
  const second = await open(dataDir);
  assert.deepEqual(await readNotes(second), ['kept']);
  await second.stop();
});

test('a server that outlived a killed Kinora is adopted, and stop ends it', async () => {
  const pid = await startInChildAndKill(dataDir);
  const postgres = await open(dataDir);
  assert.equal(postgres.isAdopted, true);
  assert.equal(postgres.pid, pid);
  assert.deepEqual(await readNotes(postgres), ['kept']);
  await postgres.stop();
  assert.equal(await isRunning(pid), false);
});

test('concurrent opens share one server, even after a kill', async () => {
  process.kill(await startInChildAndKill(dataDir), 'SIGKILL');
  const all = await Promise.all([open(dataDir), open(dataDir), open(dataDir), open(dataDir)]);
  assert.equal(new Set(all.map(postgres => postgres.pid)).size, 1);
  for (const postgres of all.slice(1)) postgres.release();
  await all[0].stop();
});

test('releasing a cluster leaves its server running', async () => {
  const owner = await open(dataDir);
  const visitor = await open(dataDir);
  visitor.release();
  assert.equal(visitor.isAdopted, true);
  assert.deepEqual(await readNotes(owner), ['kept']);
  await owner.stop();
});

test('a killed postmaster is replaced despite busy orphans, and committed data is still there', async () => {
  const restart = Promise.withResolvers<void>();
  const postgres = await open(dataDir, event => event.name === 'restarted' && restart.resolve());
  const firstPid = postgres.pid;
  const client = await connect(postgres);
  await client.query('create table commits (id int)');
  const busy = await connect(postgres);
  const sleeping = busy.query('select count(*) from generate_series(1, 100000000000)').catch(() => 'ended');
  let commitCount = 0;
  const committing = (async () => {
    for (;;) {
      await client.query('insert into commits values ($1)', [commitCount + 1]);
      if (++commitCount === 200) process.kill(firstPid, 'SIGKILL');
    }
  })();
  await assert.rejects(committing);
  await restart.promise;
  assert.equal(await sleeping, 'ended');
  assert.notEqual(postgres.pid, firstPid);
  const { rows } = await (
    await connect(postgres)
  ).query('select count(*)::int as count from commits where id <= $1', [commitCount]);
  assert.equal(rows[0].count, commitCount);
  await postgres.stop();
});

test('an adopted server is restarted after it was killed', async () => {
  const pid = await startInChildAndKill(dataDir);
  const restart = Promise.withResolvers<void>();
  const postgres = await open(dataDir, event => event.name === 'restarted' && restart.resolve());
  process.kill(pid, 'SIGKILL');
  await restart.promise;
  assert.deepEqual(await readNotes(postgres), ['kept']);
  await postgres.stop();
});

test('a lock file does not block the start if it is empty or its PID belongs to another program', async () => {
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  for (const text of [`${process.pid}\n${dataDir}/postgres\n1\n5432\n.\n\n  1  2\nready   \n`, '']) {
    await writeFile(lock, text);
    await writeFile(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), text);
    const postgres = await open(dataDir);
    assert.equal(postgres.isAdopted, false);
    await postgres.stop();
  }
});

test('a cluster of another major version is left unchanged, with a clear error', async () => {
  const foreign = join(scratch, 'foreign');
  await mkdir(join(foreign, 'postgres'), { recursive: true });
  await writeFile(join(foreign, 'postgres', 'PG_VERSION'), '9\n');
  await assert.rejects(openEmbeddedPostgres({ dataDir: foreign }), error => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /created by PostgreSQL 9, and Kinora found only PostgreSQL 18/);
    return true;
  });
  assert.deepEqual(await readdir(foreign), ['postgres']);
  assert.deepEqual(await readdir(join(foreign, 'postgres')), ['PG_VERSION']);
});

test('an incomplete cluster of a killed start is removed, and long paths are supported', async () => {
  const long = join(scratch, 'a-long-name-'.repeat(12));
  const child = spawn('true');
  await once(child, 'exit');
  await mkdir(join(long, `postgres.new-${child.pid}-abcdef`, 'cluster', 'base'), { recursive: true });
  const postgres = await open(long);
  assert.ok(Buffer.byteLength(postgres.connection.host) < 100);
  assert.equal((await stat(postgres.connection.host)).mode & 0o777, 0o700);
  const client = await connect(postgres);
  await client.end();
  await postgres.stop();
  assert.deepEqual((await readdir(long)).sort(), ['postgres', 'postgres-password', 'postgres.log']);
  await rm(postgres.connection.host, { recursive: true });
});

test('a data folder that is a file gives a clear error', async () => {
  const file = join(scratch, 'file');
  await writeFile(file, '');
  await assert.rejects(openEmbeddedPostgres({ dataDir: file }), {
    name: 'StartError',
    message: `Kinora cannot use its data folder ${file}: it is not a folder.`,
  });
});

test('programs in a read-only folder without symlinks are copied once to a usable place', async () => {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve(packageName))));
  const closed = join(scratch, 'closed');
  await cp(packageFolder, closed, { recursive: true, filter: path => !lstatSync(path).isSymbolicLink() });
  await chmod(join(closed, 'native', 'lib'), 0o500);
  const place = await mkdtemp(join(tmpdir(), 'kinora-test-copy-'));
  await chmod(place, 0o755);
  const options = {
    clusterMajor: undefined,
    user: await chooseServerUser('/nowhere'),
    packageDir: join(closed, 'native'),
    distributionDir: '/nowhere',
    copyPlaces: [place],
  };
  const first = await findBinaries(options);
  assert.equal(first.major, 18);
  assert.equal(dirname(dirname(first.dir)), place);
  assert.deepEqual(await findBinaries(options), first);
  assert.equal((await readdir(place)).length, 1);
  await chmod(dirname(first.dir), 0o777);
  await assert.rejects(findBinaries(options), /was not created by Kinora/);
  await chmod(join(closed, 'native', 'lib'), 0o700);
  await rm(place, { recursive: true });
});

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

async function open(folder: string, onEvent?: (event: DatabaseEvent) => void): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir: folder, onEvent });
  databases.push(postgres);
  return postgres;
}

async function connect(postgres: EmbeddedPostgres): Promise<Client> {
  const client = new Client(postgres.connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function readNotes(postgres: EmbeddedPostgres): Promise<string[]> {
  const client = await connect(postgres);
  const { rows } = await client.query<{ text: string }>('select text from note');
  await client.end();
  return rows.map(row => row.text);
}

/** Opens the database in another process and kills that process. Returns the PID of the server that stays. */
async function startInChildAndKill(folder: string): Promise<number> {
  const script = `
    import { openEmbeddedPostgres } from ${JSON.stringify(new URL('../../src/platform/postgres/embedded-postgres.ts', import.meta.url))};
    const postgres = await openEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} });
    process.stdout.write(String(postgres.pid));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const exit = once(child, 'exit');
  const pid = once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => Number(text));
  await Promise.race([pid, exit.then(() => assert.fail('the child could not open the database'))]);
  child.kill('SIGKILL');
  await exit;
  return pid;
}
