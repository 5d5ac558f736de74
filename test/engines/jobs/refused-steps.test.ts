/** A later step of a task is temporarily rejected, on a complete server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { plannedTestKind } from '../../support/test-engine/step-kind.ts';

test('a rejected step is not retried in a loop, and the task continues when the engine accepts it', async () => {
  const server = await startTestEngineServer();
  const backend = await server.addBackend('busy', { secondsPerJob: 0.3 });
  const kinora = await startTestApp({ kinds: [plannedTestKind] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', { engine: 'busy', kind: 'test-steps', url: backend.url });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', {
    model: 'painter',
    kind: 'image',
    operations: ['grid'],
    versions: ['1'],
    price,
  });
  await operator.done('route add', { model: 'painter', engine: 'busy' });
  const id = await imagine(kinora, 'a fox --v 1');
  await until(
    async () => Object.keys(backend.counts.accepted).length,
    count => count > 0,
  );
  backend.change({ onStart: 'refuse429', startsAffected: 1_000_000 });
  await until(
    async () => backend.counts.refused,
    count => count > 0,
  );
  await systemClock.sleep(1_500);
  assert.ok(backend.counts.refused < 20, `${backend.counts.refused} starts were rejected`);
  backend.change({ onStart: 'accept' });
  assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
});
