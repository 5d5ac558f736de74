/**
 * The whole life of an engine in the Console: an operator adds it, adds a model for it, generates a grid with
 * the model, drains the engine and removes it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { inDepth } from '../../support/depth.ts';

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

const key = 'key of the engine';
const card = (page: Page, engine: string) => page.getByRole('article', { name: engine });
const dialog = (page: Page) => page.getByRole('dialog');

interface Names {
  readonly engine: string;
  readonly model: string;
  /** How prompts name the model. */
  readonly version: string;
}

async function assertFits(page: Page): Promise<void> {
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), [], page.url());
}

const viewports = [
  [phone, '6'],
  [{ width: 1024, height: 768 }, '6.1'],
] as const;

for (const [viewport, version] of viewports.slice(0, inDepth({ quick: 1, full: 2 })))
  test(`an engine is added, used for a grid, drained and removed again, ${viewport.width} px wide`, async () => {
    const names = { engine: `gpu-${viewport.width}`, model: `painter-${viewport.width}`, version };
    const backend = await server.addBackend(names.engine, { key, models: ['painter-large'] });
    const { page, visit } = await openConsole({ kinora, user: operator, path: '/engines', viewport });
    await addEngine(page, names, backend);
    await testWithoutModel(page, names);
    await visit('/models');
    await addModel(page, names);
    await addRoute(page, names);
    await visit('/engines');
    await testEngine(page, names);
    await visit(`/models/${names.model}`);
    await makeGrid(page, names, backend);
    await visit('/engines');
    await drainAndRemove(page, names);
    await visit(`/models/${names.model}`);
    await page.getByText('No engine runs this model yet').waitFor();
    await assertFits(page);
  });

/** Enters a wrong key first. */
async function addEngine(page: Page, { engine }: Names, { url }: TestBackend): Promise<void> {
  await page.getByRole('button', { name: 'Add engine' }).click();
  await dialog(page).getByRole('button', { name: 'Test engine' }).click();
  await dialog(page).getByLabel('Name').fill(engine);
  await dialog(page).getByLabel('URL').fill(url);
  await dialog(page).getByLabel('Secret').fill('a wrong key');
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Add and probe' }).click();
  await dialog(page).getByText('it rejected the secret. Enter a valid secret.').waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Enter secret again' }).click();
  await dialog(page).getByText(`Edit ${engine}`).waitFor();
  await dialog(page).getByLabel('Secret').fill(key);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText('The engine responded in').waitFor();
  await dialog(page).getByText('painter-large').waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
}

async function testWithoutModel(page: Page, { engine }: Names): Promise<void> {
  await card(page, engine).getByText('No model uses this engine').waitFor();
  await assertFits(page);
}

async function addModel(page: Page, { model, version }: Names): Promise<void> {
  await page.getByRole('button', { name: 'Add model' }).click();
  await page.getByRole('textbox', { name: 'ID' }).fill(model);
  await page.getByRole('checkbox', { name: `--v ${version}`, exact: true }).check({ force: true });
  await page.getByRole('textbox', { name: 'Price / image' }).first().fill('0.02');
  await page.getByText(`--v ${version}: prompts will use this model instead of Sketch.`).waitFor();
  await assertFits(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(new RegExp(`/models/${model}$`));
  await page.getByText('No engine runs this model yet').waitFor();
  await page.getByText('$0.02 per image', { exact: true }).first().waitFor();
  // Selecting an image is free.
  await page.getByText('Otherwise').first().waitFor();
  await assertFits(page);
}

async function addRoute(page: Page, { engine }: Names): Promise<void> {
  await page.getByRole('button', { name: 'Add route' }).click();
  await dialog(page).getByLabel('Engine').selectOption(engine);
  await dialog(page).getByRole('button', { name: 'Fetch names' }).click();
  await dialog(page).getByRole('button', { name: 'painter-large' }).click();
  await dialog(page).getByRole('textbox', { name: 'Cost' }).fill('0.005');
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Add route' }).click();
  const routes = page.getByRole('region', { name: 'Routes' });
  await routes.getByRole('row').filter({ hasText: engine }).getByText('Active').waitFor();
  await assertFits(page);
}

async function testEngine(page: Page, { engine }: Names): Promise<void> {
  await card(page, engine).getByRole('button', { name: 'Test' }).click();
  await card(page, engine)
    .getByText(/Test passed/)
    .waitFor();
  await card(page, engine).getByRole('img', { name: 'Test image' }).waitFor();
  await assertFits(page);
}

/** Selects the model by its version, as clients of the original do. */
async function makeGrid(page: Page, names: Names, backend: TestBackend): Promise<void> {
  const before = backend.received.length;
  await page.getByRole('link', { name: 'Try it' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill(`a fox in ${names.engine} --v ${names.version}`);
  await assertFits(page);
  await page.getByRole('button', { name: 'Generate $0.08' }).click();
  const [task] = await until(
    () => operator.done('task list', { limit: 1 }),
    ([one]) => one?.state === 'succeeded' && one.model === names.model,
  );
  assert.equal(task.price.amount, '0.08');
  assert.equal(backend.received[before]?.job.upstream, 'painter-large');
  const article = page.getByRole('article').filter({ hasText: `a fox in ${names.engine}` });
  await article.getByRole('button', { name: /^Image 4 of 4/ }).waitFor();
  await assertFits(page);
}

async function drainAndRemove(page: Page, { engine, model }: Names): Promise<void> {
  const engineCard = card(page, engine);
  await engineCard.getByRole('button', { name: 'Drain' }).click();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Drain' }).click();
  await engineCard.getByText('Drained', { exact: true }).waitFor();
  await assertFits(page);
  await engineCard.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText(`no other engine runs them: ${model}.`).waitFor();
  await assertFits(page);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await engineCard.waitFor({ state: 'detached' });
  await assertFits(page);
}
