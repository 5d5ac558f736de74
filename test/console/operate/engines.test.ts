/**
 * Engines in the Console: adding, probing, changing the secret, testing, draining and removing,
 * on a desktop and on a phone.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { inDepth } from '../../support/depth.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { untilShown } from '../../support/browser/until-shown.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let operator: ConsoleUser;
let server: TestEngineServer;

before(async () => {
  server = await startTestEngineServer();
  kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
  });
  operator = await signedIn(kinora, 'operator');
});

const tablet = { width: 1024, height: 768 } as const;
const key = 'key of the engine';

const card = (page: Page, engine: string) => page.getByRole('article', { name: engine });
const dialog = (page: Page) => page.getByRole('dialog');

/** Nothing is wider than the window, including an open dialog. */
async function assertFits(page: Page): Promise<void> {
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), [], page.url());
}

/** A model that only this engine runs. */
async function addModel(engine: string): Promise<string> {
  const model = `painter-${engine}`;
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('model add', { model, kind: 'image', name: model, operations: ['grid'], price });
  const upstream = 'painter-large';
  await operator.done('route add', { model, engine, upstream, cost: '0.002', cost_unit: 'image' });
  return model;
}

for (const viewport of inDepth({ quick: [phone], full: [tablet, phone] }))
  test(`an engine is added, its wrong key explained and replaced, tested, drained and removed, ${viewport.width} px wide`, async () => {
    const engine = `gpu-${viewport.width}`;
    const { url } = await server.addBackend(engine, { key, models: ['painter-large'] });
    const { page } = await openConsole({ kinora, user: operator, path: '/engines', viewport });
    await addWithFaults(page, { engine, url });
    await replaceKey(page, engine);
    await probeAndTest(page, engine);
    await drainAndRemove(page, engine);
    assert.doesNotMatch(await page.content(), /key of the engine|a wrong key/);
  });

/** First with a URL and a setting that the server rejects, then with a wrong key. */
async function addWithFaults(page: Page, { engine, url }: { engine: string; url: string }): Promise<void> {
  await page.getByRole('button', { name: 'Add engine' }).click();
  await dialog(page).getByText('Kind of engine').waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Test engine' }).click();
  const submit = dialog(page).getByRole('button', { name: 'Add and probe' });
  await dialog(page).getByLabel('Name').fill(engine);
  assert.ok(await submit.isDisabled(), 'engines of this kind have a URL');
  await dialog(page).getByLabel('URL').fill('ftp://nowhere');
  await dialog(page).getByLabel('URL').blur();
  await dialog(page).getByText('Expected an http or https URL').waitFor();
  const secret = dialog(page).getByLabel('Secret');
  assert.equal(await secret.getAttribute('type'), 'password');
  await secret.fill('a wrong key');
  await dialog(page).getByLabel('Hours').fill('00:00-23:59 Europe/Berlin');
  await dialog(page).getByLabel('Quality').selectOption('best');
  await dialog(page).getByLabel('Poll ms').fill('often');
  await submit.click();
  assert.equal(await dialog(page).getByLabel('URL').getAttribute('aria-invalid'), 'true');
  await dialog(page).getByLabel('URL').fill(url);
  await submit.click();
  await dialog(page).getByLabel('Poll ms').and(page.locator('[aria-invalid="true"]')).waitFor();
  await assertFits(page);
  await dialog(page).getByLabel('Poll ms').fill('5');
  await submit.click();
}

async function replaceKey(page: Page, engine: string): Promise<void> {
  await dialog(page).getByText('it rejected the secret').waitFor();
  await page.getByText('The last probe failed. The engine refused access: it rejected the secret').waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Enter secret again' }).click();
  await dialog(page).getByText(`Edit ${engine}`).waitFor();
  assert.equal(await dialog(page).getByLabel('Poll ms').inputValue(), '5');
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.type === 'password');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('The engine responded in').waitFor();
}

async function probeAndTest(page: Page, engine: string): Promise<void> {
  await dialog(page).getByText('painter-large').waitFor();
  await dialog(page).getByText('No model uses this engine').waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const engineCard = card(page, engine);
  await engineCard.getByText('Ends in …gine').waitFor();
  await engineCard.getByText('00:00-23:59 Europe/Berlin').waitFor();
  await engineCard.getByText('No model uses this engine').waitFor();
  const model = await addModel(engine);
  await page.reload();
  await engineCard.getByRole('row').filter({ hasText: model }).getByText('Active').waitFor();
  await engineCard.getByText('Idle').waitFor();
  await engineCard.getByRole('button', { name: 'Probe' }).click();
  await dialog(page).getByText('The engine responded in').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await engineCard.getByRole('button', { name: 'Test' }).click();
  await engineCard.getByText(/Test passed/).waitFor();
  await engineCard.getByText('64 × 64').waitFor();
  await engineCard.getByText('Cost: $0.008').waitFor();
  await engineCard.getByRole('img', { name: 'Test image' }).waitFor();
  await assertFits(page);
}

async function drainAndRemove(page: Page, engine: string): Promise<void> {
  const remove = card(page, engine).getByRole('button', { name: 'Remove' });
  await remove.click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('wait until its tasks have ended').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await card(page, engine).getByRole('button', { name: 'Drain' }).click();
  await dialog(page).getByRole('button', { name: 'Drain' }).click();
  await card(page, engine).getByText('Drained', { exact: true }).waitFor();
  await assertFits(page);
  await remove.click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await card(page, engine).waitFor({ state: 'detached' });
}

test('a secret is kept, removed or replaced by a reference, and an engine without routes changes its URL', async () => {
  const backend = await server.addBackend('edited', { key });
  await operator.done('engine add', {
    engine: 'edited',
    kind: 'test',
    url: backend.url,
    secret: key,
    slots: 2,
  });
  const { page } = await openConsole({ kinora, user: operator, path: '/engines?edit=edited' });
  const save = dialog(page).getByRole('button', { name: 'Save' });
  await dialog(page).getByText('Ends in …gine').waitFor();
  await dialog(page).getByLabel('Slots').fill('');
  await save.click();
  await dialog(page).waitFor({ state: 'detached' });
  const details = await operator.done('engine show', { engine: 'edited' });
  assert.deepEqual([details.slots, details.secret.last_four], [null, 'gine']);

  await card(page, 'edited').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('button', { name: 'Replace' }).click();
  await dialog(page).getByLabel('Secret').fill('env:ENGINE_KEY');
  await save.click();
  await dialog(page).getByText('The environment variable of the secret is not set').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await card(page, 'edited').getByText('env:ENGINE_KEY').waitFor();

  await card(page, 'edited').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('Removed when you save.').waitFor();
  await save.click();
  await dialog(page).getByText('The engine requires a secret').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await card(page, 'edited').getByText('No secret').waitFor();

  await card(page, 'edited').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('URL').fill(`${backend.url}/`);
  await save.click();
  await dialog(page).getByText('The engine requires a secret').waitFor();
});

testInFull(
  'saving another URL of an engine with routes offers to drain it, and resumes it afterwards',
  async () => {
    const [wrong, right] = [
      await server.addBackend('wrong', { key }),
      await server.addBackend('right', { key }),
    ];
    await operator.done('engine add', { engine: 'moved', kind: 'test', url: wrong.url, secret: key });
    await addModel('moved');
    const { page } = await openConsole({
      kinora,
      user: operator,
      path: '/engines?edit=moved',
      viewport: phone,
    });
    await dialog(page).getByLabel('URL').fill(right.url);
    await dialog(page).getByLabel('Secret').fill(key);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    // It is at the end of a form that is longer than the dialog.
    await untilShown(dialog(page).getByText('The engine has routes'));
    await assertFits(page);
    await dialog(page).getByRole('button', { name: 'Drain and save' }).click();
    await dialog(page).getByText('The engine responded in').waitFor();
    const { url, drained: isDrained } = await operator.done('engine show', { engine: 'moved' });
    assert.deepEqual([url, isDrained], [right.url, false]);
  },
);

test('a probe leads to a model of the engine, with its route, and fixed parameters are typed in rows', async () => {
  const { url } = await server.addBackend('found', { key, models: ['painter-large'] });
  await operator.done('engine add', { engine: 'found', kind: 'test', url, secret: key });
  const { page } = await openConsole({ kinora, user: operator, path: '/engines', viewport: phone });
  await card(page, 'found').getByRole('button', { name: 'Probe' }).click();
  await dialog(page).getByRole('link', { name: 'Add a model that uses painter-large' }).click();
  await page.getByText('Saving adds the model and its route.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'ID' }).inputValue(), 'painter-large');
  await page.getByRole('textbox', { name: 'Multiple of' }).fill('64');
  await assertFits(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/models\/painter-large$/);
  await page.getByRole('region', { name: 'Routes' }).getByText('Active').waitFor();
  await page.getByRole('button', { name: 'Edit found' }).click();
  await dialog(page).getByRole('button', { name: 'Add parameter' }).click();
  await dialog(page).getByRole('textbox', { name: 'Parameter' }).fill('steps');
  await dialog(page).getByRole('textbox', { name: 'Value' }).fill('30');
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  const [route] = await operator.done('route list', { model: 'painter-large' });
  assert.deepEqual([route.upstream, route.parameters.set], ['painter-large', { steps: 30 }]);
  const model = await operator.done('model show', { model: 'painter-large' });
  assert.equal(model.sizes.multiple, 64);
});

testInFull('an engine shows the routes of its models, and links to them', async () => {
  const { page } = await openConsole({ kinora, user: operator, path: '/engines' });
  const paths: string[] = [];
  page.on('request', request => void paths.push(new URL(request.url()).pathname));
  await page.reload();
  const routes = card(page, 'sketch').getByRole('region', { name: 'Routes' });
  const row = routes.getByRole('row').filter({ hasText: 'Sketch Motion' });
  await row.getByText('Active').waitFor();
  await card(page, 'edited').getByText('No secret').waitFor();
  assert.ok(paths.includes('/api/engine.list') && !paths.includes('/api/engine.show'), String(paths));
  await row.getByRole('link').click();
  await page.waitForURL(/\/models\/sketch-motion/);
});

testInFull('in Chinese: the form for an engine and the result of a probe', async () => {
  const { page } = await openConsole({ kinora, user: operator, path: '/engines', language: 'zh' });
  await page.getByRole('button', { name: '添加引擎' }).click();
  await dialog(page).getByRole('button', { name: '用于测试的服务器' }).click();
  await dialog(page).getByLabel('密钥').waitFor();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await card(page, 'sketch').getByRole('button', { name: '探测' }).click();
  await dialog(page).getByText('该引擎在工作进程内运行，无需连接。').waitFor();
});

testInFull('the forms of engines are accessible', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  const problems: string[] = [];
  const themes = { quick: ['dark'], full: ['dark', 'light'] } as const;
  for (const theme of inDepth<readonly ('dark' | 'light')[]>(themes)) {
    const { page, visit } = await openConsole({ kinora, user: operator, path: '/engines?add=true', theme });
    const check = async (pageState: string) => {
      await waitUntilSettled(page);
      await page.evaluate(axe);
      const violationTexts = await page.evaluate(async () => {
        const { violations } = await (globalThis as any).axe.run({ rules: { region: { enabled: false } } });
        return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
      });
      problems.push(...violationTexts.map((one: string) => `${pageState}, ${theme}: ${one}`));
    };
    await dialog(page).getByRole('button', { name: 'Test engine' }).waitFor();
    await check('kinds');
    await dialog(page).getByRole('button', { name: 'Test engine' }).click();
    await check('add');
    await visit('/engines?edit=edited');
    await dialog(page).getByRole('button', { name: 'Save' }).waitFor();
    await check('edit');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await card(page, 'edited').getByRole('button', { name: 'Probe' }).click();
    await dialog(page).getByText('The engine requires a secret').waitFor();
    await check('probe');
  }
  assert.deepEqual(problems, []);
});
