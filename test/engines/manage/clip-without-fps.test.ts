/** A video model of an upstream whose interface has no frame rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { call, startTestApp, until } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

test('a video model may have no fps: clients cannot ask for it, and the engine plans with 24', async () => {
  const server = await startTestEngineServer();
  const kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
  });
  const operator = await signedIn(kinora, 'operator');
  const backend = await server.addBackend('steady');
  await operator.done('engine add', { engine: 'steady', kind: 'test', url: backend.url });
  await operator.done('model add', {
    model: 'steady',
    kind: 'video',
    price: { unit: 'clip', rules: [{ unitPrice: '0.1' }], tiers: { fast: '1' } },
    parameters: {
      seconds: { type: 'integer', enum: [2], default: 2 },
      resolution: { type: 'string', enum: ['480p'], default: '480p' },
      aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
    },
  });
  await operator.done('route add', { model: 'steady', engine: 'steady' });
  const create = (more: object) =>
    call(`${kinora.url}/v1/videos`, {
      key: kinora.videoKey,
      json: { model: 'steady', prompt: 'waves', ...more },
    });
  assert.equal((await create({ fps: 30 })).status, 400);
  assert.equal((await create({})).status, 200);
  const [job] = await until(
    async () => backend.received,
    ({ length }) => length > 0,
  );
  assert.equal(job?.job.framesPerSecond, 24);
  assert.deepEqual(Object.keys(job?.job.parameters ?? {}).toSorted(), [
    'aspect_ratio',
    'resolution',
    'seconds',
  ]);
});
