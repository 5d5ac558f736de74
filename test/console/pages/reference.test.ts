/** The API reference: finding, reading and trying every operation of the document. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { openConsole } from '../../support/browser/console-page.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

testInFull('every operation of the document has a page without errors', async () => {
  const { body } = await call(`${kinora.url}/openapi.json`);
  const ids: string[] = Object.values(body.paths as object).flatMap(methods =>
    Object.values(methods as object).map(({ operationId }) => operationId),
  );
  assert.ok(ids.length > 100);
  const { page, visit } = await openConsole({ kinora, role: 'member', path: '/reference' });
  await page.getByRole('navigation', { name: 'Operations' }).waitFor();
  for (const id of ids) {
    await page.evaluate(op => {
      history.pushState(null, '', `/console/reference?op=${op}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, id);
    await page.waitForSelector(`article[data-operation="${id}"]`);
  }
  await visit('/reference?op=get_nothing');
  await page.getByRole('heading', { name: 'Operation not found.' }).waitFor();
});

test('signed-out people read the reference where models are public, and sign in to send', async () => {
  const { page, visit } = await openConsole({ kinora, path: '/reference?op=post_v1_videos' });
  await page.getByRole('heading', { name: 'Create a clip' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 0);
  await page.getByRole('link', { name: 'Sign in to send this request from here.' }).click();
  await page.waitForURL(url => url.searchParams.get('next') === '/reference?op=post_v1_videos');
  await visit('/tokens');
  await page.waitForURL('**/sign-in?next=*');

  const closed = await startTestApp({ settings: { KINORA_PUBLIC_MODELS: 'false' } });
  const signedOutConsole = await openConsole({ kinora: closed, path: '/reference' });
  await signedOutConsole.page.waitForURL('**/sign-in?next=*');
});

test('a search finds an operation, and its page explains the errors', async () => {
  const { page } = await openConsole({ kinora, role: 'member', path: '/reference' });
  await page.getByRole('searchbox').fill('redeliver webhooks');
  await page.getByRole('link', { name: /hook.*redeliver/ }).click();
  await page.getByRole('heading', { name: 'Redeliver a webhook' }).waitFor();
  await page.waitForURL(url => url.searchParams.get('q') === 'redeliver webhooks');
  await page.getByText('Unauthorized').click();
  await page.getByText('The API key has been revoked. Create a new token.').waitFor();
});

test('a read operation is sent immediately, as the signed-in user', async () => {
  const path = '/reference?op=get_api_account_balance';
  const { page } = await openConsole({ kinora, role: 'member', path });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('"available": "1000.00"').waitFor();
});

test('a paid operation is sent only after its price is confirmed, and the sample code contains no key', async () => {
  const path = '/reference?op=post_v1_videos';
  const { page, user } = await openConsole({ kinora, role: 'owner', path });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('is charged when it succeeds').waitFor();
  await page.getByText('$0.20').waitFor();
  assert.deepEqual((await user.run('task list')).body.data, []);
  assert.match(await page.locator('pre').first().innerText(), /Bearer <your key>/);
  await page.getByRole('button', { name: 'Confirm send' }).click();
  // A worker may have started the task before its record was read.
  await page.getByText(/"status": "(queued|in_progress)"/).waitFor();
  await until(
    async () => (await user.run('task list')).body.data.length,
    length => length === 1,
  );
});

test('a body that is not JSON is not sent', async () => {
  const path = '/reference?op=post_v1_videos_quote';
  const { page } = await openConsole({ kinora, role: 'owner', path });
  await page.getByLabel('Body (JSON)').fill('{prompt}');
  await page.getByText('Invalid JSON').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
  await page.getByText('Fix it, then send the request.').waitFor();
});
