/**
 * The documentation at /docs and /llms.txt is complete, connected, and readable in a browser and as Markdown.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import { consoleAddress, openConsole } from '../../support/browser/console-page.ts';
import { inDepth } from '../../support/depth.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';

const folder = new URL('../../../docs/', import.meta.url);
let kinora: TestApp;
let names: string[];

before(async () => {
  kinora = await startTestApp();
  const files = await readdir(folder, { recursive: true });
  names = files.filter(file => file.endsWith('.md')).map(file => file.slice(0, -3));
});

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(`${kinora.url}${path}`, { headers });
const readHtml = async (path: string) => (await get(path)).text();
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

test('every document is a page, listed in the navigation and, with a sentence, in llms.txt', async () => {
  const indexes = { en: await readHtml('/docs'), zh: await readHtml('/docs/zh') };
  const list = await (await get('/llms.txt')).text();
  assert.ok(names.length > 20);
  for (const name of names) {
    const [, title = ''] = /^# (.+)$/m.exec(await readFile(new URL(`${name}.md`, folder), 'utf8')) ?? [];
    const index = name.startsWith('zh/') ? indexes.zh : indexes.en;
    assert.ok(index.includes(`href="/docs/${name}"`), name);
    const line = list
      .split('\n')
      .find(one => one.startsWith(`- [${title}](${kinora.url}/docs/${name}.md): `));
    assert.match(line ?? '', /: \S.{10,}[.。]$/, name);
  }
  assert.equal(list.match(/^- /gm)?.length, names.length);
});

test('every link leads to an existing page and heading, and nothing loads from another host', async () => {
  const pages = new Map<string, string>();
  for (const name of names) pages.set(`/docs/${name}`, await readHtml(`/docs/${name}`));
  for (const index of ['/docs', '/docs/zh']) pages.set(index, await readHtml(index));
  const answers = new Map<string, number>();
  const readStatus = async (path: string) => {
    if (!answers.has(path)) answers.set(path, (await get(path)).status);
    return answers.get(path);
  };
  for (const [page, html] of pages) {
    for (const source of attributes(html, 'src')) assert.match(source, /^\/docs\//, page);
    for (const href of attributes(html, 'href').filter(one => !/^(https?|mailto):/.test(one))) {
      const [path = '', anchor] = href.split('#');
      assert.equal(await readStatus(path || page), 200, `${page}: ${href}`);
      const ids = attributes(pages.get(path || page) ?? '', 'id');
      assert.ok(anchor === undefined || ids.includes(anchor), `${page}: ${href}`);
    }
    const ids = attributes(html, 'id');
    assert.equal(new Set(ids).size, ids.length, page);
  }
});

test('a page is also available as its Markdown source', async () => {
  const response = await get('/docs/engines/chat.md');
  assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.equal(await response.text(), await readFile(new URL('engines/chat.md', folder), 'utf8'));
});

test('examples have the address at which the reader reached the server, except on pages about deploying', async () => {
  const host = { 'x-forwarded-host': 'art.example:8443', accept: 'text/html' };
  const proxiedApp = await startTestApp({ settings: { KINORA_TRUSTED_PROXIES: '127.0.0.1' } });
  const page = async (path: string) =>
    await (await fetch(`${proxiedApp.url}/docs/${path}`, { headers: host })).text();
  for (const path of ['image-interface', 'video-interface.md', 'zh/quick-start', 'engines/fal']) {
    assert.match(await page(path), /http:\/\/art\.example:8443\/(?:mj|v1)/, path);
    assert.ok(!(await page(path)).includes('127.0.0.1:4040'), path);
  }
  assert.match(await page('deploy/reverse-proxy'), /proxy_pass http:\/\/127\.0\.0\.1:4040/);
  assert.match(await readHtml('/docs/video-interface'), new RegExp(`U=${kinora.url}/v1`));
});

test('a page leads to its translation and back, and what has none to the other index', async () => {
  const elsewhere = async (path: string) =>
    / href="([^"]*)" lang="(?:zh-CN|en)" hreflang/.exec(await readHtml(path))?.[1];
  assert.equal(await elsewhere('/docs/hooks'), '/docs/zh/hooks');
  assert.equal(await elsewhere('/docs/zh/hooks'), '/docs/hooks');
  assert.equal(await elsewhere('/docs/backup'), '/docs/zh');
  const chinese = await readHtml('/docs/zh/hooks');
  assert.match(chinese, /<html lang="zh-CN">/);
  assert.match(chinese, /<a href="\/docs\/backup" lang="en">Back up/);
  assert.match(chinese, /rel="alternate" hreflang="en" href="\/docs\/hooks"/);
});

test('a search without JavaScript leads to sections of pages, in both languages', async () => {
  const consolePage = await openConsole({ kinora, path: '/sign-in' });
  const context = await consolePage.page.context().browser()?.newContext({ javaScriptEnabled: false });
  assert.ok(context);
  const page = await context.newPage();
  await page.goto(`${consoleAddress(kinora)}/docs`);
  await page.getByRole('searchbox').fill('verify webhook signature');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Webhooks › Verify the signature' }).click();
  await page.waitForURL('**/docs/hooks#verify-the-signature');
  await page.getByRole('link', { name: '中文' }).click();
  await page.getByRole('searchbox').fill('验证签名');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/zh/search?q=*');
  await page.getByRole('link', { name: 'Webhook › 验证签名' }).waitFor();
});

test('a search shows what was searched for as text, and says what to do if nothing is found', async () => {
  const html = await readHtml(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.ok(!html.includes('<script>alert'));
  assert.match(await readHtml('/docs/search?q=zzzzzz'), /No page contains these words/);
  assert.match(await readHtml('/docs/zh/search'), /输入词语/);
  assert.match(await readHtml('/docs/zh/search?q=helm'), /lang="en"><a href="\/docs\/deploy\/kubernetes/);
  assert.equal((await get(`/docs/search?q=${'x'.repeat(201)}`)).status, 400);
});

test('cached pages are revalidated with 304, and the security policy blocks other hosts', async () => {
  for (const path of [
    '/docs',
    '/docs/accounts',
    '/docs/accounts.md',
    '/docs/docs.css',
    '/docs/docs.js',
    '/llms.txt',
  ]) {
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    const second = await get(path, { accept: 'text/html', 'if-none-match': etag });
    assert.deepEqual([first.status, second.status, await second.text()], [200, 304, ''], path);
    assert.match(
      first.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
  }
});

test('an unknown page is an HTML page for browsers and an error for programs', async () => {
  for (const path of [
    '/docs/none',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/__proto__',
  ]) {
    const page = await get(path);
    assert.equal(page.status, 404, path);
    assert.ok(!(await page.text()).includes('"dependencies"'));
  }
  assert.match(await readHtml('/docs/none'), /<h1>Page not found<\/h1>/);
  const answer = await get('/docs/none.md', { accept: '*/*' });
  assert.deepEqual([answer.status, (await answer.json()).error.code], [404, 'route_unknown']);
});

/** Those with the widest tables, the longest code and most kinds of blocks stand for all in a quick run. */
const shownPages = () =>
  inDepth({
    quick: ['', '/configuration', '/zh/image-interface', '/add-an-engine', '/search?q=engine'],
    full: ['', '/search?q=engine', ...names.map(name => `/${name}`)],
  });

for (const width of inDepth({ quick: [390], full: [390, 1024, 1280, 1440] }))
  test(`pages are complete and accessible in dark and light, ${width} px wide`, async () => {
    const { page } = await openConsole({ kinora, path: '/sign-in', viewport: { width, height: 900 } });
    const faultsByPage: Record<string, string[]> = {};
    for (const path of shownPages()) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(`${consoleAddress(kinora)}/docs${path}`);
      await page.evaluate(async () => void (await document.fonts.ready));
      const faults = [...(await layoutFaults(page)), ...(await accessibilityFaults(page))];
      await page.emulateMedia({ colorScheme: 'light' });
      // Themes differ in colors only.
      faults.push(...(await accessibilityFaults(page, ['color-contrast', 'link-in-text-block'])));
      if (faults.length > 0) faultsByPage[path] = faults;
    }
    assert.deepEqual(faultsByPage, {});
  });

test('a button copies code, and on a phone the navigation is closed until it is opened', async () => {
  const wide = await openConsole({ kinora, path: '/sign-in' });
  await wide.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await wide.page.goto(`${consoleAddress(kinora)}/docs/install`);
  const code = await wide.page.locator('pre').first().textContent();
  await wide.page.locator('.code').first().hover();
  await wide.page.getByRole('button', { name: 'Copy' }).first().click();
  await wide.page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await wide.page.evaluate(() => navigator.clipboard.readText()), code);

  const phone = await openConsole({ kinora, path: '/sign-in', viewport: { width: 390, height: 844 } });
  await phone.page.goto(`${consoleAddress(kinora)}/docs/install`);
  const link = phone.page.getByRole('link', { name: 'Webhooks' });
  assert.equal(await link.isVisible(), false);
  await phone.page.getByText('All pages', { exact: true }).click();
  await link.click();
  await phone.page.waitForURL('**/docs/hooks');
});
