/** Engines and routes that a file declares (`kinora.engines.yaml`). */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
let operator: ConsoleClient;
let server: TestEngineServer;

before(async () => {
  server = await startTestEngineServer();
  const kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
  });
  operator = await signedIn(kinora, 'operator');
});

test('a declaration adds, changes and removes engines and routes, which are read-only elsewhere', async () => {
  const backend = await server.addBackend('declared', { key: 'declared key' });
  await operator.done('model add', { model: 'declared', kind: 'image', price });
  process.env['DECLARED_ENGINE_KEY'] = 'declared key';
  const engine = (more = '') => `
engines:
  gpu-7:
    kind: test
    url: ${backend.url}
    secret: env:DECLARED_ENGINE_KEY
    settings: { quality: best }
    hours: 00:00-23:59 Europe/Berlin
    ${more}
routes:
  - { model: declared, engine: gpu-7, upstream: large, priority: 3 }
`;
  const apply = (file: string) => operator.done('engine apply', { file });
  assert.deepEqual((await apply(engine())).added, ['gpu-7']);
  const secondResult = await apply(engine());
  assert.deepEqual([secondResult.added, secondResult.changed], [[], []], 'applying it again changes nothing');
  const engineDetails = await operator.done('engine show', { engine: 'gpu-7' });
  assert.deepEqual(
    [engineDetails.source, engineDetails.secret.reference],
    ['file', 'env:DECLARED_ENGINE_KEY'],
  );
  assert.equal((await operator.done('engine probe', { engine: 'gpu-7' })).ok, true);
  for (const [name, input] of [
    ['engine change', { engine: 'gpu-7', slots: 1 }],
    ['engine remove', { engine: 'gpu-7' }],
    ['route change', { model: 'declared', engine: 'gpu-7', weight: 2 }],
    ['route remove', { model: 'declared', engine: 'gpu-7' }],
  ] as const)
    assert.match(
      JSON.stringify((await operator.run(name, input)).body),
      /is defined in a declaration file/,
      name,
    );
  assert.deepEqual((await apply(engine('slots: 3'))).changed, ['gpu-7']);
  for (const [file, expected] of [
    ['', /empty/],
    ['engines: [', /file/],
    ['engines: { gpu-7: { kind: nothing } }', /kind/],
    ['engines: { gpu-7: { kind: test, url: "http://x", colour: red } }', /colour/],
    ['routes: [{ model: declared, engine: gpu-8 }]', /gpu-8/],
    ['motors: {}', /motors/],
    ['engines: { gpu-7: { kind: test, url: "ftp://x" } }', /engines\.gpu-7\.url/],
    ['engines: { gpu-7: { kind: test, slots: 0 } }', /engines\.gpu-7\.slots: expected 1 to 1000/],
    ['engines: { GPU: { kind: test } }', /engines\.GPU: expected at most 40 lowercase letters/],
    ['routes: [{ model: sketch, engine: sketch, weight: 0 }]', /routes\.1 \(sketch -> sketch\)\.weight/],
    [
      'routes: [{ model: sketch-motion, engine: sketch, cost: 1 }]',
      /routes\.sketch-motion -> sketch\.cost_unit/,
    ],
  ] as const)
    assert.match(JSON.stringify((await operator.run('engine apply', { file })).body), expected, file);
  assert.equal((await operator.done('engine show', { engine: 'gpu-7' })).slots, 3, 'nothing was changed');
  assert.deepEqual((await apply('engines: {}')).draining, ['gpu-7']);
  assert.deepEqual((await apply(engine())).changed, ['gpu-7'], 'it is declared again');
  assert.equal((await operator.done('engine show', { engine: 'gpu-7' })).drained, false);
  assert.deepEqual((await apply('engines: {}')).draining, ['gpu-7']);
  assert.deepEqual((await apply('engines: {}')).removed, ['gpu-7']);
  assert.deepEqual(await operator.done('route list', { model: 'declared' }), []);
});
