/** Files that the responses of an engine link to: where they may be, and who gets the secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHttpClient } from '../../../src/engines/adapter-kit/http/http-client.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { type ProviderAnswer, startProviderServer } from '../../support/providers/provider-server.ts';
import { failureOf, never, verdictOf } from '../../support/test-engine/instance.ts';

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
const picture = { headers: { 'content-type': 'image/png' }, body: Buffer.from('a picture') };

test("only the engine's own host gets the secret, even if it is not on the public internet", async () => {
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const source = sourceAt(engine);
  for (const address of ['/a.png', `${engine.url}/a.png`])
    assert.equal(Buffer.from(await closed.fetch(address, source)).toString(), 'a picture');
  assert.equal(Buffer.from(await open.fetch(`${other.url}/a.png`, source)).toString(), 'a picture');
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
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const back: ProviderAnswer = { status: 302, headers: { location: `${other.url}/a.png` } };
  const redirecting = await startPlace(back);
  const final = { code: 'engine_error', retryable: false, notStarted: false };
  for (const address of [`${other.url}/a.png`, 'http://169.254.169.254/a', 'file:///etc/passwd', 'http://'])
    assert.deepEqual(verdictOf(await failureOf(closed.fetch(address, sourceAt(engine)))), final, address);
  assert.deepEqual(other.calls, []);
  // The engine may redirect anywhere, but the secret is meant for the engine only.
  const failure = await failureOf(closed.fetch('/a.png', sourceAt(redirecting)));
  assert.equal(failure.notStarted, false);
  assert.deepEqual(other.calls, []);
});

test('a file that is larger than its reader allows is not read, wherever it is', async () => {
  const engine = await startPlace(picture);
  const other = await startPlace(picture);
  const source = sourceAt(engine);
  for (const address of ['/a.png', `${other.url}/a.png`]) {
    assert.equal((await open.fetch(address, { ...source, maxBytes: 9 })).length, 9);
    const failure = await failureOf(open.fetch(address, { ...source, maxBytes: 8 }));
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
    assert.equal(Buffer.from(await open.fetch(address, source)).toString(), 'a picture');
  assert.deepEqual(
    [engine.calls.length, engine.calls.every(({ headers }) => headers.authorization === `Bearer ${secret}`)],
    [4, true],
  );
  assert.deepEqual(
    other.calls.map(({ headers }) => headers.authorization),
    [undefined],
  );
  assert.equal((await failureOf(open.fetch('/circle', source))).code, 'engine_error');
  assert.equal(engine.calls.length, 8);
});

for (const place of ['own', 'elsewhere'] as const)
  test(`a file that is gone is a permanent failure, other failures are retryable: ${place}`, async () => {
    for (const [status, code, retryable] of [
      [404, 'engine_error', false],
      [410, 'engine_error', false],
      [500, 'engine_unavailable', true],
    ] as const) {
      const server = await startPlace({ status });
      const source = sourceAt(place === 'own' ? server : await startPlace());
      const failure = await failureOf(open.fetch(`${server.url}/a.png`, source));
      assert.deepEqual(verdictOf(failure), { code, retryable, notStarted: false });
    }
  });

test('an HTML page instead of a file is a permanent failure, and a fetch can be aborted', async () => {
  const page = await startPlace({ headers: { 'content-type': 'text/html' }, body: 'sorry' });
  const source = sourceAt(await startPlace());
  assert.equal((await failureOf(open.fetch(page.url, source))).retryable, false);
  const given = { ...source, signal: AbortSignal.abort(new Error('given up')) };
  await assert.rejects(open.fetch(page.url, given), { message: 'given up' });
});
