/**
 * The page that connects clients: settings with this server's address, a model and a key, which is copied
 * but neither shown nor stored.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { clientGuides } from '@kinora/shared/clients/client-guides';
import { openConsole, phone, settled, type ConsoleUser } from '../../support/browser/console-page.ts';
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
  const shown = page.getByRole('region', { name: '.env' });
  const origin = kinora.url.replace('127.0.0.1', 'localhost');
  await shown.getByText(`${origin}/v1`).first().waitFor();
  assert.match(await shown.innerText(), /OPENAI_API_KEY=kn_…/);
  await page.getByLabel('Key').fill('kn_of-a-reader');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('figure').filter({ has: shown }).getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /OPENAI_API_KEY=kn_of-a-reader\n/);
  assert.match(copied, /IMAGE_GENERATION_MODEL=sketch\n/);
  const visible = await shown.innerText();
  assert.ok(visible.includes('kn_of-…') && !visible.includes('kn_of-a-reader'), visible);
  const kept = await page.evaluate(() => JSON.stringify([location.href, localStorage, sessionStorage]));
  assert.ok(!kept.includes('a-reader'), kept);
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
  const opened = await openConsole({ kinora, user: operator, path: '/connect?client=nextchat' });
  await opened.page.getByRole('link', { name: 'Set alias' }).click();
  await opened.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await opened.page.getByRole('list', { name: 'Aliases of models' }).getByText('dall-e-3').waitFor();
  await opened.visit('/connect?client=nextchat');
  await opened.page.getByText('It asks for dall-e-3, which means Sketch here.').waitFor();
});

for (const language of inDepth<readonly ('en' | 'zh')[]>({ quick: ['en'], full: ['en', 'zh'] }))
  test(`the settings of every client fit on phones and tablets, ${language}`, async () => {
    const opened = await openConsole({ kinora, user: member, path: '/connect', language, viewport: phone });
    const found: Record<string, string[]> = {};
    for (const { id } of clientGuides) {
      await opened.visit(`/connect?client=${id}`);
      for (const width of [390, 1024]) {
        await opened.page.setViewportSize({ width, height: 900 });
        await settled(opened.page);
        const faults = await layoutFaults(opened.page);
        if (faults.length > 0) found[`${id}, ${width} px`] = faults;
      }
    }
    assert.deepEqual(found, {});
  });
