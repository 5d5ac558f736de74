/** ChatGPT-Midjourney against this server: from its page, in a browser, and from its own server. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { TestApp } from '../../support/servers/app.ts';
import { drawInPage, openPage, paintDiscInPage } from '../../support/browser/browser.ts';
import { callFromPage, callFromServer, openLicoy, type Licoy, type LicoyDraw } from './licoy.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let page: Page;
let licoy: Licoy;

before(async () => {
  kinora = await startScriptedApp();
  page = await openPage();
});

const url = () => `${kinora.url}/mj`;
const fromPage = () => openLicoy(callFromPage({ page, url: url(), key: kinora.imageKey }));
const fromServer = () => openLicoy(callFromServer({ url: url(), key: kinora.imageKey }));
const photo = () => paintDiscInPage(page, { width: 160, height: 96, ground: '#204060', color: '#ffffff' });

async function drawTask(path: string, data: object, modalData?: object): Promise<LicoyDraw> {
  const draw = await licoy.sendTask(path, data, modalData);
  assert.equal(draw.status, 'success', JSON.stringify(draw.error));
  return draw;
}

function findButton({ buttons, taskId }: LicoyDraw, name: string) {
  const button = buttons?.find(({ text }) => text === name);
  assert.ok(button, `${name} is none of ${buttons?.map(({ text }) => text).join(', ')}`);
  return { customId: button.customId, taskId };
}

const press = (draw: LicoyDraw, name: string) => drawTask('submit/action', findButton(draw, name));

async function upscaleImage(): Promise<LicoyDraw> {
  return press(await drawTask('submit/imagine', { prompt: 'a cat --v 7 --draft' }), 'U1');
}

test('its page submits with a bearer key, its server with a bare key and bodies without a Content-Length', async () => {
  for (const open of [fromPage, fromServer]) {
    licoy = open();
    const draw = await drawTask('submit/imagine', { prompt: 'a cat --v 1' });
    assert.ok(draw.buttons?.every(({ text }) => text.length > 0));
    assert.ok((await drawInPage(page, draw.imageUrl ?? '')).width > 0);
    assert.equal((await press(draw, 'U4')).status, 'success');
  }
});

test('each parameter of its panel is accepted in its order, with a bare --niji after --v', async () => {
  licoy = fromServer();
  const prompts = [
    'a cat --v 6 --ar 1:1',
    'a cat --v 6 --ar 1:1 --niji',
    'a cat --v 5 --ar 21:9 --niji',
    'a cat --v 5.2 --no dogs, birds --ar 9:21 --seed 4294967294',
    'a cat --v 5.1 --ar 4:5',
  ];
  const call = callFromServer({ url: url(), key: kinora.imageKey });
  const records = [];
  for (const prompt of prompts) {
    const { body } = await call('submit/imagine', { prompt });
    assert.ok(body.result, `${prompt}: ${body.description}`);
    records.push((await call(`task/${body.result}/fetch`)).body);
    // Their images are not needed.
    await call(`task/${body.result}/cancel`, {});
  }
  const bots = records.map(({ botType }) => botType);
  assert.deepEqual(bots.slice(0, 3), ['MID_JOURNEY', 'NIJI_JOURNEY', 'NIJI_JOURNEY']);
  const base64Array = [await photo(), await photo()];
  await drawTask('submit/imagine', { prompt: 'a cat --v 5 --iw 2 --ar 3:2', base64Array });
  await drawTask('submit/blend', { base64Array, dimensions: 'LANDSCAPE' });
});

test('a region gets its mask, because the first poll after the button already returns MODAL', async () => {
  for (const open of [fromPage, fromServer]) {
    licoy = open();
    const data = findButton(await upscaleImage(), 'Vary (Region)');
    assert.match(data.customId, /^MJ::Inpaint::1/, 'the client opens its dialog for this prefix');
    const disc = { width: 320, height: 320, ground: '#000000', color: '#ffffff' };
    const modalData = { maskBase64: await paintDiscInPage(page, disc), prompt: 'a hat' };
    const draw = await drawTask('submit/action', data, modalData);
    assert.equal(draw.promptEn, 'a hat');
    assert.deepEqual(licoy.posts.at(-1), ['submit/modal', { ...modalData, taskId: draw.taskId }]);
    assert.equal(licoy.posts.filter(([path]) => path === 'submit/modal').length, 1);
  }
});

test('a modal that it confirms without a prompt uses the proposed prompt', async () => {
  licoy = fromPage();
  const zoom = await press(await upscaleImage(), 'Custom Zoom');
  assert.deepEqual(licoy.posts.at(-1), ['submit/modal', { taskId: zoom.taskId }]);
  const description = await drawTask('submit/describe', { base64: await photo() });
  const grid = await press(description, '3️⃣');
  assert.equal(grid.promptEn, 'picture 3 --ar 1:1');
});

test('the heart button is hidden, and every other button has a label or an emoji', async () => {
  licoy = fromServer();
  const texts = (await upscaleImage()).buttons?.map(({ text }) => text) ?? [];
  assert.ok(texts.includes('Upscale (Subtle)') && texts.includes('⬅️'));
  assert.ok(!texts.some(text => !text || text.includes('❤')));
});

test('a rejection has no result, or an error status with the reason, and a failed task has a reason', async () => {
  licoy = fromPage();
  const rejection = await licoy.sendTask('submit/imagine', { prompt: 'a cat --ar wrong' });
  assert.equal(rejection.error, 'not task id');
  const failed = await licoy.sendTask('submit/imagine', { prompt: '\\{"check":"refuse"\\} --v 5' });
  assert.equal(failed.status, 'error');
  assert.ok(typeof failed.error === 'string' && failed.error.length > 0, JSON.stringify(failed));
  for (const call of [
    callFromPage({ page, url: url(), key: 'wrong' }),
    callFromServer({ url: url(), key: 'wrong' }),
  ]) {
    const { error } = await openLicoy(call).sendTask('submit/imagine', { prompt: 'a cat' });
    assert.ok(error.description.length > 0, JSON.stringify(error));
  }
});
