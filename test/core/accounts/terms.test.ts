/** Prices that a customer cannot walk around: closed groups, the groups of new accounts, and the factor of an account. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
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

  const given = await operator.done('account change', { account: account.id, groups: ['video'] });
  assert.deepEqual(given.groups, ['video']);
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
