/**
 * Joining and signing in, in a real browser: by setup link, invitation, password
 * reset link, password and passkey.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { invite } from '../../../src/core/accounts/invitations.ts';
import type { UserRole } from '../../../src/core/accounts/users.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { consoleClient, password, signedIn } from '../../support/clients/console-client.ts';
import { consoleAddress, openConsole } from '../../support/browser/console-page.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const entranceLink = ({ app }: TestApp) => `/join${new URL(String(app.setupLink)).hash}`;
const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
  await page.click('button[type=submit]');
};
const leave = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/console/sign-in');
};
const readPath = (page: Page) => page.url().slice(`${consoleAddress(kinora)}/console`.length);
const waitForPath = (page: Page, path: string) => page.waitForURL(`${consoleAddress(kinora)}/console${path}`);

async function createLink(role: UserRole, more: { email?: string; userId?: string } = {}): Promise<string> {
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

test('before the first user has joined, the sign-in page says where to find the setup link', async () => {
  const { page } = await openConsole({ kinora });
  await page.getByRole('heading', { name: 'This server has no operator yet' }).waitFor();
  assert.equal(await page.locator('form').count(), 0);
});

test('the setup link of the first start creates an operator, who can sign out and in again', async () => {
  const { page } = await openConsole({ kinora, path: entranceLink(kinora) });
  await page.getByRole('heading', { name: 'Set up Kinora' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret does not stay in the URL');
  const requestedUrls: string[] = [];
  page.on('request', request => requestedUrls.push(request.url()));
  await fill(page, { name: 'Me', email: 'me@example.com', password });
  await waitForPath(page, '/welcome');
  assert.deepEqual(
    requestedUrls.filter(url => url.includes('ki_')),
    [],
    'the secret is not part of a request URL',
  );
  await leave(page);
  await fill(page, { email: 'me@example.com', password: 'wrong password' });
  await page.getByText('The email address or the password is incorrect.').waitFor();
  await fill(page, { password });
  await waitForPath(page, '/image');
  await page.reload();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
});

testInFull('validation errors are shown beside the field, before anything is sent', async () => {
  const { page } = await openConsole({ kinora, path: await createLink('member') });
  await fill(page, { name: ' ', email: 'nobody', password: 'short' });
  for (const message of ['Enter a name', 'Enter your email', 'At least 12 characters.'])
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await page.getAttribute('input[name=password]', 'type'), 'text');
});

testInFull('an invitation says who invites, with which role, and for whom it is', async () => {
  const path = await createLink('owner', { email: 'owner@example.com' });
  const { page } = await openConsole({ kinora, path });
  await page.getByText('You are invited as an owner').waitFor();
  await page.getByText('The link is for o…@example.com.').waitFor();
  await fill(page, { name: 'Eve', email: 'eve@example.com', password });
  await page.getByText('The link is invalid, expired, or has already been used').waitFor();
  assert.equal(await page.inputValue('input[name=name]'), 'Eve', 'the form keeps its values');
  await fill(page, { email: 'owner@example.com' });
  await waitForPath(page, '/image');
});

testInFull(
  'a used link is reported when it is opened, or on submit if it was used in the meantime',
  async () => {
    const path = await createLink('member');
    const { page, visit } = await openConsole({ kinora, path });
    const secret = path.split('#')[1];
    const eve = { secret, email: 'quick@example.com', name: 'Quick', password };
    await page.getByRole('button', { name: 'Join' }).waitFor();
    assert.equal((await consoleClient(kinora).post('/api/join', eve)).status, 200);
    await fill(page, { name: 'Slow', email: 'slow@example.com', password });
    await page.getByText('The link is invalid, expired, or has already been used').waitFor();
    assert.equal(await page.inputValue('input[name=name]'), 'Slow');
    await visit('/sign-in');
    await visit(path);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Open your link again' }).waitFor();
  },
);

testInFull('a password reset link asks for no name and ends all other sessions', async () => {
  const user = await signedIn(kinora, 'member');
  const { body } = await user.get('/api/session');
  const path = await createLink('member', { email: user.email, userId: body.user.id });
  const { page } = await openConsole({ kinora, path });
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  assert.equal(await page.locator('input[name=name]').count(), 0);
  await fill(page, { email: user.email, password: `${password} anew` });
  await waitForPath(page, '/image');
  assert.equal((await user.get('/api/session')).status, 401);
});

testInFull('after signing in, a visitor continues to the page they asked for', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/tasks?state=failed' });
  await page.waitForURL('**/sign-in?next=*');
  await fill(page, { email, password });
  await waitForPath(page, '/tasks?state=failed');
});

test('signing in never redirects to another site', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/sign-in?next=//evil.example/' });
  await fill(page, { email, password });
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  assert.equal(new URL(page.url()).origin, consoleAddress(kinora));
});

test('after too many failed sign-ins the page counts down the time to wait', async () => {
  const { email } = await signedIn(kinora, 'member');
  const { page } = await openConsole({ kinora, path: '/sign-in' });
  const wrong = { email, password: 'wrong password' };
  for (let tries = 0; tries < 6; tries++) await consoleClient(kinora).post('/api/session', wrong);
  // The wait doubles with each failure.
  await kinora.app.db.pool.query('update sign_in_failures set failures = failures + 4, last_at = now()');
  await page.clock.install();
  await fill(page, wrong);
  await page.getByText('Too many failed attempts. Try again in').waitFor();
  assert.equal(await page.isDisabled('button[type=submit]'), true);
  const isEnabledAfterSecond = async () => {
    await page.clock.runFor(1000);
    return page.isEnabled('button[type=submit]');
  };
  await until(isEnabledAfterSecond, isEnabled => isEnabled);
  await kinora.app.db.pool.query('delete from sign_in_failures');
});

/**
 * How the page asked the browser for passkeys since it was loaded: with its button (`optional`)
 * or with a conditional offer.
 */
interface PasskeyRecord {
  readonly askedPasskeys?: readonly string[];
  readonly receivedPasskeys?: readonly string[];
}

async function recordPasskeyRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mediations: (string | undefined)[] = [];
    const received: (string | undefined)[] = [];
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = async options => {
      mediations.push(options?.mediation);
      const passkey = await get(options);
      received.push(options?.mediation);
      return passkey;
    };
    Object.assign(window, { askedPasskeys: mediations, receivedPasskeys: received });
  });
}

test('a user with a passkey signs in with the button, or with the offer at the email field', async () => {
  const user = await signedIn(kinora, 'member');
  const { page, visit } = await openConsole({ kinora, user, path: '/profile' });
  await recordPasskeyRequests(page);
  await visit('/profile');
  const authenticator = await addAuthenticator(page);
  await authenticator.add('Laptop');
  await authenticator.setPresent(false);
  await leave(page);
  // The authenticator ignores an offer that was made while its user was absent, even when the user returns.
  await page.waitForFunction(() => (window as PasskeyRecord).askedPasskeys?.includes('conditional'));
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  const [received] = await page.evaluate(() => (window as PasskeyRecord).receivedPasskeys ?? []);
  assert.equal(received, 'optional');
  const { rows } = await kinora.app.db.pool.query('select last_used_at from passkeys');
  assert.ok(rows[0].last_used_at);

  // The user is present, so the browser accepts the offer immediately.
  const signInResponse = page.waitForResponse(response => response.url().endsWith('/api/session.passkey'));
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  assert.equal((await signInResponse).status(), 200);
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
});

testInFull('language and theme can be chosen before signing in', async () => {
  const { page } = await openConsole({ kinora, path: '/sign-in' });
  await page.getByRole('button', { name: 'Language and theme' }).click();
  await page.getByText('Light').click();
  await until(
    () => page.evaluate(() => document.documentElement.dataset['theme']),
    theme => theme === 'light',
  );
  await page.getByText('中文').click();
  await page.getByRole('heading', { name: '登录' }).waitFor();
  assert.equal(readPath(page), '/sign-in');
});
