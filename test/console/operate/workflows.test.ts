/**
 * Workflows in the Console: a file is read, its slots are bound in menus, and it is saved and checked on a
 * server, on tablets and phones.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inDepth } from '../../support/depth.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { type FakeComfyui, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { noiseExport } from '../../support/comfyui/noise-export.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  desktop,
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../../support/browser/console-page.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';

let kinora: TestApp;
let operator: ConsoleUser;
let fake: FakeComfyui;

before(async () => {
  fake = await startFakeComfyui();
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'gpu', kind: 'comfyui', url: fake.url });
});

const tablet = { width: 1024, height: 768 } as const;

async function choose(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Simulates dropping a file on the page with the mouse. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    file => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.content], file.name, { type: 'application/json' }));
      return transfer;
    },
    { name, content },
  );
  const zone = page.getByText('Drop a workflow here');
  await zone.dispatchEvent('dragover', { dataTransfer });
  await page.getByText('Drop the file to read it.').dispatchEvent('drop', { dataTransfer });
}

async function assertFits(page: Page): Promise<void> {
  await waitUntilSettled(page);
  assert.deepEqual(await layoutFaults(page), [], page.url());
}

for (const viewport of inDepth({ quick: [tablet], full: [tablet, phone] }))
  test(`a workflow is dropped, bound, saved, checked and edited, ${viewport.width} px wide`, async () => {
    const family = `noise-${viewport.width}`;
    const { page } = await openConsole({ kinora, user: operator, path: '/engines', viewport });
    await page.getByRole('link', { name: 'Your workflows' }).click();
    await page.getByText('Drop a workflow here').waitFor();
    await assertOtherFilesRefused(page);
    await drop(page, `Noise ${viewport.width}.json`, JSON.stringify(noiseExport));
    await bindSlots(page);
    assert.equal(await page.getByLabel('Family').inputValue(), family);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. To use it').waitFor();
    await checkServer(page);
    await edit(page, family);
    const stored = await operator.done('workflow show', { family, primitive: 'generate' });
    const slots = stored.slots.map((one: { slot: string; node: string }) => `${one.slot} ${one.node}`);
    assert.deepEqual(slots.sort(), ['batch 1', 'height 1', 'out 9', 'prompt 7', 'steps 2', 'width 1']);
  });

for (const viewport of inDepth({ quick: [phone], full: [desktop, phone] }))
  test(`a slot that sets nothing and the items that the server lacks are named, ${viewport.width} px wide`, async () => {
    const { page } = await openConsole({ kinora, user: operator, path: '/workflows', viewport });
    await drop(page, `Faces ${viewport.width}.json`, JSON.stringify(facesExport));
    await bindMissingSlot(page);
    const check = page.getByRole('region', { name: 'Check server' });
    await check.getByLabel('Family').selectOption(`faces-${viewport.width}`);
    await check.getByRole('button', { name: 'Check server' }).click();
    await check.getByText('The server is missing 2 items that the workflows need').waitFor();
    const lacks = await check.getByRole('listitem').allInnerTexts();
    assert.deepEqual(lacks.map(line => line.split(' · ')[0]).sort(), [
      'Model file dreams.safetensors node 4',
      'Node class FaceDetailer node 3',
    ]);
    await assertFits(page);
  });

test('a workflow with a cycle is never shown as ready, and cannot be saved', async () => {
  const { page } = await openConsole({ kinora, user: operator, path: '/workflows', viewport: phone });
  const loop = {
    ...noiseExport,
    2: { ...noiseExport[2], inputs: { ...noiseExport[2].inputs, image: ['3', 0] } },
    3: { class_type: 'ImageBlur', inputs: { image: ['2', 0] } },
  };
  await drop(page, 'Loop.json', JSON.stringify(loop));
  await page.getByText(/cannot run: these nodes feed each other, so none of them can run: 2, 3\./).waitFor();
  assert.equal(await page.getByText('All slots that this purpose needs are bound.').count(), 0);
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  await assertFits(page);
});

/**
 * An export of another server: it has a node and a model that this one lacks, and a title that
 * names a slot which sets nothing.
 */
const facesExport = {
  ...noiseExport,
  1: { ...noiseExport[1], _meta: { title: 'Canvas $frames' } },
  3: { class_type: 'FaceDetailer', inputs: { image: ['2', 0], model: ['4', 0] } },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'dreams.safetensors' } },
  9: { ...noiseExport[9], inputs: { ...noiseExport[9].inputs, images: ['3', 0] } },
};

async function bindMissingSlot(page: Page): Promise<void> {
  await page.getByLabel('Purpose').selectOption({ label: 'Text to image' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/slot frames on node 1 \(EmptyImage\) sets no input.*length, frames_number, frames, value\./)
    .waitFor();
  await assertFits(page);
  await page.getByLabel('Slot of batch_size, Canvas $frames (1)').selectOption({ label: 'Frames' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. To use it').waitFor();
}

async function assertOtherFilesRefused(page: Page): Promise<void> {
  await choose(page, 'a.json', '{');
  await page.getByText('This file is not JSON.').waitFor();
  await choose(page, 'b.json', JSON.stringify({ nodes: [], links: [] }));
  await page.getByText(/Export it in the API format: "Export \(API\)"/).waitFor();
  await assertFits(page);
}

/** Slots are suggested, and a removed one is reported as missing immediately. */
async function bindSlots(page: Page): Promise<void> {
  await page.getByText('All slots that this purpose needs are bound.').waitFor();
  await assertFits(page);
  const words = page.getByLabel('Slot of value, Positive prompt (7)');
  assert.equal(await words.inputValue(), 'prompt');
  assert.equal(await page.getByLabel('Slot of seed, Add Noise (2)').inputValue(), 'seed');
  await words.selectOption({ label: 'No slot' });
  await page.getByText('Not bound yet: Prompt').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  await words.selectOption({ label: 'Prompt' });
  await page.getByLabel('Purpose').selectOption({ label: 'Inpainting' });
  await page.getByText('Not bound yet: Image, Mask').waitFor();
  await page.getByLabel('Purpose').selectOption({ label: 'Text to image' });
  await page.getByText('All slots that this purpose needs are bound.').waitFor();
}

async function checkServer(page: Page): Promise<void> {
  const check = page.getByRole('button', { name: 'Check server' });
  await check.click();
  await page.getByText('gpu has everything that these workflows need.').waitFor();
  const noise = fake.classes.get('ImageAddNoise');
  fake.classes.delete('ImageAddNoise');
  await check.click();
  await page.getByText('The server is missing 1 item that the workflows need').waitFor();
  await page.getByText('ImageAddNoise').waitFor();
  await assertFits(page);
  fake.classes.set('ImageAddNoise', noise ?? {});
}

async function edit(page: Page, family: string): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: family }).getByRole('button', { name: 'Edit' }).click();
  await page.getByText('Replaces the workflow of this family and purpose.').waitFor();
  await page.getByLabel('Slot of seed, Add Noise (2)').selectOption({ label: 'Steps' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. To use it').waitFor();
}
