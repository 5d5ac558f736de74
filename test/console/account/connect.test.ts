/**
 * The page that connects clients: settings with this server's address, a model and a key, which is copied
 * but neither shown nor stored.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { clientGuides } from '@kinora/shared/clients/client-guides';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { inDepth } from '../../support/depth.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let operator: ConsoleUser;
let member: ConsoleUser;

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
  member = await signedIn(kinora, 'member');
});

test('the settings of a client have the address, the model and the key, which stays on the page', async () => {
  const { page } = await openConsole({ kinora, user: member, path: '/connect' });
  const settings = page.getByRole('region', { name: '.env' });
  const origin = kinora.url.replace('127.0.0.1', 'localhost');
  await settings.getByText(`${origin}/v1`).first().waitFor();
  assert.match(await settings.innerText(), /OPENAI_API_KEY=kn_…/);
  await page.getByLabel('Key').fill('kn_of-a-reader');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('figure').filter({ has: settings }).getByRole('button', { name: 'Copy' }).click();
  const clipboard = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(clipboard, /OPENAI_API_KEY=kn_of-a-reader\n/);
  assert.match(clipboard, /IMAGE_GENERATION_MODEL=sketch\n/);
  const visible = await settings.innerText();
  assert.ok(visible.includes('kn_of-…') && !visible.includes('kn_of-a-reader'), visible);
  const storage = await page.evaluate(() => JSON.stringify([location.href, localStorage, sessionStorage]));
  assert.ok(!storage.includes('a-reader'), storage);
});

test('every client has settings, in both languages', async () => {
  for (const language of ['en', 'zh'] as const) {
    const { page } = await openConsole({ kinora, user: member, path: '/connect', language });
    for (const { name, blocks } of clientGuides) {
      await page.getByRole('button', { name, exact: true }).click();
      const settings = page.getByRole('region', { name, exact: true });
      await settings.waitFor();
      const count = blocks({ server: '', key: '', model: '' }).length;
      assert.equal(await settings.locator('pre').count(), count, name);
    }
  }
});

test('a client with a built-in name says that it needs an alias, and leads an operator to it', async () => {
  const { page } = await openConsole({ kinora, user: member, path: '/connect?client=nextchat' });
  await page
    .getByText('It asks for dall-e-3, so it needs an alias of that name. Ask the operator to set it.')
    .waitFor();
  const consolePage = await openConsole({ kinora, user: operator, path: '/connect?client=nextchat' });
  await consolePage.page.getByRole('link', { name: 'Set alias' }).click();
  await consolePage.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await consolePage.page.getByRole('list', { name: 'Aliases of models' }).getByText('dall-e-3').waitFor();
  await consolePage.visit('/connect?client=nextchat');
  await consolePage.page.getByText('It asks for dall-e-3, which means Sketch here.').waitFor();
});

for (const language of inDepth<readonly ('en' | 'zh')[]>({ quick: ['en'], full: ['en', 'zh'] }))
  test(`the settings of every client fit on phones and tablets, ${language}`, async () => {
    const consolePage = await openConsole({
      kinora,
      user: member,
      path: '/connect',
      language,
      viewport: phone,
    });
    const faultsByPage: Record<string, string[]> = {};
    for (const { id } of clientGuides) {
      await consolePage.visit(`/connect?client=${id}`);
      for (const width of [390, 1024]) {
        await consolePage.page.setViewportSize({ width, height: 900 });
        await waitUntilSettled(consolePage.page);
        const faults = await layoutFaults(consolePage.page);
        if (faults.length > 0) faultsByPage[`${id}, ${width} px`] = faults;
      }
    }
    assert.deepEqual(faultsByPage, {});
  });
