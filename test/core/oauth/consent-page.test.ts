/**
 * The page where a user decides whether a program gets a token, in a real browser: from the
 * program to the page and back.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import { openPage } from '../../support/browser/browser.ts';
import { serve } from '../../support/servers/serve.ts';
import { consoleAddress, openConsole, phone, waitUntilSettled } from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { password, signedIn } from '../../support/clients/console-client.ts';
import {
  buildAuthorization,
  mcpStatus,
  redeem,
  registerProgram,
  type AuthorizationRequest,
} from '../../support/clients/oauth-program.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
/** The program listens here for the response that the browser brings. */
let callback: string;

before(async () => {
  kinora = await startTestApp();
  // Until there is an operator, the sign-in page asks for one.
  await signedIn(kinora, 'operator');
  const programUrl = await serve((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>ok'),
  );
  callback = `${programUrl}/callback`;
});

/** Browsers sign in at `localhost`, so the program finds the server there. */
async function ask(name = 'Test agent'): Promise<AuthorizationRequest> {
  const configuration = await registerProgram(
    { url: consoleAddress(kinora) },
    { client_name: name, redirect_uris: [callback.replace(/:\d+/, '')] },
  );
  return buildAuthorization(configuration, {
    redirect_uri: callback,
    resource: `${consoleAddress(kinora)}/mcp`,
    scope: 'generate',
  });
}

test('a program opens the page, the user signs in and allows it, and the program gets its token', async () => {
  const user = await signedIn(kinora, 'member');
  const request = await ask();
  const { page } = await openConsole({ kinora, path: '/sign-in', viewport: phone, language: 'zh' });
  await page.goto(request.address.href);
  await page.getByLabel('邮箱').fill(user.email);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { name: '允许 Test agent 访问？' }).waitFor();
  assert.deepEqual(await user.done('token list'), [], 'nothing is granted by opening the page');
  await page.getByLabel('消费上限 (USD)').fill('2.50');
  await page.getByLabel('适用于').selectOption('cap_day');
  await page.getByLabel('超过此金额时询问我').fill('0.25');
  await page.getByRole('button', { name: '允许' }).click();
  await page.waitForURL(`${callback}?**`);
  const tokens = await redeem(request, page.url());
  assert.equal(await mcpStatus(kinora, tokens.access_token), 200);
  const [token] = await user.done('token list');
  assert.deepEqual(
    [token.cap_day, token.cap_total, token.ask_above, token.client.name],
    ['2.50', null, '0.25', 'Test agent'],
  );
});

test('a user who denies it grants nothing, and the program is told so', async () => {
  const request = await ask();
  const { page, user, visit } = await openConsole({ kinora, role: 'member', path: '/tokens' });
  await visit(`/authorize${request.address.search}`);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(`${callback}?**`);
  const answer = new URL(page.url()).searchParams;
  assert.deepEqual([answer.get('error'), answer.get('state')], ['access_denied', request.state]);
  assert.equal(answer.get('iss'), consoleAddress(kinora));
  assert.deepEqual(await user.done('token list'), []);
});

test('the page says what it asks on phones and desktops, dark and light, in both languages', async () => {
  const request = await ask('Agent <b>with</b> a rather long name that does not end before the edge');
  const bad = new URL(request.address);
  bad.searchParams.set('redirect_uri', 'https://evil.example/');
  const weak = new URL(request.address);
  weak.searchParams.delete('code_challenge');
  const faultsByView: Record<string, readonly string[]> = {};
  for (const language of ['en', 'zh'] as const) {
    const { page, visit } = await openConsole({ kinora, role: 'member', path: '/tokens', language });
    for (const [name, { search }] of Object.entries({ asked: request.address, bad, weak })) {
      await visit(`/authorize${search}`);
      for (const width of [390, 1280])
        await check(page, { faultsByView, name: `${name} ${language}`, width });
    }
  }
  assert.deepEqual(faultsByView, {});
});

interface Check {
  readonly faultsByView: Record<string, readonly string[]>;
  readonly name: string;
  readonly width: number;
}

async function check(page: Page, { faultsByView, name, width }: Check): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    const faults = [...(await layoutFaults(page)), ...(await accessibilityFaults(page))];
    if (faults.length > 0) faultsByView[`${name} ${width} ${colorScheme}`] = faults;
  }
}

test('a page of another site cannot show the question in a frame', async () => {
  const request = await ask();
  const page = await openPage();
  const blockMessage = page.waitForEvent('console', message => /frame-ancestors/.test(message.text()));
  await page.setContent(`<!doctype html><iframe src="${request.address.href}"></iframe>`);
  await blockMessage;
  assert.equal(
    page.frames().some(frame => frame.url().startsWith(kinora.url)),
    false,
  );
});
