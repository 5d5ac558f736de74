/**
 * A real Open WebUI with pictures of this server: its image generation, its edits, and its chat in a browser,
 * with what it asks for after each turn. In the environment:
 *
 * REAL_OPEN_WEBUI  the path of the executable `open-webui` (`pip install open-webui`)
 * REAL_SCREENSHOT  the path of a picture of the chat, to look at
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { clientGuides } from '@kinora/shared/clients/client-guides';
import { openBlankPage } from '../support/browser/browser.ts';
import { startOpenWebUi, type OpenWebUi } from '../support/programs/open-webui.ts';
import { call, startTestApp, until, type TestApp } from '../support/servers/app.ts';

const executable = process.env['REAL_OPEN_WEBUI'];
const skip = executable ? false : 'set REAL_OPEN_WEBUI to the executable of Open WebUI';

let kinora: TestApp;
let webUi: OpenWebUi;

before(async () => {
  if (!executable) return;
  kinora = await startTestApp({ settings: { KINORA_RESPONSE_SECONDS: '600' } });
  const guide = clientGuides.find(({ id }) => id === 'open-webui');
  const connection = { server: kinora.url, key: kinora.imageKey, model: 'sketch' };
  webUi = await startOpenWebUi(executable, guide?.blocks(connection)[0]?.code ?? '');
});

async function post(path: string, json: object) {
  const { status, body } = await call(`${webUi.url}${path}`, { key: webUi.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The pictures that it stored, as their sizes. */
async function readSizes(images: readonly { readonly url: string }[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${webUi.token}` };
  return Promise.all(
    images.map(async ({ url }) => {
      const bytes = await (await fetch(new URL(url, webUi.url), { headers })).bytes();
      const { format, width, height } = await sharp(bytes).metadata();
      return `${format} ${width}x${height}`;
    }),
  );
}

async function tasks(): Promise<number> {
  return (await kinora.app.db.pool.query('select from tasks')).rowCount ?? 0;
}

test('it lists the models', { skip }, async t => {
  t.diagnostic(`Open WebUI ${webUi.version}`);
  const { body } = await call(`${webUi.url}/api/models`, { key: webUi.token });
  assert.ok(body.data.some(({ id }: { id: string }) => id === 'sketch'));
});

test('its image generation stores the picture in the size of its settings', { skip }, async () => {
  const images = await post('/api/v1/images/generations', { prompt: 'a red fox in the snow' });
  assert.deepEqual(await readSizes(images), ['png 1024x1024']);
});

test('it edits a picture', { skip }, async () => {
  const shade = { width: 256, height: 256, channels: 3, background: '#3060c0' } as const;
  const png = await sharp({ create: shade }).png().toBuffer();
  const image = `data:image/png;base64,${png.toString('base64')}`;
  const images = await post('/api/v1/images/edit', { image, prompt: 'a red fox' });
  assert.equal((await readSizes(images)).length, 1);
});

test('what it asks for besides costs nothing', { skip }, async () => {
  const before = await tasks();
  const messages = [
    { role: 'user', content: 'a red fox in the snow' },
    { role: 'assistant', content: '![a red fox](http://127.0.0.1/media/1.png)' },
  ];
  const requestCompletion = async (task: string, more: object = {}) => {
    const body = await post(`/api/v1/tasks/${task}/completions`, { model: 'sketch', messages, ...more });
    return body.choices[0].message.content;
  };
  assert.equal(await requestCompletion('title'), '{"title":"a red fox in the snow"}');
  assert.equal(await requestCompletion('tags'), '{"tags":["Images"]}');
  assert.equal(await requestCompletion('follow_up'), '{"follow_ups":[]}');
  assert.equal(await requestCompletion('image_prompt'), '{"prompt":"a red fox in the snow"}');
  assert.equal(await requestCompletion('queries', { type: 'web_search' }), '{"queries":[]}');
  await requestCompletion('emoji', { prompt: 'a happy fox' });
  assert.equal(await tasks(), before);
});

/** Its page loads much, and machines are busy. */
const patienceMs = 180_000;

/** A new chat with a first message. */
async function openChat(message: string): Promise<Page> {
  // Where the environment has no locale, that of the browser is `en-US@posix`. The page formats times
  // in it, and shows nothing then.
  const page = await openBlankPage({ locale: 'en-US' });
  page.setDefaultTimeout(patienceMs);
  await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(webUi.token)})`);
  // The notes of the release, which cover the page at the first visit.
  const read = page.getByRole('button', { name: "Okay, Let's Go!" });
  await page.addLocatorHandler(read, () => read.click());
  await page.goto(`${webUi.url}/?models=sketch`);
  await page.locator('#chat-input').click();
  await page.keyboard.type(message);
  await page.keyboard.press('Enter');
  return page;
}

test('a chat has the picture as Markdown', { skip }, async () => {
  const messages = [{ role: 'user', content: 'a lighthouse at dusk' }];
  const body = await post('/api/chat/completions', { model: 'sketch', messages, stream: false });
  assert.match(body.choices[0].message.content, /!\[a lighthouse at dusk]\(http/);
});

test('a chat in its page shows the picture, and its title is set for nothing', { skip }, async () => {
  const before = await tasks();
  const page = await openChat('a lighthouse at dawn');
  const picture = page.locator('img[src*="/media/"]').first();
  const { REAL_SCREENSHOT: path } = process.env;
  await picture.waitFor().finally(() => path && page.screenshot({ path }));
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await until(width, pixels => pixels > 0);
  const chats = () => call(`${webUi.url}/api/v1/chats/`, { key: webUi.token });
  await until(chats, ({ body }) =>
    body.some(({ title }: { title: string }) => title === 'a lighthouse at dawn'),
  );
  assert.equal(await tasks(), before + 1);
});
