/** The page that a set-up link leads to, in a real browser: join, sign out, sign in. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startTestApp, type TestApp } from './support/app.ts';
import { openPage } from './support/browser.ts';
import { password } from './support/console-client.ts';

let kinora: TestApp;
let page: Page;

before(async () => {
  kinora = await startTestApp();
  page = await openPage();
});

/** At the host that the browser is at already: a change of site would cost it its process. */
const link = () => String(kinora.app.setUpLink).replace('127.0.0.1', 'localhost');
const heading = () => page.locator('form:not([hidden]) h1').innerText();
const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields))
    await page.fill(`form:not([hidden]) input[name=${name}]`, value);
  await page.click('form:not([hidden]) button');
};

test('the link of the first start makes its operator, who can sign out and in again', async () => {
  const faults: string[] = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  await page.goto(link());
  assert.equal(await heading(), 'Join this Kinora');
  await fill({ name: 'Me', email: 'me@example.com', password });
  await page.waitForSelector('text=Signed in as me@example.com, operator.');
  assert.equal(await page.locator('#balance').innerText(), '1000.00 USD available.');
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address');
  assert.deepEqual(faults, []);
  await page.click('text=Sign out');
  await page.waitForSelector('#sign-in:not([hidden])');
  await fill({ email: 'me@example.com', password: 'wrong password' });
  await page.waitForSelector('text=E-mail or password is wrong.');
  await fill({ email: 'me@example.com', password });
  await page.waitForSelector('text=You are in');
  await page.reload();
  await page.waitForSelector('text=You are in');
});

test('a link that was used says so, and what was typed stays', async () => {
  await page.context().clearCookies();
  await page.goto(new URL('/', link()).href);
  await page.goto(link());
  await fill({ name: 'Eve', email: 'eve@example.com', password });
  await page.waitForSelector('text=This link is not known, or was used');
  assert.equal(await page.inputValue('#join input[name=name]'), 'Eve');
});
