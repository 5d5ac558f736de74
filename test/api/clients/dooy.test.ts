/** chatgpt-web-midjourney-proxy against this server, in a browser. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { TestApp } from '../../support/servers/app.ts';
import { drawInPage, openPage, paintDiscInPage } from '../../support/browser/browser.ts';
import { openDooy, type Dooy, type DooyChat } from './dooy.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let page: Page;
let dooy: Dooy;

before(async () => {
  kinora = await startScriptedApp();
  page = await openPage();
});

const open = (secret = kinora.imageKey) => openDooy({ page, server: kinora.url, secret });

async function drawTask(order: Parameters<Dooy['draw']>[0]): Promise<any> {
  const chat = await dooy.draw(order);
  assert.equal(chat.opt?.status, 'SUCCESS', chat.text + chat.opt?.failReason);
  assert.equal(chat.loading, false, 'the spinner stops');
  return chat.opt;
}

/** Presses the button that the client shows under this name. */
async function pressButton(opt: any, name: string): Promise<any> {
  return drawTask({ act: 'button', data: await readData(opt, name) });
}

async function readData(opt: any, name: string) {
  const { buttons } = await dooy.show(opt);
  const button = buttons.find(button => button.name === name && button.works);
  assert.ok(button, `${name} is none of ${buttons.map(({ name }) => name).join(', ')}`);
  return { customId: button.customId, taskId: opt.id };
}

const photo = () => paintDiscInPage(page, { width: 160, height: 96, ground: '#204060', color: '#ffffff' });
const rejection = ({ text, opt }: DooyChat) => {
  assert.equal(opt, undefined);
  return JSON.parse(text);
};

test('a prompt generates a grid with the buttons that the client knows, and no others', async () => {
  dooy = open();
  const opt = await drawTask({ act: 'imagine', prompt: 'a cat --v 7.0' });
  assert.deepEqual(dooy.posts, [
    [
      '/mj/submit/imagine',
      { base64Array: [], notifyHook: '', prompt: 'a cat --v 7.0', state: '', botType: 'MID_JOURNEY' },
    ],
  ]);
  const display = await dooy.show(opt);
  assert.equal(display.as, 'grid');
  assert.equal(display.addresses.length, 4);
  for (const address of display.addresses) assert.equal((await drawInPage(page, address)).width, 1024);
  const names = [1, 2, 3, 4].map(index => `:upsample::${index}`);
  names.push(...[1, 2, 3, 4].map(index => `:variation::${index}`), 'reroll::0');
  assert.deepEqual(
    display.buttons.map(({ name }) => name),
    names,
  );
});

test('the parameters that its settings add to a prompt are accepted for every version', async () => {
  dooy = open();
  const upload = await dooy.mjFetch('/mj/submit/upload-discord-images', { base64Array: [await photo()] });
  assert.equal(upload.code, 1, upload.description);
  const [url] = upload.result;
  const prompts = [
    ...['7.0', '6.0', '5.2', '5.1'].map(version => `a cat --v ${version}`),
    ...['7', '6', '5', '4'].map(version => `a cat --niji ${version}`),
    'a cat  --q 0.5 --v 6.1 --ar 3:4',
    `Cyberpunk,Close-up,a cat  --q 2 --s 250  --v 7.0 --sref ${url} --ar 16:9`,
    `a cat --v 7.0 --oref ${url}`,
    `a cat --s 750  --v 6.1 --cref ${url} --cw 50 --ar 9:16`,
  ];
  for (const prompt of prompts) {
    const { code, description, result } = await dooy.mjFetch('/mj/submit/imagine', { prompt });
    assert.ok([1, 22].includes(code), `${prompt}: ${description}`);
    // Their images are not needed.
    await dooy.mjFetch(`/mj/task/${result}/cancel`, {});
  }
  assert.equal(
    (await drawTask({ act: 'imagine', prompt: 'a cat --niji 4', niji: true })).botType,
    'NIJI_JOURNEY',
  );
});

test('a selected image can be saved through a canvas, and its buttons work', async () => {
  dooy = open();
  const grid = await drawTask({ act: 'imagine', prompt: 'a cat --ar 16:9 --draft' });
  const image = await pressButton(grid, ':upsample::2');
  assert.equal(image.action, 'UPSCALE');
  const display = await dooy.show(image);
  assert.equal(display.as, 'picture');
  assert.match(display.storedImage ?? '', /^data:image\/jpeg;base64,\/9j\//);
  const dead = display.buttons.filter(({ works }) => !works).map(({ name }) => name);
  assert.deepEqual(dead, ['🎞️Animate (High motion)', '🎞️Animate (Low motion)']);
  for (const name of ['upsample_v7_2x_subtle', 'low_variation', 'Outpaint::75', 'Outpaint::100', 'pan_up'])
    assert.equal((await pressButton(image, name)).parentId, image.id, name);
});

/** Its dialog is prefilled with the prompt of the record. */
async function zoomImage(prompt: string): Promise<any> {
  const image = await pressButton(await drawTask({ act: 'imagine', prompt }), ':upsample::1');
  const maskData = { prompt: `${image.prompt}  --zoom 1.8` };
  const opt = await drawTask({ act: 'CustomZoom', data: await readData(image, 'CustomZoom::'), maskData });
  assert.deepEqual([opt.action, opt.prompt], ['ZOOM', maskData.prompt]);
  return opt;
}

test('a custom zoom is confirmed with the prompt of the record and --zoom 1.8', async () => {
  dooy = open();
  assert.equal((await dooy.show(await zoomImage('a cat --v 5.1 --seed 7 --ar 4:3'))).as, 'grid');
});

test('a custom zoom of a draft is confirmed with the prompt of the record too', async () => {
  dooy = open();
  await zoomImage('a cat --draft');
});

test('a region is repainted with a mask of the size of the editor', async () => {
  dooy = open();
  const image = await pressButton(
    await drawTask({ act: 'imagine', prompt: 'a cat --draft' }),
    ':upsample::1',
  );
  const maskBase64 = await paintDiscInPage(page, {
    width: 1920,
    height: 1616,
    ground: '#000000',
    color: '#ffffff',
  });
  const data = await readData(image, ':Inpaint::1');
  const opt = await drawTask({ act: 'mask', data, maskData: { maskBase64, prompt: 'a hat' } });
  assert.deepEqual([opt.action, opt.prompt], ['VARIATION', 'a hat']);
});

test('an image is described, and a description generates a grid when its modal is answered with its text', async () => {
  dooy = open();
  const description = await drawTask({
    act: 'describe',
    data: { base64: await photo(), botType: 'MID_JOURNEY' },
  });
  const display = await dooy.show(description);
  assert.deepEqual([display.as, display.text], ['picture', description.properties.finalPrompt]);
  const grid = await pressButton(description, 'Job::PicReader::2');
  assert.deepEqual(dooy.posts.at(-1), [
    '/mj/submit/modal',
    { taskId: grid.id, prompt: 'picture 2 --ar 1:1' },
  ]);
  assert.equal((await dooy.show(grid)).as, 'grid');
  assert.equal((await pressButton(description, 'Picread::Retry')).action, 'DESCRIBE');
});

test('shorten returns a text that the client can render, and a shortened prompt generates an image', async () => {
  dooy = open();
  const data = { prompt: 'a very big dog', botType: 'MID_JOURNEY' };
  const analysis = await drawTask({ act: 'shorten', data });
  assert.match((await dooy.show(analysis)).text ?? '', /^## Important tokens\n/);
  assert.equal((await pressButton(analysis, 'PromptAnalyzer::5')).action, 'IMAGINE');
});

test('images are blended, edited and animated', async () => {
  dooy = open();
  const image = await photo();
  const base64Array = [image, image];
  const blend = await drawTask({
    act: 'blend',
    data: { base64Array, botType: 'MID_JOURNEY', dimensions: 'PORTRAIT' },
  });
  assert.equal((await dooy.show(blend)).as, 'grid');
  const edit = await drawTask({ act: 'edits', data: { prompt: 'a moon', maskBase64: image, image } });
  assert.equal(edit.action, 'EDIT');
  const [url] = (await dooy.mjFetch('/mj/submit/upload-discord-images', { base64Array: [image] })).result;
  const clips = await drawTask({ act: 'imagine', prompt: ` ${url}  a cat --bs 1  --video ` });
  const display = await dooy.show(clips);
  assert.deepEqual([display.as, display.addresses.length], ['clips', 1]);
  const data = { motion: 'low', prompt: 'it moves', image, base64: image, mode: 'FAST' };
  const { code, description, result } = await dooy.mjFetch('/mj/submit/video', data);
  assert.ok([1, 22].includes(code), description);
  // The four clips are not needed.
  await dooy.mjFetch(`/mj/task/${result}/cancel`, {});
});

test('without buttons, it upscales, varies and rerolls by task and index', async () => {
  dooy = open();
  const grid = await drawTask({ act: 'imagine', prompt: 'a cat --v 1' });
  const taskId: string = grid.id;
  const change = (action: string, index: number) =>
    drawTask({ act: 'change', data: { action, index, taskId } });
  assert.equal((await change('UPSCALE', 3)).action, 'UPSCALE');
  assert.equal((await change('VARIATION', 4)).action, 'VARIATION');
  assert.equal((await change('REROLL', 1)).parentId, taskId);
  assert.equal((await pressButton(grid, 'reroll::0')).action, 'IMAGINE', 'the same action as with buttons');
});

test('the seed is a positive number, and tasks are listed by numeric ids', async () => {
  dooy = open();
  const { id, seed } = await drawTask({ act: 'imagine', prompt: 'a cat --v 1 --seed 77' });
  const { result } = await dooy.mjFetch(`/mj/task/${id}/image-seed`);
  assert.ok(result > 0 && seed > 0);
  const records = await dooy.mjFetch('/mj/task/list-by-condition', { ids: [+id] });
  assert.deepEqual([records.length, records[0].id], [1, id]);
  await assert.rejects(dooy.mjFetch('/mj/gallery'), { code: 'response_fail', status: 404 });
});

test('an error is shown with its reason, and nothing is submitted after it', async () => {
  dooy = open();
  const wrong = rejection(await dooy.draw({ act: 'imagine', prompt: 'a cat --v 7.0 --ar 16' }));
  assert.match(wrong.description, /`--ar`/);
  const missing = { customId: 'MJ::Inpaint::1::none::SOLO', taskId: '1234567890123456' };
  const maskRejection = rejection(
    await dooy.draw({ act: 'mask', data: missing, maskData: { prompt: 'a hat' } }),
  );
  assert.deepEqual([maskRejection.code, maskRejection.result], [4, null]);
  const face = { sourceBase64: await photo(), targetBase64: await photo() };
  assert.equal(rejection(await dooy.draw({ act: 'face', data: face })).code, 4);
  assert.ok(dooy.posts.every(([path]) => path !== '/mj/submit/modal'));
  const failed = await dooy.draw({ act: 'imagine', prompt: '\\{"check":"refuse"\\} --v 7.0' });
  const display = await dooy.show(failed.opt);
  assert.equal(display.as, 'failure');
  assert.ok((display.text ?? '').length > 0);
  const stranger = rejection(await open('wrong').draw({ act: 'imagine', prompt: 'a cat' }));
  assert.deepEqual([stranger.code, stranger.status], ['response_fail', 401]);
  assert.ok(stranger.error.description.length > 0);
});
