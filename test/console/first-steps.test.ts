/** The first run: from the set-up link to a first picture, step by step. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, until, type TestApp } from '../support/app.ts';
import { password, signedIn } from '../support/console-client.ts';
import { openConsole } from '../support/console-page.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

test('who has set up a Kinora is led to tokens that work and to a first picture', async () => {
  const path = `/join${new URL(String(kinora.app.setUpLink)).hash}`;
  const { page, visit } = await openConsole({ kinora, path });
  for (const [name, value] of Object.entries({ name: 'Mira', email: 'mira@example.com', password }))
    await page.fill(`input[name=${name}]`, value);
  await page.click('button[type=submit]');
  await page.getByRole('heading', { name: 'Welcome, Mira' }).waitFor();
  await page.getByRole('link', { name: 'First steps' }).waitFor();

  await page.getByRole('button', { name: 'Engine' }).click();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('status').filter({ hasText: 'made' }).waitFor();

  await page.getByRole('button', { name: 'Tokens' }).click();
  await page.fill('input[name=cap_day]', '2');
  await page.getByRole('button', { name: 'Make the tokens' }).click();
  await page.getByText('Key for images, shown this once').waitFor();
  const [imageKey = '', videoKey = ''] = await page.locator('code.select-all').allInnerTexts();
  assert.equal((await call(`${kinora.url}/mj/task/list`, { key: imageKey })).status, 200);
  assert.equal((await call(`${kinora.url}/v1/videos`, { key: videoKey })).status, 200);
  const { rows } = await kinora.app.db.pool.query(
    'select cap_day_micros, expires_at from tokens where user_id is not null',
  );
  assert.deepEqual(
    rows.map(({ cap_day_micros: cap, expires_at: expires }) => [String(cap), expires !== null]),
    [
      ['2000000', true],
      ['2000000', true],
    ],
  );

  await page.getByRole('button', { name: 'Go on' }).click();
  await page
    .getByRole('button', { name: /Make it/ })
    .filter({ hasText: '$0.04' })
    .click();
  await page.waitForSelector('img[alt^="Picture 1 of 4"]');
  await page.getByText('All is ready.').waitFor();
  await page.getByRole('link', { name: 'First steps' }).waitFor({ state: 'detached' });

  await visit('/welcome');
  await page.getByText('All is ready.').waitFor();
});

test('steps that were taken elsewhere are taken, and all of them can be left', async () => {
  const user = await signedIn(kinora, 'member');
  await user.run('token create', { group: 'image', name: 'made before' });
  const { page } = await openConsole({ kinora, user, path: '/welcome' });
  await page.getByText('You have one: made before').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Engine' }).count(), 0, 'that is for operators');
  await until(
    () => page.getByRole('button', { name: 'First picture' }).count(),
    count => count === 1,
  );
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.waitForURL('**/console/image');
});
