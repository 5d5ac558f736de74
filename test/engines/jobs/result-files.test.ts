/** Files that the responses of an engine link to: where they may be, and who gets the secret. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openHttpClient } from '../../../src/engines/adapter-kit/http/http-client.ts';
import { readAll } from '../../../src/engines/contract/read-media.ts';
import { openWaitingFiles } from '../../../src/media/storage/waiting-files.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { type ProviderAnswer, startProviderServer } from '../../support/providers/provider-server.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';

const secret = 'planted-key';
const silent = { isStart: () => false, answer: () => undefined };

async function startPlace(answer?: ProviderAnswer) {
  const server = await startProviderServer({ ...silent, answer: () => answer });
  return server;
}

function sourceAt({ url }: { readonly url: string }) {
  return { client: openHttpClient({ url, secret }), url, name: 'provider', signal: never };
}

const open = openResultFiles({ allowedNetworks: ['127.0.0.1'] });
const closed = openResultFiles({ allowedNetworks: [] });
const picture = {
  headers: { 'content-type': 'image/png' },
  body: Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1'),
};
const pictureText = picture.body.toString('latin1');

test("only the engine's own host gets the secret, even if it is not on the public internet", async () => {
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const source = sourceAt(engine);
  for (const address of ['/a.png', `${engine.url}/a.png`])
    assert.equal(Buffer.from(await closed.fetch(address, source)).toString('latin1'), pictureText);
  assert.equal(Buffer.from(await open.fetch(`${other.url}/a.png`, source)).toString('latin1'), pictureText);
  assert.deepEqual(
    engine.calls.map(({ headers }) => headers.authorization),
    [`Bearer ${secret}`, `Bearer ${secret}`],
  );
  assert.deepEqual(
    other.calls.map(({ headers }) => headers.authorization),
    [undefined],
  );
});

test("no URL inside the server's network is fetched unless the operator allows it", async () => {
  const engine = await startPlace({ status: 400 });
  const other = await startPlace(picture);
  const redirect: ProviderAnswer = { status: 302, headers: { location: `${other.url}/a.png` } };
  const redirecting = await startPlace(redirect);
  const final = { code: 'engine_error', retryable: false, notStarted: false };
  for (const address of [`${other.url}/a.png`, 'http://169.254.169.254/a', 'file:///etc/passwd', 'http://'])
    assert.deepEqual(toVerdict(await catchFailure(closed.fetch(address, sourceAt(engine)))), final, address);
  // The engine may redirect anywhere, but the secret is meant for the engine only.
  const failure = await catchFailure(closed.fetch('/a.png', sourceAt(redirecting)));
  assert.equal(failure.notStarted, false);
  assert.deepEqual(other.calls, []);
});

test('an engine that calls itself by an internal address is asked at the one that the operator gave', async () => {
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const { port } = new URL(engine.url);
  for (const address of [
    'http://localhost:8080/a.png?x=1',
    'http://10.0.0.5/a.png?x=1',
    'http://images:8080/a.png?x=1',
    `https://127.0.0.1:${port}/a.png?x=1`,
    `${other.url}/a.png?x=1`,
  ]) {
    assert.equal(Buffer.from(await closed.fetch(address, sourceAt(engine))).toString('latin1'), pictureText);
    const { path, query, headers } = engine.calls.at(-1) ?? assert.fail('not asked');
    assert.deepEqual([path, query.get('x'), headers.authorization], ['/a.png', '1', `Bearer ${secret}`]);
  }
  assert.deepEqual(other.calls, []);
});

test('a file that is larger than its reader allows is not read, wherever it is', async () => {
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const source = sourceAt(engine);
  const size = picture.body.length;
  for (const address of ['/a.png', `${other.url}/a.png`]) {
    assert.equal((await open.fetch(address, { ...source, maxBytes: size })).length, size);
    const failure = await catchFailure(open.fetch(address, { ...source, maxBytes: size - 1 }));
    assert.equal(failure.code, 'engine_error');
  }
});

test('redirects of the engine are followed, with the secret to itself only, up to a limit', async () => {
  const other = await startPlace(picture);
  const engine = await startProviderServer({
    ...silent,
    answer: ({ path }) => {
      if (path === '/file') return picture;
      const location = { '/a': '/b', '/b': 'file', '/away': `${other.url}/file` }[path] ?? path;
      return { status: 302, headers: { location } };
    },
  });
  const source = sourceAt(engine);
  for (const address of ['/a', '/away'])
    assert.equal(Buffer.from(await open.fetch(address, source)).toString('latin1'), pictureText);
  assert.deepEqual(
    [engine.calls.length, engine.calls.every(({ headers }) => headers.authorization === `Bearer ${secret}`)],
    [4, true],
  );
  assert.deepEqual(
    other.calls.map(({ headers }) => headers.authorization),
    [undefined],
  );
  assert.equal((await catchFailure(open.fetch('/circle', source))).code, 'engine_error');
  assert.equal(engine.calls.length, 8);
});

for (const place of ['own', 'elsewhere'] as const)
  test(`a request that never succeeds is a permanent failure, others are retryable: ${place}`, async () => {
    for (const [answer, retryable] of [
      [{ status: 400 }, false],
      [{ status: 410, body: { error: 'gone' } }, false],
      [{ status: 404 }, true],
      [{ status: 404, body: { error: { message: 'not found' } } }, true],
      [{ status: 403 }, true],
      [{ status: 500 }, true],
      [{ status: 521 }, true],
      [{ body: Buffer.alloc(0) }, true],
      [{ body: Buffer.from('\n<html>please wait</html>') }, true],
      [{ headers: { 'content-type': 'image/png' }, body: { error: 'still uploading' } }, true],
    ] as const) {
      const server = await startPlace(answer);
      const source = sourceAt(place === 'own' ? server : await startPlace());
      const failure = await catchFailure(open.fetch(`${server.url}/a.png?signed`, source));
      assert.deepEqual([failure.retryable, failure.notStarted], [retryable, false], JSON.stringify(answer));
      assert.match(String(failure.cause), /\/a\.png\?signed$/, 'operators learn which file it is');
      assert.doesNotMatch(failure.message, /a\.png/);
    }
  });

for (const place of ['own', 'elsewhere'] as const)
  test(`the bytes decide what a file is, whatever their type and encoding: ${place}`, async () => {
    const heads: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/octet-stream' },
      { 'content-type': 'application/force-download' },
      { 'content-type': 'text/html', 'content-encoding': 'gzip' },
    ];
    for (const headers of heads) {
      const body = 'content-encoding' in headers ? gzipSync(picture.body) : picture.body;
      const server = await startPlace({ headers, body });
      const source = sourceAt(place === 'own' ? server : await startPlace());
      const bytes = await open.fetch(`${server.url}/a.png`, source);
      assert.equal(Buffer.from(bytes).toString('latin1'), pictureText);
    }
  });

test('a small file that unpacks to a large one is not read', async () => {
  const bomb = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1_000_000, 1)) };
  const server = await startPlace(bomb);
  for (const source of [sourceAt(server), sourceAt(await startPlace())]) {
    const failure = await catchFailure(open.fetch(`${server.url}/a.png`, { ...source, maxBytes: 100_000 }));
    assert.deepEqual(toVerdict(failure), { code: 'engine_error', retryable: false, notStarted: false });
  }
});

test('a fetch can be aborted', async () => {
  const source = sourceAt(await startPlace());
  const abortedSource = { ...source, signal: AbortSignal.abort(new Error('given up')) };
  await assert.rejects(open.fetch((await startPlace(picture)).url, abortedSource), { message: 'given up' });
});

test('a large file waits on disk, wherever it is fetched from', async () => {
  const large = {
    headers: { 'content-type': 'image/png' },
    body: Buffer.concat([picture.body, Buffer.alloc(3_000_000, 7)]),
  };
  const engine = await startPlace(large);
  const other = await startPlace(large);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-results-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const waiting = openWaitingFiles(folder);
  const onDisk = openResultFiles({ allowedNetworks: ['127.0.0.1'], waiting });
  for (const address of ['/a.png', `${other.url}/a.png`]) {
    const file = await onDisk.receive(address, sourceAt(engine));
    assert.ok(!(file instanceof Uint8Array), address);
    assert.ok(Buffer.from(await readAll(file, never)).equals(large.body));
    assert.equal(file.isClosed, true);
    assert.ok(Buffer.from(await onDisk.fetch(address, sourceAt(engine))).equals(large.body));
  }
  const limitedSource = { ...sourceAt(engine), maxBytes: 2_000_000 };
  for (const address of ['/a.png', `${other.url}/a.png`])
    await assert.rejects(onDisk.receive(address, limitedSource), { code: 'engine_error', retryable: false });
});
