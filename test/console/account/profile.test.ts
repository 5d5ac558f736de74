/** The user's own profile in the Console, in a real browser: passkeys and the password. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { addVirtualAuthenticator } from '../../support/browser/authenticator.ts';
import { password } from '../../support/clients/console-client.ts';
import { openConsole } from '../../support/browser/console-page.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a passkey is added on the profile and signs in, and a new password ends all other sessions', async () => {
  const { page, user } = await openConsole({ kinora, role: 'member', path: '/profile' });
  await addVirtualAuthenticator(await page.context().newCDPSession(page));
  await button(page, 'Add passkey').click();
  await page.getByLabel('Passkey name').fill('Laptop');
  await page.getByLabel('Your current password').fill('something else');
  await button(page, 'Add passkey').click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Your current password').fill(password);
  await button(page, 'Add passkey').click();
  await page.getByText('Laptop').first().waitFor();

  const elsewhere = await call(`${kinora.url}/api/session`, { json: { email: user.email, password } });
  const cookie = String(elsewhere.headers.get('set-cookie')).split(';')[0] ?? '';
  await page.getByLabel('Current password', { exact: true }).fill('something else');
  await page.getByLabel('New password').fill(`${password} again`);
  await button(page, 'Change password').click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'Laptop' }).check();
  await button(page, 'Change password').click();
  await page.getByText('Password changed. Other sessions were signed out.').waitFor();
  assert.equal((await call(`${kinora.url}/api/session`, { headers: { cookie } })).status, 401);

  const email = await page.evaluate(async () => {
    await fetch('/api/session', { method: 'DELETE' });
    const ask = (path: string, body: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(answer => answer.json());
    const { challenge, options } = await ask('/api/session.passkey-begin', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const response = ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
    return (await ask('/api/session.passkey', { challenge, response })).user.email;
  });
  assert.equal(email, user.email);
});
