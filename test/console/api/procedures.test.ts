/** The procedures behind the Console's pages and the command line: prices, money, codes, usage, audit. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '@kinora/shared/clock';
import { until, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { smallClip, videoClient, type VideoClient } from '../../support/clients/video-client.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let client: VideoClient;
let operator: ConsoleClient & { accountId: string; email: string };
const clip = { ...smallClip, prompt: 'x' };

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
  operator = await signedIn(kinora, 'operator');
});

const done = (name: string, input: object = {}) => operator.done(name, input as Record<string, unknown>);
const rejection = async (name: string, input: object) => {
  const { status, body } = await operator.run(name, input as Record<string, unknown>);
  assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
  return body.error;
};
const available = async () => Number((await done('account balance')).available);

test('a price takes effect at its date, old tasks keep theirs, and it can be tried before', async () => {
  const before = await client.make(clip);
  const price = {
    unit: 'second',
    rules: [{ unitPrice: '0.20' }, { when: { resolution: '480p' }, unitPrice: '0.06' }],
    tiers: { fast: '1' },
  };
  const trial = await done('price try', { model: 'sketch-motion', price: JSON.stringify(price) });
  assert.deepEqual([trial.tasks, trial.charged, trial.would_be], [1, '0.06', '0.12']);
  const [change] = trial.changes;
  assert.equal(change.parameters.resolution, '480p');
  assert.deepEqual([change.tasks, change.quantity, change.difference], [1, 2, '0.06']);
  const set = await done('price set', { model: 'sketch-motion', price, note: 'dearer' });
  assert.equal(set.version, 'v1');
  const startTime = new Date(systemClock.now() + 2000).toISOString();
  await done('price set', {
    model: 'sketch-motion',
    price: { ...price, rules: [{ unitPrice: '0.01' }] },
    from: startTime,
  });
  const quoted = () => client.post('videos/quote', clip);
  await until(quoted, ({ body }) => body.amount === '0.12');
  const after = await client.make(clip);
  assert.equal(after.usage.amount, '0.12');
  await until(quoted, ({ body }) => body.amount === '0.02');
  assert.equal((await client.get(`videos/${before.id}`)).body.usage.amount, '0.06');
  const versions = (await done('ledger list', { task: after.id })).map((one: any) => [
    one.kind,
    one.amount,
    one.price_version,
  ]);
  assert.deepEqual(versions, [
    ['settle', '0.12', 'v1'],
    ['hold', '0.12', 'v1'],
  ]);
  for (const wrong of [
    { ...price, rules: [{ when: { resolution: '480p' }, unitPrice: '1' }] },
    { ...price, rules: [{ unitPrice: '1' }, { when: { color: 'red' }, unitPrice: '1' }] },
    { ...price, tiers: {} },
    { ...price, unit: 'hour' },
    { ...price, rules: [{ unitPrice: '-1' }] },
    '{',
  ])
    assert.match(
      (await rejection('price set', { model: 'sketch-motion', price: wrong })).param,
      /^price/,
      JSON.stringify(wrong),
    );
});

test('top-ups, adjustments and refunds are ledger entries with a reason and an author', async () => {
  const start = await available();
  await done('ledger top-up', { amount: '12.50', reason: 'invoice 7' });
  await done('ledger adjust', { amount: 0.5, reason: 'rounding' });
  await done('ledger adjust', { amount: '3', reason: 'wrong account', take: true });
  assert.equal(await available(), start + 10);
  const { id, usage } = await client.make(clip);
  const refund = await done('ledger refund', { task: id, reason: 'blurred' });
  assert.equal(refund.refunded, usage.amount);
  assert.equal((await rejection('ledger refund', { task: id, reason: 'again' })).param, 'task');
  assert.equal(await available(), start + 10);
  assert.equal(
    (await rejection('ledger adjust', { amount: '99999', reason: 'x', take: true })).param,
    'amount',
  );
  for (const wrong of [{ amount: 'lots' }, { amount: '0' }, { amount: '-1' }, { amount: '1', reason: '' }])
    await rejection('ledger top-up', wrong);
  const lines = await done('ledger list', { limit: 20 });
  const [newest] = lines;
  assert.deepEqual([newest.kind, newest.reason, newest.task], ['refund', 'blurred', id]);
  assert.equal(Number(newest.available), await available());
  const page = await done('ledger list', { limit: 3, before: lines[2].id });
  assert.deepEqual(
    page.map(({ id: one }: any) => one),
    lines.slice(3, 6).map(({ id: one }: any) => one),
  );
  for (const more of [{}, { task: id }])
    assert.match(
      (await rejection('ledger list', { ...more, before: '99999999' })).message,
      /no entry 99999999 in this list/,
    );
  assert.ok((await done('ledger list', { kind: 'top_up,adjust' })).every(({ kind }: any) => kind !== 'hold'));
  assert.deepEqual(await done('ledger reconcile'), { adds_up: true, problems: [] });
});

test('every list can be exported as CSV and JSONL', async () => {
  const csv = await operator.get('/api/ledger.list?format=csv&kind=top_up');
  assert.match(csv.headers.get('content-type') ?? '', /text\/csv/);
  assert.match(csv.headers.get('content-disposition') ?? '', /attachment; filename="ledger-list.csv"/);
  const [head, line] = String(csv.body).split('\r\n');
  assert.match(String(head), /^id,account,at,kind,from,to,amount,available,task/);
  assert.match(String(line), /top_up,funding,available,12\.50,/);
  const lines = await operator.get('/api/usage.show?format=jsonl&by=model');
  assert.ok(String(lines.body.model ?? lines.body).includes('sketch-motion'));
  assert.equal((await operator.get('/api/ledger.list?format=xml')).status, 400);
});

test('a redemption code adds its amount once, to the first account that redeems it', async () => {
  const { code, id } = await done('code create', { amount: '5', note: 'fair', expires: '30d' });
  const start = await available();
  const [first, second] = await Promise.all([
    operator.run('code redeem', { code: ` ${code} ` }),
    operator.run('code redeem', { code }),
  ]);
  assert.deepEqual([first.status, second.status].sort(), [200, 404]);
  assert.equal(await available(), start + 5);
  const { code: revoked, id: revokedId } = await done('code create', { amount: '5' });
  await done('code revoke', { id: revokedId });
  const { code: old, id: oldId } = await done('code create', { amount: '5' });
  await kinora.app.db.pool.query(`update codes set expires_at = now() where id = $1`, [oldId]);
  for (const wrong of [revoked, old, 'kc_nothing'])
    assert.equal((await rejection('code redeem', { code: wrong })).code, 'code_unknown');
  const states = Object.fromEntries((await done('code list')).map((one: any) => [one.id, one.state]));
  assert.deepEqual([states[id], states[revokedId], states[oldId]], ['redeemed', 'revoked', 'expired']);
});

test('usage counts requests, results and charges, grouped and filtered by any dimension', async () => {
  const before = (await done('usage show', { by: 'model' })).find(
    ({ model }: any) => model === 'sketch-motion',
  );
  await client.make(clip);
  const failed = (await client.create({ ...clip, prompt: '{"check":"refuse"}' })).body.id;
  await client.end(failed);
  const after = (await done('usage show', { by: 'model' })).find(
    ({ model }: any) => model === 'sketch-motion',
  );
  const { amount, succeeded, requests } = after;
  assert.deepEqual(
    [requests - before.requests, succeeded - before.succeeded, after.failed - before.failed],
    [2, 1, 1],
  );
  assert.ok(Number(amount) > Number(before.amount));
  const lines = await done('usage show', { by: 'day,token,tier,user,account' });
  assert.deepEqual(Object.keys(lines[0]).slice(0, 5), ['day', 'token', 'user', 'tier', 'account']);
  assert.equal(lines[0].user, null, 'a token without a user');
  const total = (await done('usage show', { by: [] }))[0];
  assert.equal(
    total.requests,
    lines.reduce((sum: number, line: any) => sum + line.requests, 0),
  );
  assert.deepEqual(await done('usage show', { by: 'day', from: '2001-01-01', to: '2001-01-02' }), []);
  assert.equal((await rejection('usage show', { by: 'weather' })).param, 'by');
  const sum = (some: any[]) => some.reduce((so, { requests: more }) => so + more, 0);
  const ofTier = await done('usage show', { by: 'model', tier: lines[0].tier, token: lines[0].token });
  const isOfTier = ({ tier, token }: any) => tier === lines[0].tier && token === lines[0].token;
  assert.equal(sum(ofTier), sum(lines.filter(isOfTier)));
  const { requests: ofModel } = (await done('usage show', { by: [], model: 'sketch-motion' }))[0];
  assert.equal(ofModel, after.requests);
});

test('the statement of a month adds up: opening balance plus changes is the closing balance', async () => {
  const month = new Date(systemClock.now()).toISOString().slice(0, 7);
  const statement = await done('statement show', { month });
  const changes = statement.lines.reduce((sum: number, { change }: any) => sum + Number(change), 0);
  assert.ok(Math.abs(Number(statement.opening) + changes - Number(statement.closing)) < 1e-9);
  assert.equal(statement.closing, (await done('account balance')).available);
  const settleLine = statement.lines.find(({ kind }: any) => kind === 'settle');
  assert.ok(settleLine.count > 0 && Number(settleLine.amount) > 0);
  assert.equal(settleLine.change, '0.00', 'a charge was held before');
  const before = await done('statement show', { month: '2020-02' });
  assert.deepEqual([before.opening, before.closing, before.lines], ['0.00', '0.00', []]);
});

test('every change is in the audit log, with its values before and after and its author', async () => {
  const { id } = await done('token create', { group: 'video', name: 'audited', cap_day: '5' });
  await done('token change', { token: id, cap_day: '7' });
  const [change, created] = await done('audit list', { object: id });
  assert.deepEqual(
    [change.action, change.before.cap_day, change.after.cap_day],
    ['token change', '5.00', '7.00'],
  );
  assert.deepEqual(
    [created.action, created.who, created.address],
    ['token create', operator.email, '127.0.0.1'],
  );
  const refusal = await operator.run('token change', { token: id, cap_day: 'x' });
  assert.equal(refusal.status, 400);
  assert.equal((await done('audit list', { object: id })).length, 2, 'a rejected change has no effect');
  await assert.rejects(kinora.app.db.pool.query('delete from audit'), /append-only/);
});

const run = promisify(execFile);
async function kinoraCommand(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: kinora.databaseUrl, KINORA_DATA_DIR: kinora.dataDir };
  try {
    const { stdout, stderr } = await run(process.execPath, [...(await commandLine()), ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

testInFull('the command line does the same, for people and for scripts', async () => {
  const creation = await kinoraCommand(
    'token',
    'create',
    '--group',
    'video',
    '--name',
    'from the shell',
    '--cap-month',
    '20',
    '--expires',
    '90d',
  );
  assert.match(creation.out, /^kn_\w{32}\n$/, 'only the key, for pipes');
  assert.match(creation.err, /cap month +20\.00/);
  const twoTokens = await kinoraCommand('token', 'create', '--group', 'image,video', '--cap-day', '2');
  assert.match(twoTokens.out, /^kn_\w{32}\nkn_\w{32}\n$/, 'an image key and a video key');
  const refusal = await kinoraCommand('token', 'create', '--group', 'image,nope');
  assert.equal(refusal.code, 1);
  const allTokens = JSON.parse((await kinoraCommand('token', 'list', '--json')).out);
  const pair = allTokens.filter(({ cap_day }: any) => cap_day === '2.00');
  assert.deepEqual(
    pair.map(({ group, scope }: any) => [group, scope]),
    [
      ['image', 'own'],
      ['video', 'own'],
    ],
  );
  assert.equal(
    allTokens.filter(({ group }: any) => group === 'image').length,
    2,
    'the first one and the pair: a pair is created completely or not at all',
  );
  const token = allTokens.find(({ name }: any) => name === 'from the shell');
  assert.deepEqual([token.cap_month, token.state], ['20.00', 'active']);
  assert.equal(
    JSON.parse((await kinoraCommand('token', 'change', token.id, '--cap-month', 'none', '--json')).out)
      .cap_month,
    null,
  );
  assert.match((await kinoraCommand('model', 'compare', '4')).out, /4 s x 0\.0\d = 0\.\d+/);
  assert.equal((await kinoraCommand('ledger', 'reconcile')).out, 'adds up   true\nproblems  —\n');
  const models = (await kinoraCommand('model', 'list')).out;
  assert.match(models, /sketch-frames .+ 0\.04 USD \/ second/);
  assert.match(models, /relax 0\.5, fast 1, turbo 2/);
  assert.doesNotMatch(models, /[{}"]|\.\d{4}/);
  assert.doesNotMatch((await kinoraCommand('overview', 'show')).out, /[{}[\]"]/);
  const tokens = (await kinoraCommand('token', 'list')).out;
  assert.ok(
    tokens.includes(token.id) && !tokens.includes(token.account),
    'the account is omitted while there is only one',
  );
  for (const [args, code, expectedMessage] of [
    [['token', 'create'], 2, /Missing --group/],
    [
      ['token', 'create', '--group', 'image', '--cap-day', 'x'],
      2,
      /Invalid value for --cap-day: expected an amount/,
    ],
    [['token', 'create', '--group', 'nope'], 1, /Allowed: image, video/],
    [['token', 'revoke'], 2, /Expected exactly one <token>/],
    [['ledger', 'top-up', 'abc'], 2, /Invalid value for <amount>/],
    [['token', 'change', 'bot2', '--name', 'x'], 1, /"bot2".+its ID or the visible prefix of its key/],
    [['account', 'suspend', 'nobody'], 1, /no account "nobody"/],
  ] as const) {
    const answer = await kinoraCommand(...args);
    assert.deepEqual([answer.code, expectedMessage.test(answer.err)], [code, true], answer.err);
  }
});
