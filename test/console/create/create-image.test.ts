/** Generating images in the Console: typing and controls, prices, errors, references, and arriving images. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { inDepth } from '../../support/depth.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole, phone } from '../../support/browser/console-page.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const bar = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const make = (page: Page) => page.getByRole('button', { name: /^Generate (\d+ )?[$—]/ });

test('a first visit offers sample prompts that run unchanged, and the images appear below', async () => {
  const { page, user } = await openConsole({ kinora, role: 'owner', path: '/image' });
  await page.getByRole('heading', { name: 'Create your first image' }).waitFor();
  await page.getByRole('button', { name: /^Generate: a red fox/ }).click();
  const row = page.getByRole('article').filter({ hasText: 'a red fox' }).first();
  await row.waitFor();
  await page.locator('[data-picture-row] img').first().waitFor({ timeout: 60_000 });
  const [task] = (await user.get('/api/task.list')).body.data;
  assert.equal(task.prompt, 'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 3:2');
  assert.equal(task.price.amount, '0.04');
});

testInFull('the displayed wait is that of recent tasks in the tier, and unknown without any', async () => {
  const { page, user } = await openConsole({ kinora, role: 'owner', path: '/image' });
  const ask = async () =>
    (await user.get('/api/model.list')).body.data.find(({ id }: { id: string }) => id === 'sketch');
  const { usual_seconds: seconds } = await until(ask, model => model.usual_seconds.fast > 0);
  assert.deepEqual(Object.keys(seconds), ['fast']);
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  assert.match(await settings.locator('label', { hasText: 'Fast' }).innerText(), /usually/);
  assert.match(await settings.locator('label', { hasText: 'Relax' }).innerText(), /wait unknown/);
});

test('a typed parameter updates its control, and a control updates the prompt', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image' });
  await bar(page).fill('a fox,  in snow --ar 16:9');
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  assert.ok(await settings.getByRole('radio', { name: '16:9' }).isChecked());
  await settings.getByRole('radio', { name: '3:2' }).check({ force: true });
  assert.equal(await bar(page).inputValue(), 'a fox,  in snow --ar 3:2');
  await settings.getByRole('radio', { name: /Turbo/ }).check({ force: true });
  await settings.getByRole('slider', { name: 'Chaos' }).fill('30');
  assert.equal(await bar(page).inputValue(), 'a fox,  in snow --ar 3:2 --turbo --chaos 30');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Generate $0.08' }).waitFor();
  await page.getByRole('button', { name: 'Remove --turbo' }).click();
  await page.getByRole('button', { name: 'Generate $0.04' }).waitFor();
  await page.waitForURL(/prompt=a\+fox/);
});

test('an invalid parameter is named, and the nearest valid value is offered as a button', async () => {
  const { page } = await openConsole({
    kinora,
    role: 'owner',
    path: '/image?prompt=a+fox+--chaos+300',
  });
  await page.getByText('Invalid value for --chaos: 300').waitFor();
  assert.ok(await make(page).isDisabled());
  await page.getByRole('button', { name: 'Use --chaos 100' }).click();
  assert.equal(await bar(page).inputValue(), 'a fox --chaos 100');
  assert.ok(await make(page).isEnabled());
});

testInFull('text typed into a prompt that has only parameters goes before them', async () => {
  const { page, visit } = await openConsole({ kinora, role: 'owner', path: '/image' });
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: '16:9' }).check({ force: true });
  await page.keyboard.press('Escape');
  await bar(page).click();
  await page.keyboard.type('a red fox');
  assert.equal(await bar(page).inputValue(), 'a red fox --ar 16:9');
  await visit('/image?prompt=--ar+16:9');
  await bar(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' a red fox');
  assert.equal(await bar(page).inputValue(), 'a red fox --ar 16:9');
});

test('braces show the number of tasks and their total price; Enter submits them and Up recalls the prompt', async () => {
  const { page, user } = await openConsole({ kinora, role: 'owner', path: '/image' });
  await bar(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('a {red, blue} boat --draft --ar 2:3');
  await page.getByText('2 tasks').waitFor();
  await page.getByRole('button', { name: 'Generate 2 $0.04' }).waitFor();
  const before = (await user.get('/api/task.list')).body.data.length;
  await page.keyboard.press('Enter');
  await page.locator('[data-picture-row]').filter({ hasText: 'a blue boat' }).waitFor();
  assert.equal((await user.get('/api/task.list')).body.data.length, before + 2);
  assert.equal(await bar(page).inputValue(), ' --ar 2:3', 'the parameters stay, the text is cleared');
  await page.keyboard.press('ArrowUp');
  assert.equal(await bar(page).inputValue(), 'a {red, blue} boat --draft --ar 2:3');
});

test('a rejected prompt shows the reason in its place, marks the word, and can be edited again', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image' });
  const operator = await signedIn(kinora, 'operator');
  await operator.run('banned add', { words: ['gryphon'] });
  await bar(page).fill('a gryphon --ar 3:2');
  await make(page).click();
  await page.locator('mark', { hasText: 'gryphon' }).waitFor();
  await page.getByText('Not charged.').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  assert.equal(await bar(page).inputValue(), 'a gryphon --ar 3:2');
});

testInFull('a prompt of unknown words is rejected with one sentence about the charge', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image' });
  await bar(page).fill('xqzv blorp');
  await make(page).click();
  await page.getByText('It did not understand: xqzv, blorp.').waitFor();
  assert.equal(await page.getByText('Not charged.').count(), 1);
});

test('an image is sent in its selected role, and an unusable file is rejected immediately', async () => {
  const { page, user } = await openConsole({ kinora, role: 'owner', path: '/image' });
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const files = page.getByLabel('Add images', { exact: true }).and(page.locator('input'));
  await files.setInputFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: picture },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ]);
  await page.getByText('notes.txt is not a PNG, JPEG, WebP or GIF image.').waitFor();
  await page.getByRole('button', { name: /^Describe/ }).waitFor();
  await page.getByLabel('Use red.png as').selectOption('character');
  await bar(page).fill('a house --ar 2:3 --v 7');
  await page.getByText(/--cref is not compatible with --version 7/).waitFor();
  await page.getByRole('button', { name: 'Use version 6.1' }).waitFor();
  await page.getByLabel('Use red.png as').selectOption('style');
  await bar(page).fill('a house --ar 2:3');
  await make(page).click();
  await page.locator('[data-picture-row]').filter({ hasText: 'a house' }).waitFor();
  const [task] = (await user.get('/api/task.list')).body.data;
  assert.match(task.final_prompt, /^a house --ar 2:3 --sref http\S+\/media\/\S+/);
});

testInFull('the page and its settings are accessible', async () => {
  const axe = await readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const theme of inDepth<readonly ('dark' | 'light')[]>({
    quick: ['dark'],
    full: ['dark', 'light'],
  })) {
    const path = '/image?prompt=a+fox+--ar+3:2+--chaos+300';
    const { page } = await openConsole({ kinora, role: 'owner', path, theme });
    await page.locator('[data-picture-row] img').first().waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.evaluate(axe);
    const report = await page.evaluate(() =>
      (globalThis as any).axe.run({ exclude: ['[data-picture-row]'] }),
    );
    const faults = report.violations.map(({ id, nodes }: any) => [id, nodes.map((node: any) => node.html)]);
    assert.deepEqual(faults, [], theme);
  }
});

testInFull('a user without an image token can create one with one click', async () => {
  const { page, user } = await openConsole({ kinora, role: 'member', path: '/image' });
  await page.getByRole('button', { name: 'Create token' }).click();
  await bar(page).waitFor();
  const tokens = (await user.get('/api/token.list')).body.data;
  assert.deepEqual(
    tokens.map((token: { name: string; group: string }) => [token.name, token.group]),
    [['Console', 'image']],
  );
});

testInFull('on a phone the prompt bar is at the bottom, and its settings open as a sheet', async () => {
  const { page } = await openConsole({ kinora, role: 'owner', path: '/image', viewport: phone });
  await bar(page).waitFor();
  const box = await bar(page).boundingBox();
  assert.ok(box && box.y > phone.height / 2);
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = await page.getByRole('dialog', { name: 'Settings' }).boundingBox();
  assert.equal(sheet?.width, phone.width);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'no horizontal scrolling',
  );
});

testInFull('Enter waits until the page knows the price', async () => {
  const { page, user, visit } = await openConsole({ kinora, role: 'owner', path: '/gallery' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v1/models', async route => {
    await promise;
    await route.continue();
  });
  await visit('/image');
  await bar(page).fill('an early bird --draft --ar 1:1');
  await bar(page).press('Enter');
  assert.equal(await bar(page).inputValue(), 'an early bird --draft --ar 1:1');
  resolve();
  await page.getByRole('article').filter({ hasText: 'an early bird' }).first().waitFor();
  await until(
    () => user.get('/api/task.list?q=early'),
    ({ body }) => body.data.length === 1,
  );
});

test('repeated clicks shorten a prompt once, and a retry after a lost response uses the same key', async () => {
  const { page, faults } = await openConsole({ kinora, role: 'owner', path: '/image' });
  const keys: (string | undefined)[] = [];
  await page.route('**/mj/submit/shorten', async route => {
    keys.push(route.request().headers()['idempotency-key']);
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  await bar(page).fill(
    'a very long prompt that says the same thing again and again and again about a red fox',
  );
  const shorten = page.getByRole('button', { name: /^Shorten/ });
  await shorten.waitFor();
  await shorten.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.getByRole('button', { name: /^Try again/ }).waitFor();
  await shorten.click();
  await page.getByRole('button', { name: /^Try again/ }).waitFor({ state: 'detached' });
  await until(
    () => Promise.resolve(keys.length),
    count => count === 2,
  );
  assert.equal(keys[0], keys[1]);
  // Caused by the lost response.
  assert.deepEqual((faults as string[]).splice(0), ['Failed to load resource: net::ERR_FAILED']);
});
