/**
 * "Get models" in the Console: a model is installed, paused, continued and removed by presses
 * alone, on a phone and a desktop.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  desktop,
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  openLocalPlace,
  smallEntry,
  tinyCheckpoint,
  type LocalPlace,
} from '../../support/local-models/local-place.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';

let place: LocalPlace;
let kinora: TestApp;
let operator: ConsoleUser;

before(async () => {
  place = await openLocalPlace();
  kinora = await startTestApp({ settings: place.settings });
  operator = await signedIn(kinora, 'operator');
});

const card = (page: Page) => page.getByRole('article', { name: 'The tiny model' });
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();

for (const viewport of [desktop, phone])
  test(`a model is installed and removed by presses at ${viewport.width} px`, async () => {
    place.hub.faults.set('maker/tiny/tiny.gguf', ['hang']);
    const { page } = await openConsole({ kinora, user: operator, path: '/local', viewport });
    await card(page).getByText('Runs well').waitFor();
    await press(page, 'Install');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('maker/parts/encoder.gguf').waitFor();
    await waitUntilSettled(page);
    assert.deepEqual(await layoutFaults(page), []);
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await card(page).getByText('Downloading the model').waitFor();
    await until(
      async () => place.hub.requests.at(-1)?.name,
      name => name === 'maker/tiny/tiny.gguf',
    );
    assert.deepEqual(await layoutFaults(page), []);
    await press(page, 'Pause');
    await card(page).getByText('Paused').waitFor();
    await press(page, 'Resume');
    await card(page).getByText('Default for prompts without a model').waitFor();
    await card(page).getByRole('link', { name: 'Open model' }).waitFor();
    await waitUntilSettled(page);
    assert.deepEqual(await layoutFaults(page), []);
    await press(page, 'Remove');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await card(page).getByText('Runs well').waitFor();
  });

test('a checkpoint of another program is installed by a press, on a phone', async () => {
  const localPlace = await openLocalPlace();
  await localPlace.setEntries([
    {
      ...smallEntry('base', [{ option: '--model', repository: 'maker/tiny', path: 'tiny.gguf' }]),
      family: 'sd1',
    },
  ]);
  await writeFile(join(localPlace.folder, 'ink-wash.safetensors'), tinyCheckpoint());
  const server = await startTestApp({
    settings: { ...localPlace.settings, KINORA_WEIGHTS_DIRS: localPlace.folder },
  });
  const user = await signedIn(server, 'operator');
  const { page } = await openConsole({ kinora: server, user, path: '/local', viewport: phone });
  await page.getByRole('button', { name: 'Install ink-wash' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('stays where it is').waitFor();
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), []);
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  const model = page.getByRole('article', { name: 'ink-wash' });
  await model.getByText('Default for prompts without a model').waitFor();
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), []);
});
