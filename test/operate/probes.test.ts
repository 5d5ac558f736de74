/** Probes: what load balancers and supervisors see while a process starts, fails, stops and drains. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { StartError } from '../../src/platform/errors/start-error.ts';
import { call, imagine, startTestApp, until, type TestApp } from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';

const anyPort = { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' };
let scriptedServer: ScriptedServer;

before(async () => {
  scriptedServer = await startScriptedServer();
});

function start(settings: Readonly<Record<string, string>>): Promise<TestApp> {
  return startTestApp({
    engines: [scriptedEngine(scriptedServer.url)],
    cards: scriptedCards,
    settings: { ...anyPort, ...settings },
  });
}

const probe = ({ app }: TestApp, path: string) => call(`${app.monitoringAddress}${path}`);

/** Without keep-alive, because a closing server would still answer a kept connection. */
const tryPort = (url: string) =>
  call(`${url}/livez`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'closed',
  );

test('both listeners report that the process is alive and ready, and name each check', async () => {
  const kinora = await start({});
  for (const url of [kinora.url, kinora.app.monitoringAddress]) {
    assert.deepEqual((await call(`${url}/livez`)).body, { status: 'ok' });
    const { status, body } = await call(`${url}/readyz`);
    const all = { status: 'ok', process: 'ok', database: 'ok', disk: 'ok', storage: 'ok' };
    assert.deepEqual([status, body], [200, all]);
  }
  assert.equal((await probe(kinora, '/v1/models')).status, 404);
  assert.equal((await call(`${kinora.app.monitoringAddress}/livez`, { method: 'POST' })).status, 405);
});

test('an unwritable storage makes a process unready, but not dead', async () => {
  const kinora = await start({});
  await rm(join(kinora.dataDir, 'files'), { recursive: true });
  const { status, body } = await probe(kinora, '/readyz');
  assert.deepEqual([status, body.status, body.storage, body.database], [503, 'unavailable', 'failed', 'ok']);
  assert.equal((await probe(kinora, '/livez')).status, 200);
});

test('a worker has probes, and is not ready without an engine', async () => {
  const worker = await start({ KINORA_ROLE: 'worker' });
  assert.equal((await probe(worker, '/readyz')).body.engines, 'ok');
  const idle = await startTestApp({ engines: [], settings: { ...anyPort, KINORA_ROLE: 'worker' } });
  const { status, body } = await probe(idle, '/readyz');
  assert.deepEqual([status, body.engines], [503, 'none open']);
});

test('a stopping process is unready first, serves during the delay, and is alive until it has drained', async () => {
  const kinora = await start({ KINORA_SHUTDOWN_DELAY_SECONDS: '2', KINORA_DRAIN_SECONDS: '60' });
  scriptedServer.obey = () => ({ start: 'hang' });
  await imagine(kinora, 'a cat');
  await until(
    async () => scriptedServer.calls,
    calls => calls.some(call => call.startsWith('start')),
  );
  const stopped = kinora.app.stop();
  const { status, body } = await probe(kinora, '/readyz');
  assert.deepEqual([status, body.process], [503, 'stopping']);
  assert.equal((await call(`${kinora.url}/readyz`)).status, 503);
  assert.equal((await call(`${kinora.url}/livez`)).status, 200);
  await imagine(kinora, 'a dog');

  await until(
    () => tryPort(kinora.url),
    state => state === 'closed',
  );
  // A start is not interrupted, so the worker waits for it.
  assert.equal((await probe(kinora, '/readyz')).body.process, 'draining');
  assert.equal((await probe(kinora, '/livez')).status, 200);
  scriptedServer.obey = undefined;
  await scriptedServer.close();
  await stopped;
  assert.equal(await tryPort(String(kinora.app.monitoringAddress)), 'closed');
});

test('a configured monitoring address must be free, while the default one may be in use', async () => {
  const other = createServer();
  // Another Kinora on this machine may already use it.
  other.on('error', () => {});
  other.listen(4041, '127.0.0.1');
  await Promise.race([once(other, 'listening'), once(other, 'error')]);
  await assert.rejects(
    start({ KINORA_MONITORING_ADDRESS: '127.0.0.1:4041' }),
    (error: unknown) =>
      error instanceof StartError &&
      error.message.startsWith(
        'The address 127.0.0.1:4041 for metrics and probes is in use. Set KINORA_MONITORING_ADDRESS',
      ),
  );
  const kinora = await start({ KINORA_MONITORING_ADDRESS: '' });
  assert.equal(kinora.app.monitoringAddress, undefined);
  assert.equal((await call(`${kinora.url}/livez`)).status, 200);
  other.close();
});
