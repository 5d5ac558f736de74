/** Money and users in the Console, in a real browser: tokens, webhooks, usage, ledger, users. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { password, signedIn } from '../../support/clients/console-client.ts';
import { consoleAddress, openConsole } from '../../support/browser/console-page.ts';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1', KINORA_TIME_ZONE: 'Asia/Shanghai' },
  });
});

const imagine = (key: string, prompt: string) =>
  call(`${kinora.url}/mj/submit/imagine`, { key, json: { prompt } });
const waitForSuccess = (key: string, id: string) =>
  until(
    async () => (await call(`${kinora.url}/mj/task/${id}/fetch`, { key })).body,
    ({ status }) => status === 'SUCCESS',
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a token as for a friend, with group, name and amount. Returns its key. */
async function makeToken(page: Page, name: string, group: 'image' | 'video' = 'image'): Promise<string> {
  await page.locator(`label:has(input[value=${group}])`).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await button(page, 'Up to $1.00').click();
  await page.getByText('The token can spend up to $1.00.').waitFor();
  await button(page, 'Create token').click();
  return page.locator('code', { hasText: /^kn_/ }).first().innerText();
}

test('one form creates an image and a video token, account-wide if an owner chooses so', async () => {
  const { page, user } = await openConsole({ kinora, role: 'owner', path: '/tokens?make=1' });
  await page.locator('label:has(input[value=image])').click();
  await page.getByText('Create a token for images and one for video').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Studio');
  await page.getByText('no other restrictions').click();
  await page.getByLabel('Visible tasks').selectOption('account');
  await page.getByText(/^Each token can spend up to \$/).waitFor();
  await button(page, 'Create both tokens').click();
  const keys = page.locator('code', { hasText: /^kn_\w{32}$/ });
  await page.getByRole('heading', { name: 'Video', exact: true }).waitFor();
  assert.equal(new Set(await keys.allInnerTexts()).size, 2);
  await button(page, 'Done').click();
  await page.getByText('Not copied yet').waitFor();
  const tokens = (await user.done('token list')).filter(({ name }: { name: string }) => name === 'Studio');
  assert.deepEqual(
    tokens.map(({ group, scope }: any) => [group, scope]),
    [
      ['image', 'account'],
      ['video', 'account'],
    ],
  );
});

test('a token created on the page works immediately, until it reaches its cap or is revoked', async () => {
  const { page, user } = await openConsole({ kinora, role: 'member', path: '/tokens' });
  const key = await makeToken(page, 'A friend', 'video');
  const request = await page.getByRole('region', { name: 'curl' }).innerText();
  assert.ok(request.includes(key) && request.includes(consoleAddress(kinora)), request);

  await button(page, 'Done').click();
  await page.getByText('Not copied yet').waitFor();
  await button(page, 'Stay').click();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('Not copied yet').waitFor();
  await button(page, 'Leave anyway').click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();

  const [token] = (await user.run('token list')).body.data;
  assert.deepEqual([token.cap_total, token.group], ['1.00', 'video']);
  const clip = { model: 'sketch-short', prompt: 'a cat', resolution: '480p', aspect_ratio: '1:1' };
  const create = () => call(`${kinora.url}/v1/videos`, { key, json: clip });
  const clips: string[] = [];
  let answer = await create();
  for (; answer.status === 200; answer = await create()) clips.push(answer.body.id);
  assert.deepEqual([answer.status, answer.body.error?.code], [402, 'token_cap_reached']);
  assert.match(answer.body.error.message, /1\.00/);
  const [{ held: heldAmount, spent: spentAmount }] = (await user.run('token list')).body.data;
  assert.ok(
    Number(heldAmount) + Number(spentAmount) <= 1 && Number(heldAmount) + Number(spentAmount) > 0.5,
    `${heldAmount} ${spentAmount}`,
  );

  await page.goto(`${consoleAddress(kinora)}/console/tokens`);
  await page.getByText('of $1.00').waitFor();
  // The clips are not needed.
  for (const id of clips) await call(`${kinora.url}/v1/videos/${id}`, { key, method: 'DELETE' });
  await button(page, 'A friend').click();
  await button(page, 'Revoke').click();
  const revoke = page.locator('dialog').getByRole('button', { name: 'Revoke' });
  assert.equal(await revoke.isDisabled(), true, 'disabled until the name is entered');
  await page.getByLabel('Type A friend to confirm').fill('A friend');
  await revoke.click();
  await revoke.waitFor({ state: 'detached' });
  assert.equal((await create()).status, 401);
});

testInFull(
  'limits are changed in the panel, and after a rotation the old key works for a while',
  async () => {
    const { page, user } = await openConsole({ kinora, role: 'member', path: '/tokens' });
    const key = await makeToken(page, 'Bot');
    await page.getByText('is reachable only from this machine').waitFor();
    await button(page, 'Copy message').waitFor();
    await button(page, 'Done').click();
    await button(page, 'Copy and leave').click();
    await button(page, 'Bot').click();
    const inForce = button(page, 'Up to $1.00');
    await inForce.waitFor();
    assert.equal(await inForce.getAttribute('aria-pressed'), 'true');
    await page.getByLabel('Total').fill('');
    await page.getByLabel('Daily (Asia/Shanghai)').fill('0.02');
    await button(page, 'Save').click();
    await page.getByText('Saved').waitFor();
    const [token] = (await user.run('token list')).body.data;
    assert.deepEqual([token.cap_total, token.cap_day], [null, '0.02']);
    await button(page, 'Rotate key').click();
    await page.locator('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const next = await page.locator('dialog code').innerText();
    assert.match(next, /^kn_/);
    for (const one of [key, next]) assert.match((await imagine(one, 'a cat')).body.description, /0\.02/);
  },
);

test('usage and the ledger show the charge, and a statement adds up', async () => {
  const { body } = await imagine(kinora.imageKey, 'a charged fox');
  await waitForSuccess(kinora.imageKey, body.result);
  const { page, visit } = await openConsole({ kinora, role: 'owner', path: '/usage?by=model' });
  const model = page.getByRole('button', { name: 'sketch', exact: true });
  const row = page.getByRole('row').filter({ has: model });
  assert.match(await row.innerText(), /\$0\.\d\d/);
  await model.click();
  await page.waitForURL(/model=sketch/);
  await page.getByRole('button', { name: 'Remove filter sketch' }).waitFor();
  const csv = await page.getByRole('link', { name: 'Export this view CSV' }).getAttribute('href');
  assert.match(String(csv), /model=sketch.*format=csv/);

  await visit('/ledger');
  const chargeRow = page
    .getByRole('row', { name: /Charged/ })
    .filter({ hasText: 'a charged fox' })
    .first();
  assert.match(await chargeRow.innerText(), /-\$0\.04/);
  await chargeRow.getByRole('button').click();
  await page.getByText('Reserved for a task in progress').waitFor();
  const statement = page.getByRole('table', { name: 'Statement' });
  assert.match(await statement.innerText(), /Spent[\s\S]*-\$0\.\d\d/);
  const rows = await statement.getByRole('rowheader').allInnerTexts();
  assert.equal(new Set(rows).size, rows.length, `the name of each row is unique: ${rows.join(', ')}`);

  const operator = await signedIn(kinora, 'operator');
  const { code } = (await operator.run('code create', { amount: '12.50' })).body;
  await button(page, 'Redeem a code').click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await button(page, 'Redeem').click();
  await page.getByText('Added $12.50.').waitFor();
});

test('end users of a client are on the pages of usage and tasks', async () => {
  const shopper = 'shopper-7, North';
  const generate = (user?: string) =>
    call(`${kinora.url}/v1/images/generations`, {
      key: kinora.imageKey,
      json: { prompt: 'a fox of a shopper', model: 'sketch', size: '256x256', user },
    });
  for (const user of [shopper, undefined]) assert.equal((await generate(user)).status, 200);
  const { page, visit } = await openConsole({ kinora, role: 'owner', path: '/usage?by=end_user' });
  await page.getByRole('link', { name: `${shopper}: Tasks` }).click();
  await page.getByText('1 task', { exact: true }).waitFor();
  await button(page, `End user ${shopper}`).waitFor();
  const tasks = page.getByRole('table', { name: 'Tasks, newest first' });
  await tasks.getByText('a fox of a shopper').first().click();
  await page.getByRole('link', { name: shopper, exact: true }).click();
  await page.waitForURL(url => url.searchParams.get('end_user') === shopper);
  await visit('/usage?by=end_user');
  await button(page, shopper).click();
  await button(page, `Remove filter ${shopper}`).waitFor();
});

testInFull('the usage chart is drawn when the browser has an unknown language', async () => {
  const { page, visit } = await openConsole({ kinora, role: 'owner', path: '/profile' });
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' }),
  );
  await visit('/usage');
  await page.getByRole('img', { name: /The table below shows the same data/ }).waitFor();
});

testInFull('a row of usage links to its tasks, also for all accounts', async () => {
  const operator = await signedIn(kinora, 'operator');
  // Deleted tasks are counted, but not listed.
  const { total } = await operator.done('task facets', { account: operator.accountId });
  const { page } = await openConsole({ kinora, user: operator, path: '/usage?by=account&account=all' });
  await page.getByRole('link', { name: 'First account: Tasks' }).click();
  await page.waitForURL(/scope=all.*account=First/);
  await page.getByText(total === 1 ? '1 task' : `${total} tasks`, { exact: true }).waitFor();
});

test('a webhook shows its attempts and can be redelivered, and a test event shows its result', async () => {
  const receiver = await startHookReceiver();
  const { page } = await openConsole({ kinora, role: 'owner', path: '/webhooks' });
  await page.getByLabel('Receiver URL').fill(`${receiver.url}/try`);
  await button(page, 'Send').click();
  await page.getByText(/200 in/).waitFor();
  assert.equal(receiver.hooks[0]?.path, '/try');
  await button(page, 'Reveal secret').click();
  await page.getByText(/^whsec_/).waitFor();

  const notifyHook = `${receiver.url}/hook`;
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a told fox', notifyHook },
  });
  await until(
    async () =>
      receiver.hooks.filter(({ record }) => record.id === body.result && record.status === 'SUCCESS'),
    ({ length }) => length === 1,
  );
  await page.reload();
  await button(page, notifyHook).click();
  await button(page, 'Redeliver').click();
  await until(
    async () =>
      receiver.hooks.filter(({ record }) => record.id === body.result && record.status === 'SUCCESS'),
    ({ length }) => length === 2,
  );
});

testInFull('a webhook that was not sent shows the reason wherever its attempts are listed', async () => {
  const { page, user, visit } = await openConsole({ kinora, role: 'owner', path: '/webhooks' });
  const address = page.getByLabel('Receiver URL');
  await address.fill('http://localhost:9999/h');
  const sentence = (host: string) =>
    page.getByText(`${host} is not on the public internet. The operator can allow it with`);
  await kinora.app.db.pool.query("update hook_attempts set status = null, error = 'address_refused'");
  await page.route('**/api/webhook.test', route =>
    route.fulfill({ json: { status: null, error: 'address_refused', took_ms: 1 } }),
  );
  await button(page, 'Send').click();
  await page.getByText('Not sent: localhost is not on the public internet').waitFor();
  await page.unroute('**/api/webhook.test');
  await address.fill('http://10.0.0.1/h');
  await sentence('localhost').waitFor({ state: 'detached' });
  await button(page, 'Send').click();
  await page
    .getByRole('alert')
    .filter({ has: sentence('10.0.0.1') })
    .waitFor();
  await address.fill('http://10.0.0.2/h');
  await page.getByRole('alert').waitFor({ state: 'detached' });

  const [{ hook, task }] = (await user.run('webhook list')).body.data;
  await page.reload();
  await page.getByText('not sent').first().waitFor();
  await visit(`/webhooks?open=${hook}`);
  await sentence('127.0.0.1').first().waitFor();
  await visit(`/task/${task}`);
  await sentence('127.0.0.1').first().waitFor();
});

test('an invited user joins by the link, sees only their own data, and can be disabled', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/people' });
  await button(page, 'Invite user').click();
  await button(page, 'Create link').click();
  const link = await page.locator('dialog code').innerText();
  await button(page, 'Done').click();
  const secret = new URL(link).hash.slice(1);
  const json = { secret, email: 'guest@example.com', name: 'Guest', password };
  const joined = await call(`${kinora.url}/api/join`, { json });
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  const cookie = String(joined.headers.get('set-cookie')).split(';')[0];
  const lists = await call(`${kinora.url}/api/token.list`, { headers: { cookie: String(cookie) } });
  assert.deepEqual(lists.body.data, []);
  assert.equal(
    (await call(`${kinora.url}/api/ledger.list`, { headers: { cookie: String(cookie) } })).status,
    403,
  );

  await page.reload();
  await button(page, 'Guest').click();
  await button(page, 'Disable').click();
  await page.locator('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('cell', { name: 'Disabled' }).waitFor();
  assert.equal(
    (await call(`${kinora.url}/api/session`, { headers: { cookie: String(cookie) } })).status,
    401,
  );
});
