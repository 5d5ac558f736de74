/**
 * What every client in a browser does: cross-origin calls, images on a canvas, clips, and files of the user.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until, type TestApp } from '../../support/servers/app.ts';
import {
  drawInPage,
  fetchInPage,
  openPage,
  paintDiscInPage,
  type CanvasPicture,
} from '../../support/browser/browser.ts';
import { serve } from '../../support/servers/serve.ts';
import { findButton, type ImageRecord } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let page: Page;

before(async () => {
  kinora = await startScriptedApp();
  page = await openPage();
});

const submit = (name: string, json: unknown, headers: Record<string, string> = {}) =>
  fetchInPage(page, `${kinora.url}/mj/submit/${name}`, {
    json,
    headers: { 'Content-Type': 'application/json', 'mj-api-secret': kinora.imageKey, ...headers },
  });

async function end(id: string): Promise<ImageRecord> {
  const ask = () =>
    fetchInPage(page, `${kinora.url}/mj/task/${id}/fetch`, { headers: { 'mj-api-secret': kinora.imageKey } });
  return (await until(ask, ({ body }) => ['SUCCESS', 'FAILURE'].includes(body.status))).body;
}

async function makeRecord(name: string, json: unknown): Promise<ImageRecord> {
  const { body } = await submit(name, json);
  assert.ok([1, 22].includes(body.code), JSON.stringify(body));
  return end(body.result);
}

/** A file that the user chose, as `FileReader` returns it. */
async function chosenFile(type: 'image/png' | 'image/jpeg' | 'image/webp'): Promise<string> {
  return page.evaluate(async type => {
    const canvas = document.createElement('canvas');
    canvas.width = 120;
    canvas.height = 80;
    canvas.getContext('2d')?.fillRect(10, 10, 60, 40);
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type));
    const reader = new FileReader();
    return new Promise<string>(resolve => {
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsDataURL(new File([blob as Blob], 'mine', { type }));
    });
  }, type);
}

test('this browser enforces CORS: without sufficient headers, a page cannot read a response', async () => {
  const dot =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  const silent = await serve((_, response) => response.setHeader('content-type', 'image/svg+xml').end(dot));
  await assert.rejects(fetchInPage(page, silent), /Failed to fetch/);
  await assert.rejects(drawInPage(page, silent), /EncodingError/);
  await assert.rejects(
    drawInPage(page, silent, null),
    /SecurityError.*Tainted/,
    'displayed, but not readable',
  );
  const simple = await serve((_, response) =>
    response.setHeader('access-control-allow-origin', '*').writeHead(200).end(),
  );
  assert.equal((await fetchInPage(page, simple)).status, 200);
  const headers = { 'mj-api-secret': 'key' };
  await assert.rejects(fetchInPage(page, simple, { headers }), /Failed to fetch/, 'the preflight rejects it');
});

test('a page can submit with each header that carries a key, and with all other headers of clients', async () => {
  const url = `${kinora.url}/mj/submit/imagine`;
  const key = kinora.imageKey;
  const json = { prompt: 'a cat --v 1' };
  const type = { 'Content-Type': 'application/json' };
  const secrets = [
    ['mj-api-secret', key],
    ['Authorization', key],
    ['Authorization', `Bearer ${key}`],
  ] as const;
  for (const [name, value] of secrets) {
    const { status, body } = await fetchInPage(page, url, { json, headers: { ...type, [name]: value } });
    assert.deepEqual([status, [1, 22].includes(body.code)], [200, true], JSON.stringify(body));
  }
  const all = {
    ...type,
    Accept: 'application/json',
    Authorization: `Bearer ${key}`,
    'mj-api-secret': key,
    'x-ptoken': 'of the user interface',
    'Idempotency-Key': 'a page',
  };
  const first = await fetchInPage(page, url, { json, headers: all });
  assert.match(first.body.result, /^\d{16}$/);
  assert.equal((await fetchInPage(page, url, { json, headers: all })).body.result, first.body.result);
});

test('a page can read the reason for a rejection', async () => {
  const read = async (path: string, key: string, json?: unknown) => {
    const headers = { 'Content-Type': 'application/json', 'mj-api-secret': key };
    const { status, body } = await fetchInPage(page, `${kinora.url}${path}`, { json, headers });
    assert.ok(body.description.length > 0, path);
    assert.equal(body.result, null, path);
    return [status, body.code];
  };
  assert.equal((await read('/mj/submit/imagine', 'wrong', { prompt: 'a cat' }))[0], 401);
  assert.equal((await read('/mj/submit/imagine', kinora.videoKey, { prompt: 'a cat' }))[0], 403);
  assert.deepEqual(await read('/mj/submit/imagine', kinora.imageKey, { prompt: '' }), [200, 4]);
  assert.deepEqual(await read('/mj/task/1234567890123456/fetch', kinora.imageKey), [404, 3]);
  assert.equal((await read('/mj/no/such/thing', kinora.imageKey))[0], 404);
});

test('a grid and its cells can be drawn to a canvas, and the cells are the quarters of the grid', async () => {
  const grid = await makeRecord('imagine', { prompt: 'a cat --v 1' });
  const sheet = await drawInPage(page, grid.imageUrl ?? '');
  assert.match(sheet.dataUrl, /^data:image\/jpeg;base64,\/9j\//);
  assert.deepEqual([sheet.width, sheet.height], [grid.imageWidth, grid.imageHeight]);
  const cells: CanvasPicture[] = [];
  for (const { url } of grid.imageUrls ?? []) cells.push(await drawInPage(page, url));
  assert.equal(new Set(cells.map(({ middle }) => String(middle))).size, 4, 'four different images');
  for (const cell of cells) assert.deepEqual([cell.width * 2, cell.height * 2], [sheet.width, sheet.height]);
  for (const { thumbnail } of grid.imageUrls ?? []) assert.ok((await drawInPage(page, thumbnail)).width > 0);
});

test('a page can request a byte range of an image and revalidate its cached copy', async () => {
  const grid = await makeRecord('imagine', { prompt: 'a cat --v 1' });
  const url = grid.imageUrl ?? '';
  const part = await fetchInPage(page, url, { headers: { Range: 'bytes=0-99' } });
  assert.equal(part.status, 206);
  assert.match(part.headers['content-range'] ?? '', /^bytes 0-99\/\d+$/);
  const { etag = '' } = (await fetchInPage(page, url, { method: 'HEAD' })).headers;
  assert.equal((await fetchInPage(page, url, { headers: { 'If-None-Match': etag } })).status, 304);
});

test('a clip can be played from any position, and its frames can be drawn to a canvas', async () => {
  const image = await paintDiscInPage(page, { width: 160, height: 96, ground: '#204060', color: '#ffffff' });
  const clip = await makeRecord('video', { prompt: '', image, motion: 'low', batchSize: 1 });
  assert.equal(clip.status, 'SUCCESS', clip.failReason ?? '');
  const playback = await page.evaluate(async url => {
    const video = document.createElement('video');
    video.crossOrigin = 'anonymous';
    const happens = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
      });
    video.src = url;
    await happens('loadedmetadata');
    const middle = video.duration / 2;
    video.currentTime = middle;
    await happens('seeked');
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const { videoWidth: width, duration, currentTime } = video;
    return { width, duration, isThere: currentTime === middle, frame: canvas.toDataURL() };
  }, clip.videoUrl ?? '');
  assert.ok(
    playback.width > 0 && playback.duration > 1 && playback.isThere,
    JSON.stringify(playback).slice(0, 200),
  );
  assert.match(playback.frame, /^data:image\/png/);
  const part = await fetchInPage(page, clip.videoUrl ?? '', { headers: { Range: 'bytes=4-7' } });
  assert.deepEqual([part.status, part.body], [206, 'ftyp']);
});

test('a page can submit files of the user as data URLs and draw the results', async () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    const record = await makeRecord('imagine', {
      prompt: 'a cat --v 1',
      base64Array: [await chosenFile(type)],
    });
    assert.equal(record.status, 'SUCCESS', record.failReason ?? '');
    const [address = ''] = (record.prompt ?? '').split(' ');
    const picture = await drawInPage(page, address);
    assert.deepEqual([picture.width, picture.height], [120, 80]);
  }
  const description = await makeRecord('describe', { base64: await chosenFile('image/jpeg') });
  assert.match(description.prompt ?? '', /^1️⃣ /);
  assert.equal((await drawInPage(page, description.imageUrl ?? '')).width, 120);
});

test('a region is repainted with a mask whose size and shape differ from the image', async () => {
  const grid = await makeRecord('imagine', { prompt: 'a cat --ar 16:9 --draft' });
  const press = (record: ImageRecord, button: string) =>
    submit('action', { taskId: record.id, customId: findButton(record, button).customId });
  const image = await end((await press(grid, 'U1')).body.result);
  const modal = await press(image, 'MJ::Inpaint::1');
  assert.equal(modal.body.code, 21);
  const maskBase64 = await paintDiscInPage(page, { width: 320, height: 320, ground: '#000', color: '#fff' });
  const answer = await submit('modal', { taskId: modal.body.result, prompt: 'a dog', maskBase64 });
  assert.equal(answer.body.code, 1, JSON.stringify(answer.body));
  const record = await end(modal.body.result);
  assert.deepEqual([record.status, record.imageUrls?.length], ['SUCCESS', 4]);
});

test('a base URL works with a trailing slash, with /mj, and with both', async () => {
  const headers = { 'Content-Type': 'application/json', 'mj-api-secret': kinora.imageKey };
  for (const base of ['', '/', '/mj', '/mj/', '/mj-relax', '/mj-turbo/']) {
    const at = (path: string) => `${kinora.url}${base}${path}`;
    const { body } = await fetchInPage(page, at('/mj/submit/imagine'), {
      json: { prompt: 'a cat --v 1' },
      headers,
    });
    assert.match(String(body.result), /^\d{16}$/, `${base}: ${JSON.stringify(body)}`);
    assert.equal(
      (await fetchInPage(page, at(`/mj/task/${body.result}/fetch`), { headers })).body.id,
      body.result,
    );
  }
});
