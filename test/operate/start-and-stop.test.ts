/** kinora as a user starts it: first start, second start, Ctrl-C, kill -9, and possible mistakes. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call, imageEnd, until } from '../support/servers/app.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { commandLine, ownEnvironment } from '../support/programs/bundled-program.ts';
import { copyFolder } from '../support/crashes/copy-folder.ts';
import { testInFull } from '../support/test-in-full.ts';

const launcher = [fileURLToPath(new URL('../../bin/kinora.js', import.meta.url))];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

let templateFolder: Promise<string> | undefined;

/**
 * A data folder as a first start leaves it, copied from that of the test of a first start, because creating a
 * database takes longer than everything else in these tests.
 */
async function usedFolder(): Promise<string> {
  const from = await (templateFolder ??= prepare());
  const folder = await newFolder();
  await copyFolder(from, folder);
  return folder;
}

async function prepare(): Promise<string> {
  const folder = await newFolder();
  await interrupt(await serve({ KINORA_DATA_DIR: folder }));
  return folder;
}

function readImageKey({ greeting }: ServerProcess): string {
  return /image {2}(kn_\w+)/.exec(greeting)?.[1] ?? '';
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program: readonly string[],
): ChildProcess {
  return spawn(process.execPath, [...program, ...args], {
    env: { ...ownEnvironment, KINORA_MONITORING_ADDRESS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command that ends. */
async function result(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = run(args, env, await commandLine());
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { out, err, code: code as number };
}

interface ServerProcess {
  readonly child: ChildProcess;
  readonly greeting: string;
  readonly url: string;
}

/**
 * Starts the server and waits for its greeting. It is interrupted at the end if it still runs. The launcher
 * loads each module on its own, so it starts only the servers of tests that are about it.
 */
async function serve(
  env: Readonly<Record<string, string>>,
  program?: readonly string[],
): Promise<ServerProcess> {
  // A server prepares its drawing processes, and one is enough here.
  const settings = { KINORA_PORT: '0', KINORA_SKETCH_THREADS: '1', ...env };
  const child = run(['serve'], settings, program ?? (await commandLine()));
  let greeting = '';
  for await (const chunk of child.stdout as NonNullable<ChildProcess['stdout']>) {
    greeting += String(chunk);
    if (greeting.includes('/content')) break;
  }
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
  });
  return { child, greeting, url: /ready at (\S+)/.exec(greeting)?.[1] ?? '' };
}

async function interrupt({ child }: ServerProcess): Promise<number | null> {
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  return code as number | null;
}

test('the first start shows two valid keys, the second none, and the data is kept', async () => {
  const KINORA_DATA_DIR = await newFolder();
  const first = await serve({ KINORA_DATA_DIR });
  const imageKey = readImageKey(first);
  const videoKey = /video {2}(kn_\w+)/.exec(first.greeting)?.[1] ?? '';
  assert.ok(first.greeting.includes('shown only once') && first.greeting.includes('curl'));
  assert.match(first.greeting, /valid once, for one day\):\n {2}http:\/\/localhost:\d+\/console\/join#/);
  assert.equal((await call(`${first.url}/v1/models`, { key: videoKey })).status, 200);
  const { body } = await call(`${first.url}/mj/submit/imagine`, {
    key: imageKey,
    json: { prompt: 'a hill --v 1' },
  });
  await imageEnd({ url: first.url, imageKey } as never, body.result);
  assert.equal(await interrupt(first), 0);

  const second = await serve({ KINORA_DATA_DIR });
  assert.ok(!second.greeting.includes('kn_') && second.greeting.includes('token create'));
  const taskAnswer = await call(`${second.url}/mj/task/${body.result}/fetch`, { key: imageKey });
  assert.equal(taskAnswer.body.status, 'SUCCESS');
  assert.equal((await fetch(taskAnswer.body.imageUrl)).status, 200);

  const created = await result(['token', 'create', '--group', 'image', '--name', 'mine', '--json'], {
    KINORA_DATA_DIR,
  });
  const token = JSON.parse(created.out) as { id: string; group: string; name: string; key: string };
  for (const field of ['id', 'group', 'name', 'key'] as const) assert.ok(token[field], field);
  assert.equal((await call(`${second.url}/v1/models`, { key: token.key })).status, 200);
  assert.match((await result(['token', 'list'], { KINORA_DATA_DIR })).out, /mine/);
  assert.equal((await result(['token', 'revoke', token.id], { KINORA_DATA_DIR })).code, 0);
  assert.equal((await call(`${second.url}/v1/models`, { key: token.key })).status, 401);
  assert.equal((await call(`${second.url}/readyz`)).status, 200);
  assert.equal(await interrupt(second), 0);
  templateFolder ??= Promise.resolve(KINORA_DATA_DIR);
});

test(
  'on Linux, the server returns large blocks of memory to the system, and its heap for new objects stays small',
  {
    skip: process.platform !== 'linux',
  },
  async () => {
    const server = await serve({ KINORA_DATA_DIR: await usedFolder() }, launcher);
    const settings = (await readFile(`/proc/${server.child.pid}/environ`, 'utf8')).split('\0');
    assert.ok(settings.includes('MALLOC_MMAP_THRESHOLD_=262144'), settings.join(' '));
    assert.ok(settings.includes('MALLOC_ARENA_MAX=2'));
    const command = (await readFile(`/proc/${server.child.pid}/cmdline`, 'utf8')).split('\0');
    assert.ok(command.includes('--max-semi-space-size=8'), command.join(' '));
    assert.equal(await interrupt(server), 0);
  },
);

testInFull('a server that was killed while it draws continues the task after a restart', async () => {
  const KINORA_DATA_DIR = await newFolder();
  const first = await serve({ KINORA_DATA_DIR });
  const imageKey = readImageKey(first);
  const { body } = await call(`${first.url}/mj/submit/imagine`, {
    key: imageKey,
    json: { prompt: 'a forest at dawn' },
  });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await serve({ KINORA_DATA_DIR });
  const record = await imageEnd({ url: second.url, imageKey } as never, body.result);
  assert.equal(record.status, 'SUCCESS');
  assert.equal(record.usage.amount, '0.04');
  assert.equal(await interrupt(second), 0);
});

testInFull('a second signal immediately ends a server that waits for load balancers and tasks', async () => {
  const { child } = await serve(
    {
      KINORA_DATA_DIR: await usedFolder(),
      KINORA_SHUTDOWN_DELAY_SECONDS: '300',
    },
    launcher,
  );
  const exit = once(child, 'exit');
  let isOver = false;
  void exit.then(() => (isOver = true));
  // A signal that arrives with the first one counts as the same signal.
  await until(
    async () => child.kill('SIGTERM'),
    () => isOver,
  );
  assert.deepEqual(await exit, [130, null]);
});

test('a data folder in use by another instance is rejected in one sentence, and that instance continues', async () => {
  const KINORA_DATA_DIR = await usedFolder();
  const first = await serve({ KINORA_DATA_DIR });
  const second = await result(['serve'], { KINORA_DATA_DIR, KINORA_PORT: '0' });
  assert.notEqual(second.code, 0);
  assert.match(second.err, /in use by another Kinora/);
  assert.equal(second.err.trim().split('\n').length, 1);
  assert.equal((await call(`${first.url}/readyz`)).status, 200);
  assert.equal(await interrupt(first), 0);
});

test('a port in use is rejected in one sentence, and a new data folder stays empty', async () => {
  const KINORA_DATA_DIR = await newFolder();
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { code, err } = await result(['serve'], { KINORA_DATA_DIR, KINORA_PORT: String(port) });
  blocker.close();
  assert.deepEqual(await readdir(KINORA_DATA_DIR), []);
  assert.notEqual(code, 0);
  assert.match(err, new RegExp(`Port ${port} is in use`));
  assert.equal(err.trim().split('\n').length, 1);
});

test('an invalid setting, a misspelled one and an unusable folder are rejected in one sentence each', async () => {
  const folder = await newFolder();
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const cases: [Record<string, string>, RegExp][] = [
    [{ KINORA_PORT: 'http' }, /KINORA_PORT is "http"/],
    [{ KINORA_PROT: '4040' }, /Did you mean KINORA_PORT/],
    [{ KINORA_PORT: '0', KINORA_DATA_DIR: join(file, 'below') }, /data folder/],
    [{ KINORA_PORT: '0', KINORA_DATA_DIR: '/proc/nothing/can/be/made/here' }, /data folder/],
    [
      { KINORA_PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', KINORA_DATA_DIR: folder },
      /DATABASE_URL cannot be reached/,
    ],
  ];
  for (const [env, expected] of cases) {
    const { code, err } = await result(['serve'], env);
    assert.notEqual(code, 0, err);
    assert.match(err, expected);
    assert.equal(err.trim().split('\n').length, 1, err);
  }
});

test(
  'a folder that this user cannot read is rejected',
  {
    skip: process.getuid?.() === 0 && 'root can read everything',
  },
  async () => {
    const folder = await newFolder();
    await chmod(folder, 0o000);
    const { code, err } = await result(['serve'], { KINORA_DATA_DIR: folder });
    await chmod(folder, 0o700);
    assert.notEqual(code, 0);
    assert.match(err, /cannot be read and written/);
  },
);

testInFull(
  'unknown commands and options are rejected with the nearest valid one and a reference to help',
  async () => {
    const wrong = await result(['tokn', 'create'], {});
    assert.deepEqual([wrong.code, /Did you mean "token create"/.test(wrong.err)], [2, true], wrong.err);
    assert.equal((await result(['serve', '--fast'], {})).code, 2);
    assert.equal((await result(['token', 'create'], {})).code, 2);
    assert.match((await result(['help'], {})).out, /kinora <command>/);
    const env = { KINORA_DATA_DIR: await newFolder() };
    assert.equal((await result(['token', 'create', '--group', 'image'], env)).code, 0);
    assert.match((await result(['model', 'list'], env)).out, /sketch-motion .+ 0\.03 USD \/ second/);
    const verbs = await result(['token', '--help'], {});
    assert.equal(verbs.code, 0, verbs.err);
    assert.match(verbs.out, /token list[\s\S]*token create[\s\S]*token revoke <token>/);
    assert.ok(!verbs.out.includes('banned'));
    assert.equal((await result(['token'], {})).code, 2);
    const checked = await result(['doctor'], { KINORA_DATA_DIR: await newFolder(), KINORA_PORT: '0' });
    assert.match(checked.out, /ok +Built-in engine: draws/);
    assert.equal(JSON.parse((await result(['model', 'list', '--json'], env)).out).length, 6);
  },
);
