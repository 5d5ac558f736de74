/**
 * Aliases of models in the Console: created, changed and removed by an operator, and used by clients at once.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { consoleClient, signedIn } from '../../support/clients/console-client.ts';
import { inDepth } from '../../support/depth.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let operator: ConsoleUser;

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
});

const visit = async (path: string, options: object = {}): Promise<Page> =>
  (await openConsole({ kinora, user: operator, path, ...options })).page;
const dialog = (page: Page) => page.getByRole('dialog');
const lines = (page: Page) => page.getByRole('list', { name: 'Aliases of models' }).getByRole('listitem');

/** The status and the wrong field of a price for the name, which needs no picture. */
async function readPrice(model: string): Promise<[number, string | undefined]> {
  const json = { prompt: 'a fox', model };
  const { status, body } = await call(`${kinora.url}/v1/images/quote`, { key: kinora.imageKey, json });
  return [status, body.error?.param];
}

test('an operator finds aliases at the models and sets one, which clients can use at once', async () => {
  assert.deepEqual(await readPrice('gpt-image-1'), [400, 'model']);
  const page = await visit('/models');
  await page.getByRole('link', { name: 'Aliases' }).click();
  await page.getByText('No aliases yet').waitFor();
  await page.getByRole('button', { name: 'Add alias' }).click();
  const save = dialog(page).getByRole('button', { name: 'Save' });
  assert.ok(await save.isDisabled());
  await dialog(page).getByLabel('Alias').fill('sketch');
  await dialog(page).getByLabel('Group').selectOption('image');
  const models = await dialog(page).getByLabel('Model').locator('option').allInnerTexts();
  assert.deepEqual(models.toSorted(), ['Sketch (sketch)', 'Sketch Animate (sketch-animate)'], 'of the group');
  await dialog(page).getByLabel('Group').selectOption('');
  await dialog(page).getByLabel('Model').selectOption('sketch');
  await save.click();
  await dialog(page)
    .getByRole('alert')
    .getByText(/is the ID of a model/)
    .waitFor();
  assert.equal(await dialog(page).getByLabel('Alias').getAttribute('aria-invalid'), 'true');
  await dialog(page).getByLabel('Alias').fill('gpt-image-1');
  await save.click();
  await lines(page).filter({ hasText: 'gpt-image-1' }).getByText('All groups').waitFor();
  assert.deepEqual(await readPrice('gpt-image-1'), [200, undefined]);
});

test('one of a group wins over one of all groups, and a name that is taken is announced', async () => {
  const page = await visit('/aliases?add=alias&alias=gpt-image-1&model=sketch-animate');
  await dialog(page).getByRole('status').getByText('gpt-image-1 means sketch there now.').waitFor();
  await dialog(page).getByLabel('Group').selectOption('image');
  await dialog(page).getByRole('status').waitFor({ state: 'detached' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await lines(page).nth(1).waitFor();
  assert.equal((await readPrice('gpt-image-1'))[0], 400, 'this model makes no pictures of prompts');
});

test('an alias is changed and removed, and each change is in the audit log', async () => {
  const page = await visit('/aliases');
  const ofGroup = lines(page).filter({ hasText: '· image' });
  await ofGroup.getByRole('button', { name: 'Edit gpt-image-1' }).click();
  assert.ok(await dialog(page).getByLabel('Group').isDisabled());
  await dialog(page).getByLabel('Model').selectOption('sketch');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await ofGroup.getByRole('link', { name: 'sketch', exact: true }).waitFor();
  assert.deepEqual(await readPrice('gpt-image-1'), [200, undefined]);
  await ofGroup.getByRole('button', { name: 'Remove gpt-image-1' }).click();
  await dialog(page).getByText('In this group, the name means sketch then').waitFor();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await ofGroup.waitFor({ state: 'detached' });
  assert.deepEqual(await operator.done('alias list'), [
    { alias: 'gpt-image-1', model: 'sketch', group: null },
  ]);
  await page.goto(`${page.url().split('/console')[0]}/console/audit`);
  await page.getByText('Remove an alias').first().waitFor();
  await page.getByText('Set an alias').nth(2).waitFor();
});

test('only operators see and change aliases', async () => {
  const owner = await signedIn(kinora, 'owner');
  for (const name of ['alias list', 'alias set', 'alias remove']) {
    const input =
      name === 'alias list' ? {} : { alias: 'a', ...(name === 'alias set' && { model: 'sketch' }) };
    assert.equal((await owner.run(name, input)).status, 403, name);
    assert.equal((await consoleClient(kinora).run(name, input)).status, 401, name);
  }
  const { page } = await openConsole({ kinora, user: owner, path: '/models' });
  await page.getByRole('link', { name: 'Sketch', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Aliases' }).count(), 0);
});

for (const language of inDepth<readonly ('en' | 'zh')[]>({ quick: ['zh'], full: ['en', 'zh'] }))
  test(`aliases and their form fit on phones and tablets, ${language}`, async () => {
    const consolePage = await openConsole({
      kinora,
      user: operator,
      path: '/aliases',
      language,
      viewport: phone,
    });
    const faultsByPage: Record<string, string[]> = {};
    for (const path of ['/aliases', '/aliases?add=alias']) {
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
