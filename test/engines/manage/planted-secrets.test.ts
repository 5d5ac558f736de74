/**
 * Engine secrets are planted, and nothing that Kinora writes, logs or returns contains them,
 * whatever engines do with them.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { openDatabase, type Database } from '../../../src/platform/db/open.ts';
import { newSecret } from '../../../src/platform/lib/id.ts';
import { startDatabase } from '../../../src/app/start/start-database.ts';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { startEchoingServer, type EchoingServer } from '../../support/engines/echoing-server.ts';
import { listPlacedFiles, placesWith, listTables, type Place } from '../../support/setups/search-places.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { bundledProgram, commandLine } from '../../support/programs/bundled-program.ts';
import { inDepth } from '../../support/depth.ts';

const program = new URL('../../support/crashes/crash-server.ts', import.meta.url);

const secrets = { stored: newSecret(), env: newSecret(), file: newSecret() };
const plantedSecrets = { stored: secrets.stored, env: 'env:PLANTED_KEY', file: '' };
/**
 * It is in the responses, the log and the tables. If it is not found in one of
 * them, the search does not work.
 */
const canary = 'canary-forward-stored';

let kinora: Pick<TestApp, 'url' | 'imageKey' | 'dataDir'> & { readonly db: Database };
let environment: Record<string, string>;
let operator: ConsoleClient;
let echo: EchoingServer;
let log = '';
const answers: Place[] = [];

/** A call of a client or of the Console, whose response is searched. */
async function ask(name: string, send: () => ReturnType<ConsoleClient['get']>) {
  const { status, headers, body } = await send();
  answers.push({
    name: `response to ${name}`,
    bytes: Buffer.from(JSON.stringify([...headers]) + JSON.stringify(body)),
  });
  return { status, body };
}

const run = (name: string, input: Readonly<Record<string, unknown>> = {}) =>
  ask(`${name} ${JSON.stringify(input)}`, () => operator.run(name, input));

async function done(name: string, input: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await run(name, input);
  assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
  return body.data ?? body;
}

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-planted-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  plantedSecrets.file = `file:${join(folder, 'key')}`;
  await writeFile(join(folder, 'key'), `${secrets.file}\n`);
  environment = {
    PATH: process.env['PATH'] ?? '',
    KINORA_DATA_DIR: dataDir,
    KINORA_LOG_LEVEL: 'debug',
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    PLANTED_KEY: secrets.env,
  };
  const server = spawn(process.execPath, [await bundledProgram(program)], {
    env: { ...environment, TEST_ENGINES: '[]' },
  });
  const exit = new Promise(resolve => server.once('exit', resolve));
  server.stderr.on('data', (text: Buffer) => (log += text));
  const firstLine = new Promise<string>(resolve => createInterface(server.stdout).once('line', resolve));
  const { address, keys } = JSON.parse(await firstLine);
  const database = await startDatabase(loadConfig(environment), { database: () => {} });
  const db = openDatabase(database.connection, 2);
  database.leaveRunning();
  atEnd(async () => {
    await db.close();
    server.kill('SIGTERM');
    await exit;
  });
  kinora = { url: address, imageKey: keys.image, dataDir, db };
  operator = await signedIn({ url: address, app: { db } as TestApp['app'] }, 'operator');
  echo = await startEchoingServer();
});

/** An engine with a model of its own, named after the server's behavior and the source of the key. */
async function plant(kind: string, { mode, source }: Behavior): Promise<string> {
  const name = `${kind === 'test' ? 'canary' : kind}-${mode.replace(/^http.*/, 'forward')}-${source}`;
  const url = mode.startsWith('http') ? mode : `${echo.url}/${mode}`;
  await done('engine add', { engine: name, kind, url, secret: plantedSecrets[source] });
  return name;
}

interface Behavior {
  /** A status, or the URL of a server that does the work. */
  readonly mode: string;
  readonly source: keyof typeof plantedSecrets;
}

async function addModel(engine: string): Promise<void> {
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await done('model add', { model: engine, kind: 'image', operations: ['grid'], price });
  await done('route add', { model: engine, engine, cost: '0.01', cost_unit: 'image' });
}

/** The task has ended, or waits for an engine that it will not get. */
async function submitTask(model: string): Promise<any> {
  const { url, imageKey: key } = kinora;
  const json = { prompt: `a fox --model ${model}` };
  const { body } = await ask(`submit to ${model}`, () => call(`${url}/mj/submit/imagine`, { key, json }));
  assert.equal(body.code, 1, JSON.stringify(body));
  const taskDetails = await until(
    () => operator.done('task show', { task: body.result }),
    ({ state, trace, waits }) =>
      ['succeeded', 'failed'].includes(state) || (waits ?? trace?.waits ?? null) !== null,
  );
  await done('task show', { task: body.result });
  await ask(`fetch of ${model}`, () => call(`${url}/mj/task/${body.result}/fetch`, { key }));
  return taskDetails;
}

test('engines of all kinds whose servers repeat the key or redirect can be probed', async () => {
  const kinds = await done('engine kinds');
  const remote = kinds.filter(
    ({ kind, address }: Record<string, string>) => address === 'required' && !kind?.startsWith('test-'),
  );
  assert.ok(remote.length >= 6, String(remote.length));
  const sources = Object.keys(plantedSecrets) as (keyof typeof plantedSecrets)[];
  for (const [row, { kind }] of remote.entries())
    for (const [column, mode] of ['400', '401', '500', '302', '200'].entries()) {
      const engine = await plant(kind, { mode, source: sources[(row + column) % 3] ?? 'stored' });
      const { ok } = await done('engine probe', { engine });
      if (mode !== '200') assert.equal(ok, false, engine);
    }
});

/**
 * Their tasks fail, besides those of the canary. In a quick run: one that answers, one with
 * jobs, one with another header.
 */
const failingKinds = inDepth({
  quick: ['openai-media', 'sdcpp', 'google'],
  full: ['openai-media', 'sdapi', 'sdcpp', 'mj-proxy', 'google', 'bfl', 'fal'],
});

test('their tasks succeed and fail', async () => {
  const backend = await (await startTestEngineServer()).addBackend('behind');
  const names: string[] = [];
  for (const source of Object.keys(plantedSecrets) as (keyof typeof plantedSecrets)[])
    names.push(await plant('test', { mode: echo.before(backend.url), source }));
  assert.ok(names.includes(canary));
  const engines = await done('engine list');
  const failing = engines
    .map(({ name }: { name: string }) => name)
    .filter((engine: string) =>
      new RegExp(`^(canary|${failingKinds.join('|')})-(400|401|500|302)-`).test(engine),
    );
  assert.equal(failing.length, 4 * (failingKinds.length + 1));
  for (const engine of [...names, ...failing]) await addModel(engine);
  const tasks = await Promise.all([...names, ...failing].map(submitTask));
  assert.deepEqual(
    tasks.slice(0, 3).map(({ state }) => state),
    ['succeeded', 'succeeded', 'succeeded'],
  );
  assert.ok(tasks.slice(3).every(({ state }) => state !== 'succeeded'));
  const trials = await Promise.all(
    [canary, ...failing].map(engine => run('engine test', { engine }).then(({ body }) => body)),
  );
  assert.equal(trials[0].ok, true, JSON.stringify(trials[0]));
});

test('rejected requests, changes of the URL, and lists are called', async () => {
  const { stored } = secrets;
  const bad: readonly Readonly<Record<string, unknown>>[] = [
    { engine: 'bad', kind: 'test', url: `${echo.url}/400`, secret: `${stored}\n${stored}` },
    { engine: 'bad', kind: 'test', url: `${echo.url}/400`, secret: { key: stored } },
    { engine: 'bad', kind: 'test', url: `${echo.url}/400`, secret: [stored] },
    { engine: 'bad', kind: 'test', url: `${echo.url}/400`, secret: stored, slots: 'many' },
    { engine: 'bad', kind: 'test', url: 'ftp://engine', secret: stored },
    { engine: canary, kind: 'test', url: `${echo.url}/400`, secret: stored },
    { engine: 'bad', kind: 'nothing', secret: stored },
    { engine: 'bad', kind: 'test', url: `http://me:${stored}@127.0.0.1/`, slots: 2 },
    { engine: 'bad', kind: 'test', url: `http://127.0.0.1/?key=${stored}`, slots: 2 },
  ];
  for (const input of bad) {
    const { status } = await ask('a bad engine add', () => operator.run('engine add', input));
    assert.ok(status >= 400, JSON.stringify(status));
  }
  await done('engine drain', { engine: canary, reason: 'moves' });
  const movedEngine = await done('engine change', { engine: canary, url: 'http://127.0.0.1:9/elsewhere' });
  assert.equal(movedEngine.secret, null, 'the secret stays with its origin');
  await done('engine change', { engine: canary, secret: secrets.stored });
  await done('engine probe', { engine: canary });
  for (const { name: engine } of await done('engine list')) await done('engine show', { engine });
  for (const name of ['route list', 'task list', 'overview show', 'overview history', 'margin show'])
    await done(name);
  for (const name of ['setting list', 'margin losses', 'ledger list', 'model list', 'webhook list'])
    await done(name);
  await done('audit list', { limit: 100 });
  await done('secret rotate');
  for (const command of [
    ['engine', 'list'],
    ['engine', 'show', canary],
    ['audit', 'list'],
    ['setting', 'list'],
  ]) {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [...(await commandLine()), ...command, '--json'],
      {
        env: environment,
      },
    );
    answers.push({ name: command.join(' '), bytes: Buffer.from(stdout + stderr) });
  }
});

test('the engines got the keys, another origin did not', () => {
  for (const secret of Object.values(secrets))
    assert.ok([...echo.keys].some(key => key.includes(secret) || key.includes(btoa(secret))));
  const headers = ['authorization', 'mj-api-secret', 'x-goog-api-key', 'x-key'];
  assert.deepEqual(
    headers.filter(name => !echo.headers.has(name)),
    [],
  );
  assert.deepEqual(echo.elsewhere, []);
});

test('the search finds a text in each encoding', () => {
  const { stored } = secrets;
  const forms = [stored, `\\x00${Buffer.from(stored).toString('hex')}`];
  for (const word of ['', 'u', 'me', 'me:']) forms.push(Buffer.from(`${word}${stored}:`).toString('base64'));
  const places = [...forms, newSecret()].map((form, row) => ({
    name: String(row),
    bytes: Buffer.from(form),
  }));
  assert.deepEqual(placesWith(stored, places), ['0', '1', '2', '3', '4', '5']);
});

test('no table, file of the data folder, log or response contains a secret', async () => {
  const tables = await listTables(kinora.db);
  const keyFile = join(kinora.dataDir, 'secret.key');
  const files = (await listPlacedFiles(kinora.dataDir)).filter(({ name }) => name !== `file ${keyFile}`);
  const logs = [{ name: 'log', bytes: Buffer.from(log) }];
  for (const places of [tables, files, logs, answers]) assert.notEqual(placesWith(canary, places).length, 0);
  const keys = (await readFile(keyFile, 'utf8')).split('\n').filter(line => line.length > 20);
  assert.notEqual(keys.length, 0);
  const everywhere = [...tables, ...files, ...logs, ...answers];
  for (const secret of [...Object.values(secrets), ...keys])
    assert.deepEqual(placesWith(secret, everywhere), []);
  // The errors of servers are quoted, with the key masked.
  for (const places of [tables, answers]) assert.notEqual(placesWith('the key ***', places).length, 0);
});

test('a backup contains no secret, neither in the database nor in the files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-planted-backup-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)(process.execPath, [...(await commandLine()), 'backup', '--to', folder], {
    env: environment,
  });
  const backupFiles = (await listPlacedFiles(folder)).map(({ name, bytes }) => ({
    name,
    bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes,
  }));
  const database = backupFiles.filter(({ name }) => name.includes('/database-'));
  assert.notEqual(placesWith(canary, database).length, 0);
  assert.ok(database.some(({ name, bytes }) => name.includes('engine_secrets') && bytes.length > 0));
  assert.ok(backupFiles.some(({ name }) => name.includes('/files/')));
  const keys = (await readFile(join(kinora.dataDir, 'secret.key'), 'utf8'))
    .split('\n')
    .filter(line => line.length > 20);
  for (const secret of [...Object.values(secrets), ...keys])
    assert.deepEqual(placesWith(secret, backupFiles), []);
});
