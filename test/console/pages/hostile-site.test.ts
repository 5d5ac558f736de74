/** What an operator, or whoever took their session, writes about the server never runs as a script. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleAddress, openConsole } from '../../support/browser/console-page.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

type Operator = Awaited<ReturnType<typeof signedIn>>;

let kinora: TestApp;
let operator: Operator;

const run = 'document.body.dataset.ran=1';
const texts = {
  name: `</title><img src=x onerror="${run}">`,
  contact: `javascript:${run}//"><svg onload="${run}">`,
  announcement: `<script>${run}</script><a href="javascript:${run}">click</a> {{title}}`,
  terms: `<iframe srcdoc="<script>parent.${run}</script>"></iframe>\n[click](javascript:${run})`,
  privacy: `</p><style>main{display:none}</style><body onload="${run}">`,
};

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
  await operator.done('site change', texts);
});

/** What the texts would have added to a page if they were markup. */
const injectedMarkup = `img[src="x"], [onerror], [onload], [srcdoc], iframe, a[href^="javascript:"], main style`;

async function checkPage(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.getByText(text).first().waitFor();
  const effects = await page.evaluate(
    selector => ({
      planted: document.querySelectorAll(selector).length,
      ran: document.body.dataset['ran'],
    }),
    injectedMarkup,
  );
  assert.deepEqual(effects, { planted: 0, ran: undefined }, page.url());
}

test('the texts of the operator are shown as text, also to visitors', async () => {
  const { page, visit } = await openConsole({ kinora, path: '/sign-in' });
  const elsewhere: string[] = [];
  page.on('request', request => {
    if (!request.url().startsWith(consoleAddress(kinora)) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await checkPage(page, [texts.announcement, texts.contact]);
  assert.match(await page.title(), /<\/title><img src=x/);
  await visit('/legal/terms');
  await checkPage(page, ['<iframe srcdoc=', texts.contact]);
  await visit('/legal/privacy');
  await checkPage(page, [texts.privacy]);
  await visit('/models');
  await checkPage(page, [texts.name, texts.announcement]);
  await page.goto(`${consoleAddress(kinora)}/`);
  await checkPage(page, [texts.name]);
  assert.deepEqual(elsewhere, []);
});

test('the texts are shown as text where they are edited, and in the audit log', async () => {
  const { page, visit } = await openConsole({ kinora, user: operator, path: '/settings' });
  await page.getByRole('button', { name: 'Edit site' }).click();
  assert.equal(await page.getByLabel('Terms').first().inputValue(), texts.terms);
  await checkPage(page, [texts.announcement]);
  await visit('/audit');
  await page.getByText('Change the site').first().waitFor();
  await checkPage(page, [texts.contact, texts.privacy]);
});

test('a color is six digits and a logo is made of pixels, so that neither carries code', async () => {
  const readRejection = async (change: Record<string, unknown>) => {
    const { status, body } = await operator.run('site change', change);
    return [status, body.error?.param];
  };
  for (const color of [
    '#765e00;background:url(//evil.example)',
    '#765e00}body{display:none}',
    'url(javascript:alert(1))',
    'expression(alert(1))',
    '#765e00</style><script>alert(1)</script>',
  ]) {
    assert.deepEqual(await readRejection({ accent_light: color }), [400, 'accent_light'], color);
    assert.deepEqual(await readRejection({ accent_dark: color }), [400, 'accent_dark'], color);
  }
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`).toString('base64');
  for (const logo of [svg, `data:image/svg+xml;base64,${svg}`, `data:image/png;base64,${svg}`, '"><script>'])
    assert.deepEqual(await readRejection({ logo }), [400, 'logo'], logo.slice(0, 30));
});
