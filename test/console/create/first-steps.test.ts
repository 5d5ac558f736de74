/** The first run: from the setup link to the first image, step by step. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { password, signedIn } from '../../support/clients/console-client.ts';
import { openConsole } from '../../support/browser/console-page.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

test('after setup, the operator is guided to limits for the first tokens and to a first image', async () => {
  const path = `/join${new URL(String(kinora.app.setupLink)).hash}`;
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

test('the engine step names the engines that are available, and calls none of them built in', async () => {
  const user = await signedIn(kinora, 'operator');
  await user.done('engine add', { engine: 'gpu-1', kind: 'comfyui', url: 'http://127.0.0.1:1' });
  const readState = async () =>
    (await user.done('engine list')).find(({ name }: { name: string }) => name === 'gpu-1').state;
  await until(readState, state => state === 'healthy');
  const { page } = await openConsole({ kinora, user, path: '/welcome' });
  await page.getByText('Available engines: gpu-1, sketch.').waitFor();
});

test('steps that were completed elsewhere are shown as done, and all steps can be skipped', async () => {
  const user = await signedIn(kinora, 'member');
  await user.run('token create', { group: 'image', name: 'made before' });
  const { page } = await openConsole({ kinora, user, path: '/welcome' });
  await page.getByText('You have one: “made before”').waitFor();
  assert.equal(
    await page.getByRole('heading', { name: 'Engine' }).count(),
    0,
    'only operators see this step',
  );
  await until(
    () => page.getByRole('button', { name: 'First image' }).count(),
    count => count === 1,
  );
  await page.fill('input[name=cap_day]', '2');
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await page.getByText('Video key (shown only once)').waitFor();
  const token = (await user.run('token list')).body.data.find(
    ({ kind }: { kind: string }) => kind === 'video',
  );
  assert.deepEqual([token.cap_day, token.expires !== null], ['2.00', true]);
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.waitForURL('**/console/image');
});
