/** How the Console behaves when something changes around it: tokens, the server, the size of its content. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { imageEnd, imagine, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole, type ConsoleUser } from '../../support/browser/console-page.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let owner: ConsoleUser;

before(async () => {
  kinora = await startScriptedApp();
  owner = await signedIn(kinora, 'owner');
});

async function makeImage(prompt: string, imageKey = kinora.imageKey): Promise<string> {
  const kinoraWithKey = { ...kinora, imageKey };
  const id = await imagine(kinoraWithKey, prompt);
  await imageEnd(kinoraWithKey, id);
  return id;
}

const large = (page: Page) => page.getByRole('dialog', { name: 'Image', exact: true });
const readPicks = (page: Page) => new URL(page.url()).searchParams.get('picks');

test('an action on an image whose token was revoked uses another token of its group, or the selected one', async () => {
  const { body: old } = await owner.run('token create', { group: 'image', name: 'Old script' });
  const id = await makeImage('a cat of old --v 1', old.key);
  await owner.run('token revoke', { token: old.id });
  const { body: token } = await owner.run('token create', { group: 'image', name: 'Second choice' });
  const { page, visit } = await openConsole({ kinora, user: owner, path: `/gallery?view=${id}.1` });
  await large(page).getByText('Token “Old script” is no longer active.').waitFor();
  const findChild = async (button: string, label: string) => {
    await large(page).getByRole('button', { name: button }).first().click();
    const { body } = await until(
      () => owner.run('task show', { task: id }),
      ({ body: task }) => task.lineage.children.some((child: any) => child.button === label),
    );
    return body.lineage.children.find((child: any) => child.button === label);
  };
  const first = await findChild('Vary image 1', 'V1');
  assert.equal(first.group, 'image');
  assert.notEqual(first.token.id, old.id);
  await visit(`/gallery?view=${id}.2`);
  await large(page).getByRole('combobox', { name: 'Actions use' }).selectOption(token.id);
  assert.equal((await findChild('Vary image 2', 'V2')).token.id, token.id);
});

testInFull(
  'images selected for comparison in the large view stay selected after it closes, also with Back',
  async () => {
    const id = await makeImage('a cat to compare --v 1');
    const { page } = await openConsole({ kinora, user: owner, path: '/gallery' });
    const open = async (n: number) => {
      await page.locator(`[data-key="${id}.${n}"]`).click();
      await large(page)
        .getByRole('button', { name: `Compare image ${n}` })
        .click();
    };
    await open(1);
    await page.keyboard.press('Escape');
    await large(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
    await open(2);
    await page.waitForURL(url => url.href.includes(`${id}.2`) && readPicks(page)?.includes(',') === true);
    await page.goBack();
    await large(page).waitFor({ state: 'detached' });
    await page.waitForURL(() => readPicks(page) === `${id}.1,${id}.2`);
    await page.getByRole('button', { name: 'Compare 2' }).click();
    await page.getByRole('dialog', { name: 'Compare' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare 2' }).waitFor();
  },
);

testInFull('a popover whose list loads late stays inside the window', async () => {
  await makeImage('a cat to collect --v 1');
  for (let index = 0; index < 12; index++) await owner.run('collection create', { name: `Set ${index}` });
  const { page } = await openConsole({ kinora, user: owner, path: '/image' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/collection.list*', async route => {
    await promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Add to collection' }).first();
  const at = await button.boundingBox();
  // Room for a popover without its list, but not for one with it.
  const height = Math.round((at?.y ?? 0) + 250);
  await page.setViewportSize({ width: 1440, height });
  await button.click();
  const popover = page.getByRole('dialog', { name: 'Collections' });
  await popover.getByRole('textbox').waitFor();
  resolve();
  await popover.getByRole('button', { name: 'Set 11' }).waitFor();
  const box = await until(
    () => popover.boundingBox(),
    bounds => bounds !== null && bounds.y >= 0 && bounds.y + bounds.height <= height,
  );
  assert.ok(box);
});

test('the list of tokens is updated when tokens are created, spent and revoked elsewhere', async () => {
  const { page } = await openConsole({ kinora, user: owner, path: '/tokens' });
  await page.getByRole('row').nth(1).waitFor();
  const { body } = await owner.run('token create', { group: 'image', name: 'Made elsewhere' });
  const row = page.getByRole('row').filter({ hasText: 'Made elsewhere' });
  await row.waitFor();
  const before = await row.innerText();
  await makeImage('a cat that costs --v 1', body.key);
  await until(
    () => row.innerText(),
    text => text !== before,
  );
  await owner.run('token revoke', { token: body.id });
  await until(
    () =>
      page
        .getByRole('row')
        .filter({ hasText: 'Made elsewhere' })
        .innerText({ timeout: 500 })
        .catch(() => 'gone'),
    text => /gone|Revoked/i.test(text),
  );
});

test('a held Enter presses a button once', async () => {
  const { page } = await openConsole({ kinora, user: owner, path: '/tokens' });
  const button = await page.evaluateHandle(() => {
    const element = document.body.appendChild(document.createElement('button'));
    element.addEventListener('click', () => (element.value += 'x'));
    element.focus();
    return element;
  });
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(await button.evaluate(element => element.value), 'x');
});

test('a page that failed to load its data shows its content as soon as the server responds again', async () => {
  const { page: first } = await openConsole({ kinora, user: owner, path: '/gallery' });
  // The console errors about the absent server are expected.
  const page = await first.context().newPage();
  await page.goto(first.url());
  await page.locator('[data-key]').first().waitFor();
  const unreachableUrls = /\/(api\/(webhook|account)|livez|console\/assets\/profile)/;
  await page.route(unreachableUrls, route => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('The server does not respond.').first().waitFor();
  await page.unroute(unreachableUrls);
  await page.getByText('The server does not respond.').first().waitFor({ state: 'detached' });
});

testInFull('a page whose scripts failed to load is loaded when the server responds again', async () => {
  const { page: first } = await openConsole({ kinora, user: owner, path: '/gallery' });
  const page = await first.context().newPage();
  const unreachableUrls = /\/(livez|console\/assets\/tokens-page)/;
  await page.route(unreachableUrls, route => route.abort());
  await page.goto(first.url().replace('/gallery', '/tokens'));
  await page.getByText('This page could not be loaded.').waitFor();
  await page.unroute(unreachableUrls);
  await page.getByRole('heading', { name: 'Tokens' }).waitFor();
});

testInFull(
  "the page's scrollbar overlaps no dialog and shifts no content, and tab bars have no scrollbar",
  async () => {
    const { page, visit } = await openConsole({
      kinora,
      user: owner,
      path: '/tasks',
      hasScrollbars: true,
      viewport: { width: 1280, height: 400 },
    });
    await page.getByRole('row').nth(1).waitFor();
    const widths = () =>
      page.evaluate(() => ({
        bar: innerWidth - document.documentElement.clientWidth,
        main: document.querySelector('main')?.getBoundingClientRect().right,
      }));
    const become = (expected: object) => until(widths, actual => isDeepStrictEqual(actual, expected));
    // The rows that make it longer than the window may arrive one by one.
    const before = await until(widths, ({ bar }) => bar > 0);
    const tabs = await page
      .getByRole('navigation', { name: 'Views' })
      .evaluate(({ offsetHeight, clientHeight }: any) => offsetHeight - clientHeight);
    assert.equal(tabs, 0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await become({ ...before, bar: 0 });
    await page.keyboard.press('Escape');
    await become(before);
    await visit('/gallery');
    await page.locator('[data-key]').first().click();
    await until(widths, ({ bar }) => bar === 0);
    assert.equal((await large(page).boundingBox())?.width, 1280);
  },
);
