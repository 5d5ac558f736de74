/** What a probe tells operators about an engine that does not answer as it should. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { freePort } from '../../support/servers/free-port.ts';

let operator: ConsoleClient;

before(async () => {
  operator = await signedIn(await startTestApp({}), 'operator');
});

test('a probe says why there is no connection, and to which address', async () => {
  const port = await freePort();
  await operator.done('engine add', { engine: 'nobody', kind: 'chat', url: `http://127.0.0.1:${port}` });
  const { ok, code, message } = await operator.done('engine probe', { engine: 'nobody' });
  assert.deepEqual([ok, code], [false, 'engine_unavailable']);
  const refused = `could not connect to its URL because the host refused the connection`;
  assert.ok(message.includes(`${refused}: connect ECONNREFUSED 127.0.0.1:${port}`), message);
});
