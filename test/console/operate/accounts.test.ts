/** The accounts page of a server with many accounts. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openConsole } from '../../support/browser/console-page.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
  await kinora.app.db.pool.query(
    `insert into accounts (id, name) select gen_random_uuid(), 'Crowd ' || n from generate_series(1, 150) n`,
  );
});

test('accounts have pages, and one of many is found by its name and opened', async () => {
  const { page } = await openConsole({ kinora, role: 'operator', path: '/accounts' });
  const rows = page.locator('tbody tr').filter({ hasText: 'Crowd' });
  await rows.first().waitFor();
  const before = await rows.count();
  assert.ok(before <= 100, `${before} rows`);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 150);
  assert.equal(await rows.count(), 150);
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('crowd 77');
  await page.waitForFunction(() => document.body.innerText.includes('Crowd 77'));
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Crowd 77' }).click();
  await page.getByRole('complementary', { name: 'Crowd 77' }).waitFor();
});
