/**
 * OpenAI's own SDK in a page of another origin, with `dangerouslyAllowBrowser`: the module files of the
 * package `openai` as they are, loaded by a real browser. The browser asks for a preflight of every call,
 * because the SDK adds headers of its own.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBlankPage } from '../../support/browser/browser.ts';
import { serve } from '../../support/servers/serve.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let page: Page;

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

before(async () => {
  kinora = await startTestApp();
  page = await openBlankPage();
  const origin = await serve(async ({ url = '/' }, response) => {
    if (url === '/') return void response.setHeader('content-type', 'text/html').end('<!doctype html>');
    const file = await readFile(`${packages}${url.slice(1)}`).catch(() => undefined);
    response.writeHead(file ? 200 : 404, { 'content-type': 'text/javascript' }).end(file);
  });
  // `localhost` and 127.0.0.1, where the server listens, are different sites, not only different origins.
  await page.goto(origin.replace('127.0.0.1', 'localhost'));
});

/**
 * Runs the body of a function in the page. It knows `client`, `OpenAI`, `prompt`
 * and `size`, and returns JSON.
 */
async function runInPage(body: string): Promise<any> {
  const script = `(async () => {
    const { default: OpenAI, toFile } = await import('/openai/index.mjs');
    const client = new OpenAI({
      baseURL: ${JSON.stringify(`${kinora.url}/v1`)},
      apiKey: ${JSON.stringify(kinora.imageKey)},
      dangerouslyAllowBrowser: true,
    });
    const [prompt, size] = ['a red fox', '512x512'];
    ${body}
  })()`;
  return page.evaluate(script);
}

test('a page generates an image and reads its task and its price', async () => {
  const details = await runInPage(`
    const { data, response } = await client.images.generate({ prompt, size, style: 'vivid' }).withResponse();
    return [data.data.length, ...['task', 'price', 'ignored'].map(name => response.headers.get('x-kinora-' + name))];
  `);
  assert.equal(details[0], 1);
  assert.match(details[1], /^\d{16}$/);
  assert.deepEqual(details.slice(2), ['0.005 USD', 'style']);
});

test('a page edits what it has drawn itself, as a form', async () => {
  const url = await runInPage(`
    const canvas = new OffscreenCanvas(256, 256);
    canvas.getContext('2d').fillRect(40, 40, 100, 100);
    const image = await toFile(await canvas.convertToBlob(), 'own.png', { type: 'image/png' });
    return (await client.images.edit({ prompt, image, size, response_format: 'url' })).data[0].url;
  `);
  const width = await page.evaluate(
    `new Promise((resolve, reject) => Object.assign(new Image(), {
      crossOrigin: 'anonymous', src: ${JSON.stringify(url)}, onerror: reject,
      onload() { resolve(this.naturalWidth); },
    }))`,
  );
  assert.equal(width, 512);
});

test('a page receives the events of a stream and of a chat', async () => {
  const [types, content] = await runInPage(`
    const types = [];
    for await (const event of await client.images.generate({ prompt, size, stream: true })) types.push(event.type);
    let content = '';
    const messages = [{ role: 'user', content: prompt }];
    for await (const chunk of await client.chat.completions.create({ model: 'sketch', messages, stream: true }))
      content += chunk.choices[0]?.delta.content ?? '';
    return [types, content];
  `);
  assert.equal(types.at(-1), 'image_generation.completed');
  assert.match(content, /!\[a red fox]\(/);
});

test('a page lists the models, and gets the reason of a rejection', async () => {
  const [ids, status, param, namesSketch] = await runInPage(`
    const ids = [];
    for await (const { id } of client.models.list()) ids.push(id);
    const error = await client.images.generate({ prompt, model: 'gpt-9' }).catch(error => error);
    return [ids, error.status, error.param, error.message.includes('sketch')];
  `);
  assert.ok(ids.includes('sketch'));
  assert.deepEqual([status, param, namesSketch], [400, 'model', true]);
});
