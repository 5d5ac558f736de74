/** Programs on a machine become engines in the Console by one press each, on a desktop and on a phone. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signedIn } from '../../support/clients/console-client.ts';
import { localPrograms } from '../../support/engines/local-programs.ts';
import { startSdapiServer } from '../../support/engines/sdapi-server.ts';
import { forwardPort, Reply, startProgram, unusedAddress } from '../../support/engines/usual-ports.ts';
import { accessibilityFaults } from '../../support/browser/accessibility.ts';
import {
  desktop,
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let operator: ConsoleUser;

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
});

const dialog = (page: Page) => page.getByRole('dialog');
const findProgram = (page: Page, program: string) => dialog(page).getByRole('article', { name: program });

async function search(page: Page, host: string): Promise<void> {
  await dialog(page).getByLabel('Machine').fill(host);
  await dialog(page).getByRole('button', { name: 'Search', exact: true }).click();
}

/** On a busy machine, an answer can come after the limit of a search. */
async function searchUntil(page: Page, host: string, program: string): Promise<void> {
  for (;;) {
    await search(page, host);
    await dialog(page).getByText(`usual ports of ${host}`).waitFor();
    if (await findProgram(page, program).isVisible()) return;
  }
}

async function assertGood(page: Page): Promise<void> {
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
}

for (const viewport of [desktop, phone])
  test(`a web UI is found and added with its models and a cover by one press, ${viewport.width} px wide`, async () => {
    const host = unusedAddress();
    const checkpoint = `painter-${viewport.width}`;
    const server = await startSdapiServer({ program: 'forge', checkpoints: [checkpoint, 'dreams'] });
    await forwardPort({ host, port: 7860 }, server.url);
    const { page } = await openConsole({ kinora, user: operator, path: '/welcome?step=engine', viewport });
    await page.getByRole('link', { name: 'Find engines' }).click();
    await searchUntil(page, host, 'Forge');
    const forge = findProgram(page, 'Forge');
    await forge.getByText(checkpoint, { exact: true }).waitFor();
    await assertGood(page);
    await forge.getByRole('button', { name: 'Add' }).click();
    await forge.getByText('The test passed.').waitFor();
    await forge.getByRole('img', { name: 'Test image' }).waitFor();
    await forge.getByText('Engine', { exact: true }).waitFor();
    await assertGood(page);
    await forge.getByRole('link', { name: 'View models' }).click();
    await page.getByText(checkpoint).first().waitFor();
  });

test('what cannot be used says why, and a program with a secret leads to its form', async () => {
  const host = unusedAddress();
  const { invokeai, 'lm studio': studio } = localPrograms;
  await startProgram({ host, port: invokeai.port }, invokeai.answers);
  await startProgram({ host, port: studio.port }, studio.answers);
  await startProgram({ host, port: 7860 }, { 'GET /sdapi/v1/options': new Reply(401, '{}') });
  const { page } = await openConsole({ kinora, user: operator, path: '/engines', viewport: phone });
  await page.getByRole('button', { name: 'Find engines' }).click();
  await searchUntil(page, host, 'LM Studio');
  await findProgram(page, 'InvokeAI').getByText('no kind of engine').waitFor();
  await assertGood(page);
  await findProgram(page, 'Stable Diffusion web UI').getByRole('button', { name: 'Enter secret' }).click();
  await dialog(page).getByText('Add an engine').waitFor();
  assert.match(await dialog(page).getByRole('textbox', { name: 'Name' }).inputValue(), /^webui/);
  assert.equal(await dialog(page).getByRole('textbox', { name: 'URL' }).inputValue(), `http://${host}:7860`);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(url => !url.searchParams.has('kind') && !url.searchParams.has('url'));
});

test('an address that is not asked is explained at its field, also in Chinese', async () => {
  const { page } = await openConsole({
    kinora,
    user: operator,
    path: '/engines?find=true',
    language: 'zh',
    viewport: phone,
  });
  await dialog(page).getByLabel('机器').fill('169.254.169.254');
  await dialog(page).getByRole('button', { name: '查找', exact: true }).click();
  await dialog(page).getByText('链路本地或保留地址').waitFor();
  await assertGood(page);
});
