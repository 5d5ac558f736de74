/**
 * Requests that are made to cost the server more than their sender: by their size, their
 * shape, or how they are sent.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ROLE: 'api' } });
});

function open() {
  const socket = connect(Number(new URL(kinora.url).port), '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

function head(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

const wrongKey = { authorization: `Bearer kn_${'wrong'.repeat(7)}` };
const goodKey = () => ({ authorization: `Bearer ${kinora.imageKey}` });
const submit = '/mj/submit/imagine';

/**
 * Everything that the server sends until it closes the connection, which it does
 * without having the whole request.
 */
async function sendBytes(bytes: string): Promise<string> {
  const socket = open();
  socket.write(bytes);
  return text(socket);
}

test('JSON and forms of many or deep values, or of much text without pictures, are rejected on every interface', async () => {
  const junk = [
    { junk: Array(30_000).fill(0) },
    { junk: 'no picture '.repeat(200_000) },
    { junk: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) },
  ];
  for (const fields of junk) {
    const body = JSON.stringify({ prompt: 'a cat', ...fields });
    const post = async (path: string, key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(`${kinora.url}${path}`, { method: 'POST', headers, body });
      return { status: response.status, answer: await response.text() };
    };
    const image = await post(submit, kinora.imageKey);
    assert.match(image.answer, /body_text_too_large|nested more than 20|more than 20,000 values/);
    const { status, answer } = await post('/v1/videos', kinora.videoKey);
    assert.ok(status === 413 || status === 400, answer);
    assert.match(answer, /body_text_too_large|nested more than 20|more than 20,000 values/);
  }
  const form = new FormData();
  form.set('prompt', 'no picture '.repeat(200_000));
  const headers = { authorization: `Bearer ${kinora.videoKey}` };
  const uploadResponse = await fetch(`${kinora.url}/v1/videos`, { method: 'POST', headers, body: form });
  assert.equal(uploadResponse.status, 413);
});

test('JSON in a part of a form has the same limits', async () => {
  const send = async (part: string) => {
    const type = 'Content-Type: application/json';
    const body = `--b\r\nContent-Disposition: form-data; name="prompt"\r\n${type}\r\n\r\n${part}\r\n--b--\r\n`;
    const headers = {
      authorization: `Bearer ${kinora.videoKey}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    return (await fetch(`${kinora.url}/v1/videos`, { method: 'POST', headers, body })).text();
  };
  assert.match(await send(`[${'0,'.repeat(30_000)}0]`), /more than 20,000 values/);
  assert.match(await send(JSON.stringify('no picture '.repeat(200_000))), /body_text_too_large/);
  assert.match(await send('{"a":tru}'), /json_invalid/);
  assert.match(await send('"a cat"'), /"model"/);
});

test('large images are read wherever an image is expected, and are too long everywhere else', async () => {
  const [one, other] = await Promise.all([noise('one'), noise('other')]);
  const post = async (path: string, fields: object, headers: Readonly<Record<string, string>> = {}) => {
    const body = JSON.stringify(fields).replaceAll('/', '\\/');
    const json = { ...goodKey(), 'content-type': 'application/json', ...headers };
    const response = await fetch(`${kinora.url}${path}`, { method: 'POST', headers: json, body });
    return (await response.json()) as { result: string | null; description: string };
  };
  const words = `data:image/png;base64,${one} 一只猫 <"quoted">`;
  const key = { 'idempotency-key': 'large' };
  const first = await post(submit, { prompt: words, base64Array: [other] }, key);
  assert.ok(first.result, first.description);
  const repeat = await post(submit, { prompt: words, base64Array: [other] }, key);
  assert.equal(repeat.result, first.result);
  const conflict = await post(submit, { prompt: words, base64Array: [one] }, key);
  assert.match(conflict.description, /Idempotency-Key/i);
  const [{ prompt, inputs } = { prompt: '', inputs: 0 }] = await kinora.app.db.query<{
    prompt: string;
    inputs: number;
  }>(
    {
      name: 'test_large_images',
      text: `select wire->>'prompt' as prompt, jsonb_array_length(job->'inputs') as inputs from tasks where public_id = $1`,
    },
    [first.result],
  );
  assert.match(prompt, /^http\S+\.png http\S+\.png 一只猫 <"quoted">$/);
  assert.equal(inputs, 2);
  for (const [path, fields] of [
    [submit, { prompt: `a cat ${one}` }],
    ['/mj/submit/shorten', { prompt: one }],
    [submit, { prompt: 'a cat', state: one }],
  ] as const)
    assert.match((await post(path, fields)).description, /characters|at most 255/, path);
});

/** Base64 of a picture that does not compress. */
async function noise(seed: string): Promise<string> {
  const [width, height] = [200, 200];
  const pixels = new Uint8Array(
    createHash('shake256', { outputLength: width * height * 3 })
      .update(seed)
      .digest(),
  );
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return png.toString('base64');
}

test('a prompt with thousands of pictures is rejected before any of them is decoded', async () => {
  const prompt = `${'data:image/png;base64,AAAA '.repeat(5000)}a cat`;
  const headers = { ...goodKey(), 'content-type': 'application/json' };
  const response = await fetch(`${kinora.url}${submit}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt }),
  });
  assert.match(await response.text(), /starts with 5000 images. Allowed: at most 10/);
});

test('a request that is rejected by its headers is answered and closed although its body never comes', async () => {
  const lengths: Record<string, string | number>[] = [
    { 'transfer-encoding': 'chunked' },
    { 'content-length': 10_000_000 },
  ];
  const cases = [
    [submit, wrongKey, /^HTTP\/1\.1 401 /],
    ['/nowhere', goodKey(), /^HTTP\/1\.1 404 /],
  ] as const;
  for (const [path, key, status] of cases)
    for (const length of lengths)
      assert.match(await sendBytes(head(path, { ...key, ...length })), status, JSON.stringify(length));
  const tooLarge = await sendBytes(head(submit, { ...goodKey(), 'content-length': 99_999_999 }));
  assert.match(tooLarge, /body_too_large/);
});

test('a client that waits to be told to send its body is told so only if the body will be read', async () => {
  const expect = { expect: '100-continue', 'content-length': 11 };
  assert.match(await sendBytes(head(submit, { ...wrongKey, ...expect })), /^HTTP\/1\.1 401 /);
  const socket = open();
  socket.write(head(submit, { ...goodKey(), ...expect, connection: 'close' }));
  const [first] = await once(socket, 'data');
  assert.match(String(first), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  socket.write('{"prompt":1');
  assert.match(await text(socket), /^HTTP\/1\.1 200 .*json_invalid/s);
});

test('a body in one-byte chunks is read if it is small, and ended if it has thousands of them', async () => {
  const splitIntoChunks = (body: string) =>
    `${[...body].map(character => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`;
  const start = head(submit, { ...goodKey(), 'transfer-encoding': 'chunked', connection: 'close' });
  assert.match(await sendBytes(start + splitIntoChunks('{"prompt":""}')), /prompt_empty/);
  assert.match(
    await sendBytes(start + splitIntoChunks(' '.repeat(20_000))),
    /^HTTP\/1\.1 400 .*too many small pieces/s,
  );
});

test('pipelined requests are handled one after the other and answered in their order', async () => {
  const socket = open();
  const paths = Array.from({ length: 14 }, (_, index) => (index % 2 ? '/livez' : `/nowhere/${index}`));
  socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, [...paths.map((_, index) => (index % 2 ? '200' : '404')), '200']);
});

test('a connection with too many waiting requests is closed', async () => {
  const socket = open();
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(400));
  const received = await text(socket).catch(() => '');
  assert.ok(received.split('HTTP/1.1 200').length <= 2);
});
