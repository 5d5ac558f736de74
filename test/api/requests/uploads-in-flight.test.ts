/** How many bytes of request bodies the server holds at a time, and how it rejects further ones. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { before, test } from 'node:test';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ROLE: 'api', KINORA_TRUSTED_PROXIES: '127.0.0.1' } });
  // Known tokens need no lookup, so requests are counted in the order of their arrival.
  for (const key of [kinora.videoKey, kinora.imageKey]) await call(`${kinora.url}/v1/models`, { key });
});

const megabyte = 1024 * 1024;

/** A request whose head was sent, but nothing of its body. */
async function announce(
  path: string,
  headers: Readonly<Record<string, string | number>>,
): Promise<ClientRequest> {
  const upload = request(`${kinora.url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  upload.on('error', () => {});
  upload.flushHeaders();
  const [socket] = await once(upload, 'socket');
  if (socket.readyState !== 'open') await once(socket, 'connect');
  return upload;
}

async function readAnswer(
  upload: ClientRequest,
): Promise<{ status: number; retryAfter: unknown; body: any }> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  const body = await json(response);
  upload.destroy();
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
}

const video = () => ({ authorization: `Bearer ${kinora.videoKey}` });
const image = () => ({ authorization: `Bearer ${kinora.imageKey}` });

test('a body that exceeds the limit of its token is rejected before it is sent, until others are done', async () => {
  const size = { 'content-length': 38 * megabyte };
  const uploads = [
    await announce('/v1/videos', { ...video(), ...size }),
    await announce('/v1/videos', { ...video(), ...size }),
  ];
  const third = async () => readAnswer(await announce('/v1/videos', { ...video(), ...size }));
  const refusal = await until(third, ({ status }) => status === 429);
  assert.deepEqual([refusal.body.error.code, refusal.retryAfter], ['uploads_too_many', '2']);
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a fox' },
  });
  assert.equal(body.code, 1, 'other tokens are not affected');
  for (const upload of uploads) upload.destroy();
  const small = () =>
    call(`${kinora.url}/v1/videos/quote`, { key: kinora.videoKey, json: { prompt: 'a fox' } });
  await until(small, ({ status }) => status === 200);
});

test('a body of unknown length is counted as it arrives', async () => {
  const uploads = [];
  for (let one = 0; one < 2; one++)
    uploads.push(await announce('/mj/submit/imagine', { ...image(), 'content-length': 38 * megabyte }));
  const unsizedUpload = await announce('/mj/submit/imagine', { ...image(), 'transfer-encoding': 'chunked' });
  unsizedUpload.write(`{"prompt":"${'a'.repeat(25 * megabyte)}`);
  const { status, retryAfter, body } = await readAnswer(unsizedUpload);
  assert.deepEqual(
    [status, body.code, retryAfter],
    [200, 23, '2'],
    'the image interface reports it in the body',
  );
  for (const upload of uploads) upload.destroy();
});

test('an anonymous caller may send at most 4 KB, and only a limited number of concurrent requests', async () => {
  const large = await call(`${kinora.url}/api/session`, {
    json: { email: 'a@example.com', password: 'x'.repeat(5000) },
    headers: { origin: kinora.url },
  });
  assert.deepEqual([large.status, large.body.error.code], [413, 'body_too_large']);
  const size = { 'content-length': 4096, origin: kinora.url };
  const uploads = [];
  for (let one = 0; one < 16; one++) uploads.push(await announce('/api/session', size));
  const one = async () => readAnswer(await announce('/api/session', size));
  const refusal = await until(one, ({ status }) => status === 429);
  assert.equal(refusal.body.error.code, 'uploads_too_many');
  for (const upload of uploads) upload.destroy();
});

test('the addresses of one IPv6 network count as one address', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address, 'content-length': 4096 });
  const uploads = [];
  for (let index = 1; index <= 16; index++)
    uploads.push(await announce('/api/session', from(`2001:db8::${index.toString(16)}`)));
  const refusal = await readAnswer(await announce('/api/session', from('2001:db8::ffff')));
  assert.equal(refusal.body.error.code, 'uploads_too_many');
  const other = await announce('/api/session', from('2001:db8:0:1::1'));
  other.end(JSON.stringify({ email: 'a@example.com', password: 'x' }).padEnd(4096));
  assert.equal((await readAnswer(other)).status, 401);
  for (const upload of uploads) upload.destroy();
});

test('a port in X-Forwarded-For makes no other address', async () => {
  const from = (port: number) => ({ 'x-forwarded-for': `192.0.2.8:${port}`, 'content-length': 4096 });
  const uploads = [];
  for (let port = 1; port <= 16; port++) uploads.push(await announce('/api/session', from(port)));
  const refusal = await readAnswer(await announce('/api/session', from(20_000)));
  assert.equal(refusal.body.error.code, 'uploads_too_many');
  for (const upload of uploads) upload.destroy();
});

test('one address has a fixed total of bytes in flight for all its tokens and interfaces', async () => {
  const size = { 'content-length': 63 * megabyte };
  const uploads = [
    await announce('/v1/videos', { ...video(), ...size }),
    await announce('/mj/submit/imagine', { ...image(), 'content-length': 39 * megabyte }),
  ];
  const more = async () =>
    readAnswer(await announce('/mj/submit/imagine', { ...image(), 'content-length': 39 * megabyte }));
  const refusal = await until(more, ({ body }) => body.code === 23);
  assert.match(refusal.body.description, /128 MB/);
  for (const upload of uploads) upload.destroy();
});

test('images that are too large in total are rejected before a task is created', async () => {
  const plain = { create: { width: 8000, height: 8000, channels: 3, background: 'teal' } } as const;
  const picture = `data:image/jpeg;base64,${(await sharp(plain).jpeg().toBuffer()).toString('base64')}`;
  const pictures = { base64Array: [picture, `${picture}\n`, `${picture}\n\n`] };
  const { body } = await call(`${kinora.url}/mj/submit/blend`, {
    key: kinora.imageKey,
    json: pictures,
  });
  assert.match(body.description, /192 megapixels in total. Allowed: at most 128/);
});
