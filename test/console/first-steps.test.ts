/** The first run: from the setup link to a first picture, step by step. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, until, type TestApp } from '../support/app.ts';
import { password, signedIn } from '../support/console-client.ts';
import { openConsole } from '../support/console-page.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

test('who has set up a Kinora is led to limits for its first tokens and to a first picture', async () => {
  const path = `/join${new URL(String(kinora.app.setUpLink)).hash}`;
  const { page, visit } = await openConsole({ kinora, path });
  for (const [name, value] of Object.entries({ name: 'Mira', email: 'mira@example.com', password }))
    await page.fill(`input[name=${name}]`, value);
  await page.click('button[type=submit]');
  await page.getByRole('heading', { name: 'Welcome, Mira' }).waitFor();
  await page.getByRole('link', { name: 'First steps' }).waitFor();

  await page.getByRole('button', { name: 'Engine' }).click();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('status').filter({ hasText: 'The test created' }).waitFor();

  await page.getByRole('button', { name: 'Tokens' }).click();
  await page.fill('input[name=cap_day]', '2');
  await page.getByText(/Tokens without a spending cap: first image token, first video token/).waitFor();
  await page.getByRole('button', { name: 'Set limits' }).click();
  await page.getByText('Limits set.').waitFor();
  const { rows } = await kinora.app.db.pool.query('select cap_day_micros from tokens');
  assert.deepEqual(
    rows.map(({ cap_day_micros: cap }) => String(cap)),
    ['2000000', '2000000'],
  );

  await page.getByRole('button', { name: 'Next' }).click();
  await page
    .getByRole('button', { name: /Generate/ })
    .filter({ hasText: '$0.04' })
    .click();
  await page.waitForSelector('img[alt^="Image 1 of 4"]');
  await page.getByText('Setup complete.').waitFor();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.waitForURL(/\/console\/image\?view=[^&]+\.1/);
  await page.getByRole('link', { name: 'First steps' }).waitFor({ state: 'detached' });

  await visit('/welcome');
  await page.getByText('Setup complete.').waitFor();
});

test('steps that were taken elsewhere are taken, and all of them can be left', async () => {
  const user = await signedIn(kinora, 'member');
  await user.run('token create', { group: 'image', name: 'made before' });
  const { page } = await openConsole({ kinora, user, path: '/welcome' });
  await page.getByText('You have one: “made before”').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Engine' }).count(), 0, 'that is for operators');
  await until(
    () => page.getByRole('button', { name: 'First image' }).count(),
    count => count === 1,
  );
  await page.fill('input[name=cap_day]', '2');
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await page.getByText('Video key (shown only once)').waitFor();
  const made = (await user.run('token list')).body.data.find(
    ({ kind }: { kind: string }) => kind === 'video',
  );
  assert.deepEqual([made.cap_day, made.expires !== null], ['2.00', true]);
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.waitForURL('**/console/image');
});
