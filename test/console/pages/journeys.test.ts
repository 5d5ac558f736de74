/** Journeys across pages of the Console: with the keyboard only, in Chinese, on a phone. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { consoleAddress, openConsole, openTab, phone } from '../../support/browser/console-page.ts';
import { password, signedIn } from '../../support/clients/console-client.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
  // Before there is an operator, the sign-in page says where the setup link is.
  await signedIn(kinora, 'operator');
});

const small = 'a red fox --ar 1:1 --draft';
const longMs = 120_000;

/** The focused element, as a screen reader would name it. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
}

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < 120; count++) {
    await page.keyboard.press('Tab');
    if (name.test(await readFocus(page))) return;
  }
  throw new Error(`Tab never reaches ${name}; the focus is at "${await readFocus(page)}"`);
}

test('with the keyboard only, a user signs in, generates, upscales, views, finds the cost and signs out', async () => {
  const { email } = await signedIn(kinora, 'owner');
  const { page } = await openConsole({ kinora, path: '/image' });
  await page.waitForSelector('input[type=email]');
  await page.focus('input[type=email]');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main textarea');
  // `/` moves the focus to the prompt from anywhere.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.keyboard.type(small);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main button[aria-label^="Image 2 of 4"]', { timeout: longMs });
  // The focus moves from the prompt to the newest image.
  await page.keyboard.press('Escape');
  assert.match(await readFocus(page), /^Image 1 of 4/);
  await page.keyboard.press('2');
  assert.match(await readFocus(page), /^Image 2 of 4/);
  await page.keyboard.press('u');
  await page.waitForSelector('main button[aria-label^="Image 2 of 4, selected"]', { timeout: longMs });
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.match(await readFocus(page), /^Image 2 of 4/, 'the focus returns to where it was');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ledger');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/ledger/);
  await page.waitForSelector('main >> text=Charged');
  await tabTo(page, /^Account menu$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await tabTo(page, /^Sign out$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('input[type=password]');
});

test('the next user of a browser sees no text that the previous user typed', async () => {
  const [first, second] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'owner')];
  const { page, visit } = await openConsole({ kinora, user: first, path: '/image' });
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a secret castle');
  await visit('/profile');
  await visit('/image');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  assert.equal(await prompt.inputValue(), 'a secret castle');
  // Also if the URL contains it.
  await page.waitForURL(/prompt=a\+secret|prompt=a%20secret/);
  const [name = '', value = ''] = second.cookie.split('=');
  await page.context().addCookies([{ name, value, url: consoleAddress(kinora), httpOnly: true }]);
  const tab = await openTab(page.context(), { kinora, user: second, path: '/profile' });
  await tab.page.waitForSelector('h1');
  await page.waitForURL(url => !url.href.includes('castle'));
  await prompt.waitFor();
  assert.equal(await prompt.inputValue(), '');
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(localStorage)), /castle/);
});

test('in Chinese, every page of the navigation is in Chinese, with prices in its format', async () => {
  const { page } = await openConsole({ kinora, role: 'operator', path: '/image', language: 'zh' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  const links = await page
    .locator('nav a')
    .evaluateAll(all => all.map(link => (link as HTMLAnchorElement).pathname));
  const titles: string[] = [''];
  for (const path of new Set(links)) {
    await page.click(`nav a[href="${path}"]`);
    await page.waitForFunction(path => location.pathname === path, path);
    await page.waitForFunction(earlierTitles => !earlierTitles.includes(document.title), titles);
    titles.push(await page.title());
    // The word "webhook" is not translated.
    assert.match(String(titles.at(-1)), /^(Webhook|[\u4e00-\u9fff])/, path);
  }
});

testInFull('on a phone, a user generates an image, opens its details and navigates by the menu', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image', viewport: phone });
  await page.fill('main textarea', small);
  await page.click('main button:has-text("Generate")');
  const tile = page.locator('main button[aria-label^="Image 1 of 4"]').first();
  await tile.waitFor({ timeout: longMs });
  await tile.tap();
  await page.waitForSelector('dialog[open]');
  await page.goBack();
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await page.click('header button[aria-label="Menu"]');
  await page.click('dialog[open] a:has-text("Tasks")');
  await page.waitForURL(/\/console\/tasks/);
  await page.waitForSelector('main >> text=a red fox');
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(isWide, false, 'nothing is wider than the phone');
});
