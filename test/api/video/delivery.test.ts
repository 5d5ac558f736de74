/** Downloads of clips: URLs without a key, ranges, caches, slow clients, expiry. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertSameBytes } from '../../support/media/same-bytes.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import type { TestApp } from '../../support/servers/app.ts';
import { smallClip, videoClient } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let record: any;
let clip: Buffer;

before(async () => {
  kinora = await startScriptedApp();
  record = await videoClient(kinora).make({ ...smallClip, prompt: 'x' });
  clip = Buffer.from(await (await get(record.metadata.url)).arrayBuffer());
});

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { method, headers: { authorization: `Bearer ${kinora.videoKey}`, ...headers } });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('media_url returns the same bytes without a header and cannot be guessed', async () => {
  const { media_url: address, thumbnail_url: thumbnail } = record.metadata;
  const response = await fetch(address);
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'video/mp4']);
  assertSameBytes(await readBytes(response), clip);
  assert.equal((await fetch(thumbnail)).headers.get('content-type'), 'image/webp');
  const [, secret = ''] = /\/media\/([^.]+)\.mp4$/.exec(address) ?? [];
  assert.ok(secret.length >= 22, secret);
  assert.ok(!address.includes(record.id));
  for (const guess of [address.replace(secret, `${secret.slice(0, -1)}_`), address.replace('.mp4', '.webp')])
    assert.equal((await fetch(guess)).status, 404);
});

test('content requires a key and is kept only in private caches', async () => {
  assert.equal((await fetch(record.metadata.url)).status, 401);
  assert.equal(record.url, record.metadata.media_url);
  for (const variant of ['video', 'thumbnail', 'spritesheet']) {
    const response = await get(`${record.metadata.url}?variant=${variant}`);
    assert.match(response.headers.get('cache-control') ?? '', /private/);
    assert.equal(Number(response.headers.get('content-length')), (await readBytes(response)).length);
  }
});

for (const name of ['url', 'media_url'] as const)
  test(`${name}: ranges are exact, and If-Range with another ETag returns the whole file`, async () => {
    const address = record.metadata[name];
    const head = await get(address, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    assert.deepEqual(
      [head.status, Number(head.headers.get('content-length')), (await readBytes(head)).length],
      [200, clip.length, 0],
    );
    const ranges: [Record<string, string>, number, Buffer][] = [
      [{ range: 'bytes=0-0' }, 206, clip.subarray(0, 1)],
      [{ range: 'bytes=100-' }, 206, clip.subarray(100)],
      [{ range: 'bytes=-7' }, 206, clip.subarray(-7)],
      [{ range: `bytes=10-${clip.length * 2}` }, 206, clip.subarray(10)],
      [{ range: `bytes=-${clip.length * 2}` }, 206, clip],
      [{ range: 'bytes=5-9', 'if-range': etag }, 206, clip.subarray(5, 10)],
      [{ range: 'bytes=5-9', 'if-range': '"another"' }, 200, clip],
      [{ range: 'bytes=5-9', 'if-range': `W/${etag}` }, 200, clip],
      [{ range: 'bytes=5-9', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 200, clip],
      [{ range: 'bytes=9-5' }, 200, clip],
      [{ range: 'lines=1-2' }, 200, clip],
      [{ 'if-none-match': etag }, 304, Buffer.alloc(0)],
      [{ 'if-none-match': `"another", W/${etag}`, range: 'bytes=0-1' }, 304, Buffer.alloc(0)],
      [{ 'if-none-match': '"another"' }, 200, clip],
    ];
    for (const [headers, status, bytes] of ranges) {
      const response = await get(address, headers);
      const content = await readBytes(response);
      assert.equal(response.status, status, JSON.stringify(headers));
      assert.ok(content.equals(bytes), JSON.stringify(headers));
      assert.equal(response.headers.get('etag'), etag);
    }
    const outOfRangeResponse = await get(address, { range: `bytes=${clip.length}-` });
    assert.deepEqual(
      [outOfRangeResponse.status, outOfRangeResponse.headers.get('content-range')],
      [416, `bytes */${clip.length}`],
    );
  });

test('a client that reads slowly or disconnects does not disturb other downloads', async () => {
  const slow = (await get(record.metadata.url)).body?.getReader();
  const first = await slow?.read();
  const leaving = await get(record.metadata.url);
  await leaving.body?.cancel();
  assert.ok((await readBytes(await get(record.metadata.url))).equals(clip));
  const rest: Uint8Array[] = [first?.value ?? new Uint8Array()];
  for (let read = await slow?.read(); read && !read.done; read = await slow?.read()) rest.push(read.value);
  assert.ok(Buffer.concat(rest).equals(clip));
});

const expire = statement(
  'test_expire_clip',
  `update tasks set expires_at = now() + $2::int * interval '1 second' where public_id = $1`,
);

test('a URL is cached no longer than its file exists, and is gone with it', async () => {
  const { id, metadata } = await videoClient(kinora).make({ ...smallClip, prompt: 'short' });
  await kinora.app.db.query(expire, [id, 60]);
  const maxAge = Number(
    /max-age=(\d+)/.exec((await fetch(metadata.media_url)).headers.get('cache-control') ?? '')?.[1] ?? 0,
  );
  assert.ok(maxAge <= 60, `${maxAge} seconds`);
  await kinora.app.db.query(expire, [id, -1]);
  for (const url of [metadata.media_url, metadata.thumbnail_url])
    assert.equal((await fetch(url)).status, 410);
});
