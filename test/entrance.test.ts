/** Coming in, in a real browser: by the link of the first start, an invitation, a link for a new password, a password, a passkey. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { invite } from '../src/accounts/invitations.ts';
import type { Role } from '../src/accounts/users.ts';
import { startTestApp, until, type TestApp } from './support/app.ts';
import { plugInAuthenticator } from './support/authenticator.ts';
import { consoleClient, password, signedIn } from './support/console-client.ts';
import { addressOf, openConsole } from './support/console-page.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const linkOf = ({ app }: TestApp) => `/join${new URL(String(app.setUpLink)).hash}`;
const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
  await page.click('button[type=submit]');
};
const leave = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/console/sign-in');
};
const pathOf = (page: Page) => page.url().slice(`${addressOf(kinora)}/console`.length);
const isAt = (page: Page, path: string) => page.waitForURL(`${addressOf(kinora)}/console${path}`);

async function linkFor(role: Role, more: { email?: string; userId?: string } = {}): Promise<string> {
  const { rows } = await kinora.app.db.pool.query('select id from accounts order by created_at limit 1');
  const { secret } = await invite(kinora.app.db, {
    accountId: rows[0].id,
    role,
    email: more.email,
    hours: 1,
    ...(more.userId !== undefined && { userId: more.userId }),
  });
  return `/join#${secret}`;
}

test('before anybody has joined, the sign-in tells where the link is', async () => {
  const { page } = await openConsole({ kinora });
  await page.getByRole('heading', { name: 'Nobody runs this Kinora yet' }).waitFor();
  assert.equal(await page.locator('form').count(), 0);
});

test('the link of the first start makes its operator, who can sign out and in again', async () => {
  const { page } = await openConsole({ kinora, path: linkOf(kinora) });
  await page.getByRole('heading', { name: 'Set up this Kinora' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address');
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await fill(page, { name: 'Me', email: 'me@example.com', password });
  await isAt(page, '/welcome');
  assert.deepEqual(
    asked.filter(url => url.includes('ki_')),
    [],
    'nor is it sent in one',
  );
  await leave(page);
  await fill(page, { email: 'me@example.com', password: 'wrong password' });
  await page.getByText('E-mail or password is wrong.').waitFor();
  await fill(page, { password });
  await isAt(page, '/image');
  await page.reload();
  await page.getByRole('button', { name: 'You' }).waitFor();
});

test('what is missing is said beside the field, before anything is sent', async () => {
  const { page } = await openConsole({ kinora, path: await linkFor('member') });
  await fill(page, { name: ' ', email: 'nobody', password: 'short' });
  for (const says of ['Write a name', 'Write your e-mail', 'At least 10 characters.'])
    await page.getByRole('alert').filter({ hasText: says }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
  await page.getByRole('button', { name: 'Show the password' }).click();
  assert.equal(await page.getAttribute('input[name=password]', 'type'), 'text');
});

test('an invitation says who invites to what, and for whom it is', async () => {
  const path = await linkFor('owner', { email: 'owner@example.com' });
  const { page } = await openConsole({ kinora, path });
  await page.getByText('You are invited as an owner').waitFor();
  await page.getByText('The link is for o…@example.com.').waitFor();
  await fill(page, { name: 'Eve', email: 'eve@example.com', password });
  await page.getByText('This link is not known').waitFor();
  assert.equal(await page.inputValue('input[name=name]'), 'Eve', 'what was typed stays');
  await fill(page, { email: 'owner@example.com' });
  await isAt(page, '/image');
});

test('a link that was used says so at once, and one that is used meanwhile when it is sent', async () => {
  const path = await linkFor('member');
  const { page, visit } = await openConsole({ kinora, path });
  const secret = path.split('#')[1];
  const eve = { secret, email: 'quick@example.com', name: 'Quick', password };
  await page.getByRole('button', { name: 'Join' }).waitFor();
  assert.equal((await consoleClient(kinora).post('/api/join', eve)).status, 200);
  await fill(page, { name: 'Slow', email: 'slow@example.com', password });
  await page.getByText('This link is not known, or was used').waitFor();
  assert.equal(await page.inputValue('input[name=name]'), 'Slow');
  await visit('/sign-in');
  await visit(path);
  await page.getByRole('heading', { name: 'This link is of no use any more' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Open your link once more' }).waitFor();
});

test('a link for a new password asks for no name, and ends the sessions elsewhere', async () => {
  const user = await signedIn(kinora, 'member');
  const { body } = await user.get('/api/session');
  const path = await linkFor('member', { email: user.email, userId: body.user.id });
  const { page } = await openConsole({ kinora, path });
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  assert.equal(await page.locator('input[name=name]').count(), 0);
  await fill(page, { email: user.email, password: `${password} anew` });
  await isAt(page, '/image');
  assert.equal((await user.get('/api/session')).status, 401);
});

test('who is not signed in goes on, after the sign-in, to where they wanted to go', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/tasks?state=failed' });
  await page.waitForURL('**/sign-in?next=*');
  await fill(page, { email, password });
  await isAt(page, '/tasks?state=failed');
});

test('an address elsewhere is no place to go on to', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/sign-in?next=//evil.example/' });
  await fill(page, { email, password });
  await page.getByRole('button', { name: 'You' }).waitFor();
  assert.equal(new URL(page.url()).origin, addressOf(kinora));
});

test('who has guessed too often is told how long to wait, while it passes', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/sign-in' });
  const wrong = { email, password: 'wrong password' };
  for (let tries = 0; tries < 6; tries++) await consoleClient(kinora).post('/api/session', wrong);
  await fill(page, wrong);
  await page.getByText('Too many failed attempts. Try again in').waitFor();
  assert.equal(await page.isDisabled('button[type=submit]'), true);
  await page.waitForSelector('button[type=submit]:enabled');
  await kinora.app.db.pool.query('delete from sign_in_failures');
});

test('who has a passkey signs in by it: on the button, and where the e-mail is typed', async () => {
  const user = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, user, path: '/profile' });
  const authenticator = await plugInAuthenticator(page);
  await authenticator.add('Laptop');
  await authenticator.setPresent(false);
  await leave(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'You' }).waitFor();
  const { rows } = await kinora.app.db.pool.query('select last_used_at from passkeys');
  assert.ok(rows[0].last_used_at);

  // Its owner is there, so the browser's offer is taken at once.
  const offered = page.waitForResponse(response => response.url().endsWith('/api/session.passkey'));
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  assert.equal((await offered).status(), 200);
  await page.getByRole('button', { name: 'You' }).waitFor();
});

test('the language and the theme are chosen before one is in', async () => {
  const { page } = await openConsole({ kinora, path: '/sign-in' });
  await page.getByRole('button', { name: 'Language and theme' }).click();
  await page.getByText('Light').click();
  await until(
    () => page.evaluate(() => document.documentElement.dataset['theme']),
    theme => theme === 'light',
  );
  await page.getByText('中文').click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
  assert.equal(pathOf(page), '/sign-in');
});
