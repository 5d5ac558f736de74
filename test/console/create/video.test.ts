/**
 * Video, the marketplace and the price comparison, in a real browser.
 * @NOTE length: the tests share one page and the functions that work on it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inDepth } from '../../support/depth.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import { openConsole, phone, type ConsolePage } from '../../support/browser/console-page.ts';
import { renderPng } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let consolePage: ConsolePage;
let page: Page;

before(async () => {
  kinora = await startScriptedApp();
  consolePage = await openConsole({ kinora, role: 'operator', path: '/video', lasts: true });
  ({ page } = consolePage);
});

const makeButton = () => page.getByRole('button', { name: /^Generate · / });
const sum = () => page.locator('[data-sum]').innerText();
const cost = () => page.locator('[data-cost]').first().innerText();
const address = () => new URL(page.url()).searchParams;
const visit = (path: string, search: Readonly<Record<string, string>> = {}) =>
  consolePage.visit(`${path}?${new URLSearchParams(search)}`);

/** Presses the button once the server has confirmed its price. Returns the id of the task. */
async function make(): Promise<string> {
  await page.waitForSelector('[data-confirmed]');
  const before = address().get('task');
  await makeButton().click();
  return until(
    async () => address().get('task') ?? '',
    id => id !== '' && id !== before,
  );
}

const waitForEnd = (id: string) =>
  until(
    async () => (await consolePage.user.run('task show', { task: id })).body,
    ({ state }) => ['succeeded', 'failed', 'cancelled'].includes(state),
  );

for (const [model, estimate, price] of [
  ['sketch-motion', '6 s × $0.03 / second = $0.18', '$0.18'],
  ['sketch-short', '1 clip × $0.15 = $0.15', '$0.15'],
] as const)
  (model === 'sketch-motion' ? test : testInFull)(
    `the displayed price of ${model} is the one that is charged`,
    async () => {
      await visit('/video', {
        model,
        prompt: 'a boat',
        seconds: '6',
        resolution: '480p',
        aspect_ratio: '1:1',
      });
      await page.waitForSelector(`text=${estimate}`);
      assert.equal(await makeButton().innerText(), `Generate · ${price}`);
      const { price: clipPrice, seconds } = await waitForEnd(await make());
      assert.deepEqual([`$${clipPrice.charged}`, seconds], [price, 6]);
      await page.waitForSelector('[data-cost]');
      assert.equal(await cost(), `Charged ${price} estimate ${estimate}`);
      assert.equal(await page.locator('video').count(), 1);
    },
  );

test('images are checked before they are sent, included in the price, and sent', async () => {
  await visit('/video', {
    model: 'sketch-cast',
    prompt: 'they walk',
    aspect_ratio: '1:1',
    resolution: '480p',
  });
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await page.waitForSelector('text=notes.pdf is not a PNG, JPEG, WebP or GIF image.');
  assert.ok(await makeButton().isDisabled());
  await page.waitForSelector('text=Sketch Cast requires: Reference images.');
  const buffer = await renderPng(64);
  await input.setInputFiles(['a', 'b'].map(name => ({ name: `${name}.png`, mimeType: 'image/png', buffer })));
  await page.waitForSelector('text=2 reference images: $0.35 per clip instead of $0.30 per clip');
  const { price, state } = await waitForEnd(await make());
  assert.deepEqual([state, price.charged], ['succeeded', '0.35']);
});

test('changing the model keeps supported values and names the others, and undo restores them', async () => {
  await visit('/video', {
    model: 'sketch-motion',
    prompt: 'rain',
    seconds: '6',
    audio: 'true',
    resolution: '1080p',
  });
  await page.getByRole('button', { name: /^Model: Sketch Motion/ }).click();
  // Browsers report an opened element a moment later, and keys typed before are lost.
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type('short');
  const keysHandle = await page.evaluateHandle(() => {
    const keys: string[] = [];
    addEventListener('keypress', ({ key }) => keys.push(key), true);
    return keys;
  });
  await page.keyboard.press('Enter');
  assert.deepEqual(
    await keysHandle.jsonValue(),
    [],
    'the key does not press the button, which has the focus again',
  );
  await page.waitForSelector('text=Sound is not available on Sketch Short.');
  await page.waitForSelector('text=Resolution 1080p is not available on Sketch Short.');
  assert.equal(await sum(), '1 clip × $0.25 = $0.25');
  await until(
    async () => address().toString(),
    text => !text.includes('audio'),
  );
  assert.deepEqual([address().get('seconds'), address().get('model')], ['6', 'sketch-short']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForSelector('text=6 s × $0.12 / second = $0.72');
  await until(
    async () => address().get('audio'),
    audio => audio === 'true',
  );
  await page.reload();
  await page.waitForSelector('text=6 s × $0.12 / second = $0.72');
});

test('a clip that was cancelled or failed shows the refund in place of its cost', async () => {
  const fields = { model: 'sketch-motion', seconds: '4', resolution: '480p' };
  await visit('/video', { ...fields, prompt: '{"check":"hang"}' });
  await make();
  await page.waitForSelector('text=$0.12 held');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('text=Refunded $0.12 – The video was cancelled.');
  await visit('/video', { ...fields, prompt: '{"start":"refuse"}' });
  await waitForEnd(await make());
  await page.waitForSelector('text=/Refunded \\$0.12 – .+/');
  assert.equal((await consolePage.user.run('account balance')).body.held, '0.00');
});

testInFull('a rejection by the server is shown at its field', async () => {
  const { status } = await consolePage.user.run('banned add', { words: 'forbidden' });
  assert.equal(status, 200);
  await visit('/video', { model: 'sketch-motion', prompt: 'a forbidden boat' });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await page.waitForSelector('[role=alert]');
  assert.equal(await prompt.getAttribute('aria-invalid'), 'true');
});

test('a clip is extended at the price of the added seconds, deleted, and restored', async () => {
  await visit('/video', { model: 'sketch-motion', prompt: 'a lake', seconds: '2', resolution: '480p' });
  const first = await make();
  await waitForEnd(first);
  await page.getByRole('button', { name: 'Extend' }).click();
  await page.getByRole('radio', { name: '3', exact: true }).last().check({ force: true });
  await page.getByRole('button', { name: 'Extend · $0.09' }).click();
  const id = await until(
    async () => address().get('task') ?? '',
    task => task !== '' && task !== first,
  );
  const { price, seconds } = await waitForEnd(id);
  assert.deepEqual([price.charged, seconds], ['0.09', 5]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForSelector('text=Deleted.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(
    async () => address().get('task'),
    task => task === id,
  );
  assert.equal((await consolePage.user.run('task show', { task: id })).status, 200);
});

const windows = [
  [390, 844],
  [1024, 768],
  [1360, 768],
  [1440, 900],
] as const;

for (const [width, height] of windows.slice(0, inDepth({ quick: 1, full: 4 })))
  test(`the price bar takes no more room than it needs and hides no field, ${width} px wide`, async () => {
    const { page: sizedPage } = await openConsole({
      kinora,
      user: consolePage.user,
      path: '/video?model=sketch-short&prompt=a+boat',
      viewport: { width, height },
    });
    await sizedPage.getByRole('heading', { name: 'Recent clips' }).waitFor();
    await sizedPage.waitForSelector('[data-confirmed]');
    const bar = sizedPage.locator('[data-run-bar]');
    const emptyPixels = await bar.evaluate(element => {
      const { bottom } = element.lastElementChild?.getBoundingClientRect() ?? { bottom: 0 };
      return (
        element.getBoundingClientRect().bottom -
        bottom -
        Number.parseFloat(getComputedStyle(element).paddingBottom)
      );
    });
    assert.ok(Math.abs(emptyPixels) < 1, `${emptyPixels} px of the bar are empty`);
    const field = sizedPage.getByRole('group', { name: 'Tier' });
    await field.evaluate(element => element.scrollIntoView({ block: 'nearest' }));
    const [end = 0, start = 0] = await Promise.all([
      field.evaluate(element => element.getBoundingClientRect().bottom),
      bar.evaluate(element => element.getBoundingClientRect().top),
    ]);
    assert.ok(end <= start, `the last field ends at ${end} px, the bar begins at ${start} px`);
  });

testInFull("the form as code contains this server's URL and no key", async () => {
  await visit('/video', { model: 'sketch-motion', prompt: 'waves', audio: 'true', tab: 'api' });
  const code = page.getByRole('region', { name: 'curl' });
  await code.waitFor();
  assert.match(await code.innerText(), /localhost:\d+\/v1\/videos/);
  assert.match(await code.innerText(), /"audio": true/);
  assert.doesNotMatch(await code.innerText(), /kn_/);
  await page.getByText('Python').click();
  await page.getByText('Webhook', { exact: true }).last().click();
  await page.waitForSelector('text=webhook_url');
  await until(
    async () => address().get('code'),
    language => language === 'python',
  );
});

const totals = () =>
  page
    .locator('[data-total]')
    .evaluateAll(cells => cells.map(cell => [cell.getAttribute('data-total'), cell.textContent] as const));

testInFull(
  'the comparison is sorted by total, keeps models that cannot do the clip, and shows break-even points',
  async () => {
    await visit('/compare', { seconds: '8' });
    await page.waitForSelector('[data-total]');
    assert.deepEqual(await totals(), [
      ['sketch-short', '$0.25'],
      ['sketch-cast', '$0.30'],
      ['sketch-motion', '$0.40'],
      ['sketch-frames', '$0.48'],
    ]);
    await page.waitForSelector('text=/At most 6 s · 2 clips of 4 s = \\$0.48/');
    await page.waitForSelector('text=/From 6 s to 8 s Sketch Short.*costs less than Sketch Motion/');
    await page.getByRole('spinbutton', { name: 'Duration' }).fill('4');
    await until(
      async () => (await totals())[0]?.[0],
      model => model === 'sketch-motion',
    );
    await until(
      async () => address().get('seconds'),
      seconds => seconds === '4',
    );
    await page.getByRole('switch', { name: 'With sound' }).check({ force: true });
    await page.waitForSelector('text=No sound');
    await page.getByRole('link', { name: 'Try Sketch Motion' }).click();
    await page.waitForSelector('text=4 s × $0.06 / second = $0.24');
  },
);

testInFull(
  'the marketplace finds a model, whose page shows each price, its inputs and who can use it',
  async () => {
    await visit('/models', { kind: 'video' });
    await page.getByRole('searchbox', { name: 'Search models' }).fill('last frame');
    await until(
      () => page.locator('article').count(),
      count => count === 1,
    );
    await page.getByRole('link', { name: 'Sketch Frames' }).click();
    const prices = page.getByRole('region', { name: 'Prices', exact: true });
    assert.match(await prices.innerText(), /480p\s+\$0.04 per second\s+4 s × \$0.04 \/ second = \$0.16/);
    const parameters = page.getByRole('region', { name: 'Parameters' });
    assert.match(await parameters.innerText(), /seconds\s+Duration\s+whole number\s+2 to 6\s+4/);
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('button', { name: /^Model: Sketch Frames/ }).waitFor();
  },
);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = [
  '/video?prompt=a&model=sketch-frames',
  '/video?tab=api',
  '/models',
  '/models/sketch',
  '/compare?seconds=14',
];

for (const theme of ['dark', 'light'] as const)
  testInFull(`these pages are accessible on a phone, ${theme}`, async () => {
    const small = await openConsole({ kinora, user: consolePage.user, viewport: phone, theme });
    for (const path of paths) {
      await small.visit(path);
      await small.page.waitForSelector('h1');
      await small.page.waitForSelector('[data-confirmed], article, [data-total], dl');
      await small.page.evaluate(axe);
      const faults = await small.page.evaluate(async () => {
        const { violations } = await (globalThis as any).axe.run();
        return violations.map((one: any) => `${one.id}: ${one.nodes[0].html}`);
      });
      assert.deepEqual(faults, [], path);
      const isWide = await small.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.ok(!isWide, `${path} scrolls horizontally`);
    }
  });
