/**
 * Prices that a customer cannot walk around: closed groups, the groups of new accounts,
 * and the factor of an account.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { applyVolumeDiscounts } from '../../../src/core/billing/apply-volume-discounts.ts';
import { consoleClient, type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { smallClip } from '../../support/clients/video-client.ts';
import { call, until } from '../../support/servers/app.ts';
import { type ScriptedApp, startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
let operator: ConsoleClient & { readonly accountId: string };
const clip = { ...smallClip, prompt: 'x' };

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
});

async function newCustomer(name: string, terms: object = {}) {
  const account = await operator.done('account create', { name, balance: '10', ...terms });
  return { account, owner: await signedIn(kinora, 'owner', account.id) };
}
const quote = async (key: string): Promise<string> =>
  (await call(`${kinora.url}/v1/videos/quote`, { key, json: clip })).body.amount;

test('a customer of a dearer group gets no token in a group that was closed to others', async () => {
  await operator.done('group create', {
    group: 'dear',
    kind: 'video',
    factor: '1.5',
    models: smallClip.model,
  });
  const { account, owner } = await newCustomer('Dear customer');
  const { attention } = await operator.done('overview show');
  await owner.done('token create', { group: 'dear' });
  const { attention: after } = await operator.done('overview show');
  const texts = (lines: { text: string }[]) =>
    lines.map(({ text }) => text).filter(text => /dear/.test(text));
  assert.deepEqual(texts(attention), []);
  assert.match(texts(after)[0] ?? '', /Every account may use the group video, which is cheaper than dear/);

  const closed = await operator.done('group close', { group: 'video' });
  assert.deepEqual([closed.open, closed.accounts], [false, [operator.accountId]], 'its token is kept');
  const { status, body } = await owner.run('token create', { group: 'video' });
  assert.equal(status, 400);
  assert.match(body.error.message, /no access to a group "video"/);
  assert.equal(
    (await call(`${kinora.url}/v1/videos/quote`, { key: kinora.videoKey, json: clip })).status,
    200,
  );

  const changedAccount = await operator.done('account change', { account: account.id, groups: ['video'] });
  assert.deepEqual(changedAccount.groups, ['video']);
  assert.equal((await owner.run('token create', { group: 'video' })).status, 200);
  await operator.done('group change', { group: 'video', open: true });
});

test('customers see their prices, and no factor of a group', async () => {
  const { owner } = await newCustomer('Curious customer');
  const groups: object[] = await owner.done('group list');
  assert.ok(groups.length > 0);
  for (const group of groups)
    assert.deepEqual(
      ['factor', 'accounts', 'new_accounts'].filter(field => field in group),
      [],
    );
});

test('new accounts get the closed groups that are marked for them', async () => {
  await operator.done('group create', {
    group: 'club',
    kind: 'video',
    models: smallClip.model,
    open: false,
    new_accounts: true,
  });
  const { account, owner } = await newCustomer('New customer');
  assert.deepEqual(account.groups, ['club']);
  assert.equal((await owner.run('token create', { group: 'club' })).status, 200);
  const accounts: { id: string; groups: string[] }[] = await operator.done('account list');
  assert.deepEqual(accounts.find(({ id }) => id === operator.accountId)?.groups, []);
});

test('the factor of an account multiplies the prices of all of its tokens at once, also after a change', async () => {
  const { account, owner } = await newCustomer('Cheap customer', { factor: '0.5' });
  const { key } = await owner.done('token create', { group: 'video' });
  const full = await quote(kinora.videoKey);
  assert.equal(Number(await quote(key)) * 2, Number(full));
  const { body } = await call(`${kinora.url}/v1/videos`, { key, json: clip });
  assert.equal(Number(body.usage.amount) * 2, Number(full));
  await operator.done('account change', { account: account.id, factor: '2' });
  await until(
    () => quote(key),
    amount => Number(amount) === 2 * Number(full),
  );
});

test('a group that does not exist, and a factor that is none, change nothing', async () => {
  const { account } = await newCustomer('Steady customer', { factor: '0.7' });
  for (const [wrong, expected] of [
    [{ groups: ['nope'] }, /there is no group/],
    [{ factor: '-1' }, /factor/],
    [{ factor: 'half' }, /factor/],
  ] as const) {
    const { status, body } = await operator.run('account change', { account: account.id, ...wrong });
    assert.deepEqual([status, expected.test(JSON.stringify(body))], [400, true], JSON.stringify(body));
  }
  const accounts: { id: string; factor: string }[] = await operator.done('account list');
  assert.equal(Number(accounts.find(({ id }) => id === account.id)?.factor), 0.7);
});

test('lists of models show what the caller would pay: a customer, a visitor, and the operator who sets the prices', async () => {
  await operator.done('group change', { group: 'video', open: false });
  await operator.done('group change', { group: 'club', new_accounts: false });
  await operator.done('group create', {
    group: 'retail',
    kind: 'video',
    models: smallClip.model,
    factor: '1.5',
    open: false,
    new_accounts: true,
  });
  const { owner } = await newCustomer('Retail customer', { factor: '2' });
  const readPrice = async (caller: ConsoleClient) => {
    const model = (await caller.run('model show', { model: smallClip.model })).body;
    return [Number(model.from), Number(model.rules[0].unit_price)];
  };
  const [from = 0, rule = 0] = await readPrice(operator);
  const times = (factor: number) => [from * factor, rule * factor].map(price => Number(price.toFixed(6)));
  assert.deepEqual(await readPrice(consoleClient(kinora)), times(1.5), 'a visitor, as a new account');
  assert.deepEqual(await readPrice(owner), times(3), 'times the factor of the account');
  const comparisons = (await owner.run('model compare', { seconds: 2, resolution: smallClip.resolution }))
    .body.data;
  const { total } = comparisons.find(({ model }: { model: string }) => model === smallClip.model);
  const { key } = await owner.done('token create', { group: 'retail' });
  const quoted = await call(`${kinora.url}/v1/videos/quote`, {
    key,
    json: { ...clip, seconds: 2 },
  });
  assert.equal(total, quoted.body.amount, 'and that is what is charged');
  const { body } = await call(`${kinora.url}/v1/models/${smallClip.model}`, { key });
  assert.equal(Number(body.price.rules[0].unit_price), times(3)[1], 'a key sees its prices');
});

test('customers see prices, and no factor in any list', async () => {
  const { account, owner } = await newCustomer('Customer of prices', { factor: '0.9', groups: ['retail'] });
  await operator.done('account change', { account: account.id, factor: '1.1', max_open: 5 });
  await owner.done('token create', { group: 'retail' });
  for (const name of ['token list', 'group list', 'audit list', 'model list', 'account balance']) {
    const { status, body } = await owner.run(name);
    assert.deepEqual([status, JSON.stringify(body).includes('"factor"')], [200, false], name);
  }
  const { body: changes } = await owner.run('audit list', { action: 'account change' });
  assert.deepEqual(
    changes.data.map(({ after }: { after: { max_open: number } }) => after.max_open),
    [5],
    'what else changed is told',
  );
  const { body: all } = await operator.run('audit list', { account: account.id, action: 'account change' });
  assert.equal(Number(all.data[0].after.factor), 1.1);
});

test('who spends much in a month pays less from then on, and what was submitted before keeps its price', async () => {
  const { account, owner } = await newCustomer('Large customer', { balance: '100' });
  const { key } = await owner.done('token create', { group: 'retail' });
  const full = Number(await quote(key));
  await operator.done('volume set', { steps: `${full}=10, ${full * 3}=50` });
  assert.equal(Number(await quote(key)), full, 'nothing was spent');
  for (const wrong of ['1=0', '1=101', '1=5,1=6', '1=10,2=5', 'much', '1=0.00001']) {
    const { status, body } = await operator.run('volume set', { steps: wrong });
    assert.deepEqual([status, body.error.param], [400, 'steps'], wrong);
  }
  assert.equal((await owner.run('volume set', { steps: '1=99' })).status, 403);
  const buy = async () => {
    const video = (await call(`${kinora.url}/v1/videos`, { key, json: clip })).body;
    const end = () => call(`${kinora.url}/v1/videos/${video.id}`, { key });
    await until(end, ({ body }) => body.status === 'completed');
    return Number(video.usage.amount);
  };
  assert.equal(await buy(), full);
  const readCurrentQuote = async () => {
    await applyVolumeDiscounts(kinora.app.db);
    return Number(await quote(key));
  };
  await until(readCurrentQuote, amount => amount < full);
  const reducedAmount = Number((full * 0.9).toFixed(6));
  assert.equal(await buy(), reducedAmount, 'ten percent off, and the quote is the charge');
  const volume = await owner.done('volume show', { account: account.id });
  assert.deepEqual([volume.percent, Number(volume.spent)], ['10', Number((full + reducedAmount).toFixed(6))]);

  await operator.done('volume set', { steps: `${full}=20`, account: account.id });
  await until(
    () => quote(key),
    amount => Number(amount) === Number((full * 0.8).toFixed(6)),
  );
  await operator.done('volume set', { steps: 'none', account: account.id });
  await until(
    () => quote(key),
    amount => Number(amount) === reducedAmount,
  );
  const { rows } = await kinora.app.db.pool.query(
    `select amount_micros from tasks where account_id = $1 order by ordered_at limit 1`,
    [account.id],
  );
  assert.equal(Number(rows[0].amount_micros), Math.round(full * 1e6), 'never in retrospect');

  await kinora.app.db.pool.query(`update tokens set day = day - 40 where account_id = $1`, [account.id]);
  await kinora.app.db.pool.query('update volume_progress set month = month - 40');
  await until(readCurrentQuote, amount => amount === full);
  await operator.done('volume set', { steps: 'none' });
});

test('discounts of all accounts are set without waiting until each account has them', async () => {
  const { db } = kinora.app;
  const { account, owner } = await newCustomer('Waited for', { balance: '1' });
  const { key } = await owner.done('token create', { group: 'retail' });
  const full = Number(await quote(key));
  await db.pool.query(
    `update tokens set month_micros = 9000000, day = (now() at time zone day_zone())::date where account_id = $1`,
    [account.id],
  );
  // Nothing can be written to the account meanwhile.
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query('select from accounts where id = $1 for update', [account.id]);
  const { status } = await operator.run('volume set', { steps: '8=50' });
  await other.query('rollback');
  other.release();
  assert.equal(status, 200);
  const readCurrentQuote = async () => {
    await applyVolumeDiscounts(db);
    return Number(await quote(key));
  };
  await until(readCurrentQuote, amount => amount === full / 2);
  await operator.done('volume set', { steps: 'none' });
});
