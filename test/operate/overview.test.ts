/**
 * What an operator sees first: figures, items that need attention and settings, in the
 * Console and on the command line.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { loadConfig } from '../../src/platform/config/config.ts';
import { settings } from '../../src/platform/config/settings.ts';
import { reconcileWhenDue } from '../../src/core/billing/reconciliations.ts';
import { until, type TestApp } from '../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../support/clients/console-client.ts';
import { smallClip, videoClient, type VideoClient } from '../support/clients/video-client.ts';
import { commandLine } from '../support/programs/bundled-program.ts';
import { startScriptedApp } from '../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: VideoClient;
let operator: ConsoleClient & { accountId: string };
const clip = { ...smallClip, prompt: 'x' };

before(async () => {
  kinora = await startScriptedApp({
    settings: { KINORA_OPENID_CLIENT_SECRET: 'very secret', KINORA_MAX_WAITING: '50' },
  });
  client = videoClient(kinora);
  operator = await signedIn(kinora, 'operator');
});

const done = (name: string, input: object = {}) => operator.done(name, input as Record<string, unknown>);
const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const attention = async (kind: string, language = 'en') => {
  const headers = { 'accept-language': language };
  const { body } = await operator.get('/api/overview.show', headers);
  return body.attention.filter((one: any) => one.kind === kind);
};

test('the overview counts finished tasks, charges and refunds', async () => {
  const empty = await done('overview show');
  // The disk of the machine may be nearly full.
  const attention = empty.attention.filter(({ kind }: any) => kind !== 'storage');
  assert.deepEqual(
    [empty.running, empty.queued, empty.ended_hour, empty.success_hour, empty.revenue_today, attention],
    [0, 0, 0, null, '0.00', []],
  );
  assert.deepEqual(
    empty.median_wait.map(({ tier, seconds }: any) => [tier, seconds]),
    [
      ['relax', null],
      ['fast', null],
      ['turbo', null],
    ],
  );
  const first = await client.make(clip);
  await client.make(clip);
  await done('ledger refund', { task: first.id, reason: 'blurred', amount: '0.01' });
  const figures = await done('overview show');
  assert.deepEqual([figures.ended_hour, figures.success_hour, figures.revenue_today], [2, 1, '0.11']);
  const wait = figures.median_wait.find(({ tier }: any) => tier === 'fast').seconds;
  assert.ok(wait >= 0 && wait < 60);
});

test('an account that has less left than a day costs is reported as near its limit', async () => {
  assert.deepEqual(await attention('account'), []);
  const { available } = await done('account balance');
  await done('ledger adjust', { amount: String(Number(available) - 0.05), reason: 'test', take: true });
  const [line] = await attention('account');
  assert.match(line.text, /has 0\.05 USD left and spent 0\.12 in the last 24 hours/);
  assert.deepEqual([line.severity, line.path], ['warn', '/accounts']);
  assert.match((await attention('account', 'zh'))[0].text, /剩余 0\.05 USD/);
  await done('ledger top-up', { amount: '100' });
  assert.deepEqual(await attention('account'), []);
});

test('failing receivers, idle tokens without a limit and unreachable prices need attention', async () => {
  await sql(
    `insert into hook_failures (account_id, origin, failures, off_until) values ($1, 'https://a.example', 25, now() + interval '1 hour'), ($1, 'https://b.example', 6, null), ($1, 'https://c.example', 1, null)`,
    [operator.accountId],
  );
  const receivers = await attention('webhook');
  assert.deepEqual(
    receivers.map(({ severity }: any) => severity),
    ['bad', 'warn'],
  );
  assert.match(receivers[0].text, /https:\/\/a\.example/);
  assert.deepEqual(await attention('token'), []);
  await sql(`update tokens set created_at = now() - interval '100 days', last_used_at = null`);
  assert.match((await attention('token'))[0].text, /^2 tokens/);
  const [first] = await done('token list');
  await done('token change', { token: first.id, cap_day: '5' });
  assert.match((await attention('token'))[0].text, /^1 token has/);
  await sql(
    `insert into prices (model, version, effective_at, price) values ('no-such-model', 1, now() + interval '1 day', '{"unit":"clip","rules":[{"unitPrice":"1"}],"tiers":{"fast":"1"}}')`,
  );
  assert.match((await attention('price'))[0].text, /v1 of no-such-model/);
});

test('a ledger that does not balance needs attention, and is not reconciled again for every view', async () => {
  assert.deepEqual(await attention('charge'), []);
  await sql('update accounts set available_micros = available_micros + 1 where id = $1', [
    operator.accountId,
  ]);
  assert.deepEqual(await attention('charge'), []);
  await reconcileWhenDue(kinora.app.db);
  assert.deepEqual(await attention('charge'), [], 'the last reconciliation is recent');
  await sql(`update reconciliations set at = now() - interval '1 day'`);
  await Promise.all([reconcileWhenDue(kinora.app.db), reconcileWhenDue(kinora.app.db)]);
  const [line] = await attention('charge');
  assert.match(line.text, /found differences/);
  assert.equal(line.severity, 'bad');
  await sql('update accounts set available_micros = available_micros - 1 where id = $1', [
    operator.accountId,
  ]);
});

test('the most severe item comes first', async () => {
  const severities = (await done('overview show')).attention.map(({ severity }: any) => severity);
  assert.deepEqual(severities, severities.toSorted());
  assert.ok(new Set(severities).size === 2);
});

test('every setting is listed with its source, and without secrets', async () => {
  const lines = await done('setting list');
  assert.deepEqual(
    lines.map(({ name }: any) => name),
    Object.keys(settings),
  );
  const line = (name: string) => lines.find((one: any) => one.name === name);
  assert.deepEqual(
    [line('KINORA_MAX_WAITING').value, line('KINORA_MAX_WAITING').source, line('KINORA_MAX_WAITING').default],
    ['50', 'environment', '1000'],
  );
  assert.equal(line('KINORA_MAX_WAITING').allowed, 'a whole number from 1 to 1000000');
  assert.deepEqual([line('KINORA_QUEUE_HOURS').value, line('KINORA_QUEUE_HOURS').source], ['24', 'default']);
  assert.deepEqual([line('KINORA_BASE_URL').value, line('KINORA_BASE_URL').source], [null, 'default']);
  assert.equal(line('KINORA_OPENID_CLIENT_SECRET').value, '••••');
  assert.ok(!JSON.stringify(lines).includes('very secret'));
  const { password } = Object.fromEntries(new URL(kinora.databaseUrl).searchParams);
  assert.ok(password && !JSON.stringify(lines).includes(password));
});

test('settings are described in the language of the request', async () => {
  const { body } = await operator.get('/api/setting.list', { 'accept-language': 'zh-CN' });
  const waiting = body.data.find(({ name }: any) => name === 'KINORA_MAX_WAITING');
  assert.deepEqual(
    [waiting.description, waiting.allowed],
    ['每个账户最多可有多少个任务排队。', '1 至 1000000 的整数'],
  );
  for (const { name, description } of body.data) assert.match(description, /\p{Script=Han}/u, name);
});

test('secrets in URLs are masked wherever they are', () => {
  const readSetting = (name: string, text: string) =>
    loadConfig({ [name]: text }).settings.find(one => one.name === name)?.value;
  assert.equal(
    readSetting(
      'DATABASE_URL',
      'postgres://kinora:pa%40ss@db.example:5432/kinora?sslmode=require&sslkey=abc',
    ),
    'postgres://kinora:••••@db.example:5432/kinora?sslmode=require&sslkey=••••',
  );
  assert.equal(
    readSetting('DATABASE_URL', 'postgres:///kinora?host=/run&password=abc'),
    'postgres:///kinora?host=/run&password=••••',
  );
  assert.equal(
    readSetting('KINORA_NOTIFY_HOOK', 'https://hooks.example/T0/abc?key=d'),
    'https://hooks.example/••••',
  );
  assert.equal(readSetting('KINORA_IMAGE_TOKEN', 'sk-abc'), '••••');
});

test('the command line shows the same overview', async () => {
  const kinoraCommand = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: kinora.databaseUrl, KINORA_DATA_DIR: kinora.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [...(await commandLine()), ...words], {
      env,
    });
    return stdout;
  };
  await until(
    () => done('engine list'),
    lines => lines.some(({ slots }: any) => slots === 4),
  );
  const [lines, test_, secret, drainOutput] = [
    await kinoraCommand('engine', 'list'),
    JSON.parse(await kinoraCommand('engine', 'test', 'scripted', '--json')),
    await kinoraCommand('webhook', 'secret'),
    await kinoraCommand('engine', 'drain', 'scripted', '--reason', 'a look'),
  ];
  assert.match(lines, /NAME +STATE/);
  assert.match(lines, /scripted +healthy/);
  assert.equal(test_.ok, true);
  assert.match(secret, /^whsec_[\w+/]+=*\n$/);
  assert.match(drainOutput, /drained/);
  const [line] = (await done('engine list')).filter(({ name }: any) => name === 'scripted');
  assert.match(line.why, /the command line \(a look\)/);
  assert.match(await kinoraCommand('setting', 'list'), /KINORA_PORT/);
  assert.match(await kinoraCommand('overview', 'show'), /running +0/);
});
