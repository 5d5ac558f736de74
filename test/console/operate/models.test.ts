/**
 * Models and routes in the Console: an operator adds a model, routes it to an engine,
 * and generates a grid with it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { inDepth } from '../../support/depth.ts';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { consoleClient, signedIn } from '../../support/clients/console-client.ts';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { untilShown } from '../../support/browser/until-shown.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let operator: ConsoleUser;
let backend: TestBackend;

before(async () => {
  const server = await startTestEngineServer();
  kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
  });
  operator = await signedIn(kinora, 'operator');
  backend = await server.addBackend('one', { models: ['painter-large', 'painter-small'] });
  await operator.done('engine add', { engine: 'gpu-1', kind: 'test', url: backend.url });
});

const visit = async (path: string, options: object = {}): Promise<Page> =>
  (await openConsole({ kinora, user: operator, path, ...options })).page;
const routes = (page: Page) => page.getByRole('region', { name: 'Routes' });
const dialog = (page: Page) => page.getByRole('dialog');

test('an operator adds a model with price and versions, and errors are shown at their field', async () => {
  const page = await visit('/models');
  await page.getByRole('button', { name: 'Add model' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  assert.ok(await save.isDisabled());
  await page.getByRole('textbox', { name: 'ID' }).fill('sketch');
  await page.getByRole('textbox', { name: 'Name' }).fill('Painter');
  await page.getByRole('textbox', { name: 'Aliases' }).fill('paint');
  await page.getByRole('checkbox', { name: /^Upscale/ }).check();
  await page.getByRole('checkbox', { name: /^Variation/ }).check();
  await page.getByRole('checkbox', { name: '--v 6.1' }).check({ force: true });
  await page.getByRole('checkbox', { name: '--niji 6' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Price / image' }).first().fill('0.02');
  await page.getByText('4 images × $0.02 = $0.08').first().waitFor();
  await page.getByText('1 image × $0.00 = $0.00').first().waitFor();
  await page.getByRole('textbox', { name: 'English' }).fill('Paints anything.');
  await page.getByRole('textbox', { name: 'Chinese' }).fill('什么都能画。');
  await save.click();
  const id = page.getByRole('textbox', { name: 'ID' });
  await page
    .getByRole('alert')
    .getByText(/"sketch" is already the ID or an alias of a model/)
    .waitFor();
  assert.equal(await id.getAttribute('aria-invalid'), 'true');
  // The button that sent it is far below.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  await untilShown(id);
  await id.fill('painter');
  await page.getByText('--v 6.1, --niji 6: prompts will use this model instead of Sketch.').waitFor();
  await save.click();
  await page.waitForURL(/\/models\/painter$/);
  await page.getByText('No engine runs this model yet').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Try it' }).count(), 0);
  const model = await operator.done('model show', { model: 'painter' });
  assert.deepEqual(model.versions, ['6.1', 'niji 6']);
  assert.deepEqual(model.aliases, ['paint']);
  assert.deepEqual(model.management, {
    source: 'operator',
    description: 'Paints anything.',
    description_zh: '什么都能画。',
    unavailable: [],
  });
});

testInFull('only operators see a model that no engine runs, and how a model is managed', async () => {
  const member = await signedIn(kinora, 'member');
  assert.equal((await member.run('model list', { all: true })).status, 403);
  assert.equal((await consoleClient(kinora).run('model list', { all: true })).status, 401);
  assert.equal((await member.run('model show', { model: 'painter' })).status, 400);
  assert.equal('management' in (await member.done('model show', { model: 'sketch' })), false);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  assert.ok(!ids(await operator.done('model list')).includes('painter'));
  const all = await operator.done('model list', { all: true });
  assert.equal(all.find(({ id }: { id: string }) => id === 'painter').offered, false);
  assert.equal(all.find(({ id }: { id: string }) => id === 'sketch').offered, true);
  const { page } = await openConsole({ kinora, user: member, path: '/models' });
  await page.getByRole('link', { name: 'Sketch', exact: true }).click();
  await page.getByRole('link', { name: 'Try it' }).waitFor();
  assert.equal(await routes(page).count(), 0);
});

test('a route is added with an upstream name that the engine reports, and clients can use the model', async () => {
  const page = await visit('/models/painter');
  await page.getByRole('button', { name: 'Add route' }).click();
  await dialog(page).getByLabel('Engine').selectOption('gpu-1');
  await dialog(page).getByRole('button', { name: 'Fetch names' }).click();
  await dialog(page).getByRole('button', { name: 'painter-large' }).click();
  await dialog(page).getByLabel('Weight').fill('0');
  await dialog(page).getByRole('button', { name: 'Add route' }).click();
  await dialog(page).getByRole('alert').waitFor();
  assert.equal(await dialog(page).getByLabel('Weight').getAttribute('aria-invalid'), 'true');
  await dialog(page).getByLabel('Weight').fill('3');
  await dialog(page).getByRole('textbox', { name: 'Cost' }).fill('0.005');
  await dialog(page).getByRole('button', { name: 'Add parameter' }).click();
  await dialog(page).getByRole('textbox', { name: 'Parameter' }).fill('steps');
  await dialog(page).getByRole('textbox', { name: 'Value' }).fill('20');
  await dialog(page).getByRole('button', { name: 'Add route' }).click();
  const row = routes(page).getByRole('row').filter({ hasText: 'gpu-1' });
  await row.getByText('Active').waitFor();
  assert.match(await row.innerText(), /painter-large\s+0\s+3\s+All\s+\$0\.005 \/ image/);
  const { body } = await call(`${kinora.url}/v1/models`, { key: kinora.imageKey });
  const findVersions = (id: string) => body.data.find((one: { id: string }) => one.id === id).versions;
  assert.deepEqual(findVersions('painter'), ['6.1', 'niji 6']);
  assert.ok(!findVersions('sketch').includes('6.1'), 'a version selects one model only');
});

test('the model is selected in Create, and the displayed price is charged', async () => {
  const page = await visit('/models/painter');
  await page.getByRole('link', { name: 'Try it' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const choice = page.getByRole('combobox', { name: 'Model' });
  await choice.waitFor();
  assert.equal(await prompt.inputValue(), ' --v 6.1 --model painter');
  assert.equal(await choice.inputValue(), 'painter');
  await choice.selectOption('');
  assert.equal(await prompt.inputValue(), ' --v 6.1');
  assert.equal(await choice.locator('option').first().innerText(), 'By version: Painter');
  await choice.selectOption('sketch');
  assert.equal(await prompt.inputValue(), '', 'the choice is sent beside the prompt');
  await prompt.fill('a fox --model paint');
  await page.getByRole('button', { name: 'Generate $0.08' }).waitFor();
  assert.equal(await choice.inputValue(), 'painter', 'an alias works like the ID');
  await prompt.fill(' --v 6.1');
  await choice.selectOption('painter');
  await prompt.fill(`a fox${await prompt.inputValue()}`);
  await page.getByRole('button', { name: 'Generate $0.08' }).click();
  const newest = () => operator.done('task list', { limit: 1 });
  const [task] = await until(newest, ([one]) => one?.state === 'succeeded');
  assert.equal(task.model, 'painter');
  assert.equal(task.price.amount, '0.08');
  assert.equal(backend.received[0]?.job.upstream, 'painter-large');
  await page.getByRole('article').filter({ hasText: 'a fox' }).first().waitFor();
});

test('a route is disabled and enabled, and the model is edited', async () => {
  const page = await visit('/models/painter');
  await page.getByRole('button', { name: 'Disable gpu-1' }).click();
  await routes(page).getByText('Disabled').waitFor();
  await page.getByRole('link', { name: 'Try it' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Enable gpu-1' }).click();
  await routes(page).getByText('Active').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Great painter');
  await page.getByRole('checkbox', { name: '--v 6.1' }).uncheck({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Great painter' }).waitFor();
  const { versions } = await operator.done('model show', { model: 'painter' });
  assert.deepEqual(versions, ['niji 6']);
});

test('a video model with other lengths is added and selected in Create', async () => {
  const page = await visit('/models?add=model');
  await page.getByText('Video', { exact: true }).last().click();
  await page.getByRole('textbox', { name: 'ID' }).fill('mover');
  const parameters = page.getByRole('textbox', { name: 'Parameters (JSON)' });
  const defaults = await parameters.inputValue();
  await parameters.fill('{"seconds": ');
  await page.getByText('Not valid JSON.').waitFor();
  await parameters.fill(defaults.replace('"enum":[5],"default":5', '"enum":[3,6],"default":3'));
  await page.getByRole('textbox', { name: 'Price / second' }).fill('0.10');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add route' }).click();
  await dialog(page).getByLabel('Engine').selectOption('gpu-1');
  await dialog(page).getByRole('button', { name: 'Add route' }).click();
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('button', { name: /Model: mover/ }).waitFor();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a boat');
  await page.locator('[data-sum]').getByText('$0.30').waitFor();
});

for (const language of inDepth<readonly ('en' | 'zh')[]>({ quick: ['en'], full: ['en', 'zh'] }))
  test(`the pages of a model fit on phones and tablets, ${language}`, async () => {
    const consolePage = await openConsole({
      kinora,
      user: operator,
      path: '/models',
      language,
      viewport: phone,
    });
    const faultsByPage: Record<string, string[]> = {};
    for (const path of [
      '/models',
      '/models?add=model',
      '/models/painter',
      '/models/painter?edit=model',
      '/image',
    ]) {
      await consolePage.visit(path);
      for (const width of [390, 1024]) {
        await consolePage.page.setViewportSize({ width, height: 900 });
        await waitUntilSettled(consolePage.page);
        const faults = await layoutFaults(consolePage.page);
        if (faults.length > 0) faultsByPage[`${path}, ${width} px`] = faults;
      }
    }
    assert.deepEqual(faultsByPage, {});
  });

test('a model is removed after its ID is typed', async () => {
  const page = await visit('/models/mover');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page).getByRole('textbox').fill('mover');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.waitForURL(/\/models$/);
  await page.getByRole('link', { name: 'Great painter' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'mover', exact: true }).count(), 0);
});
