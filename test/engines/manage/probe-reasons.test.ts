/** What a probe tells operators about an engine that does not answer as it should. */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { startChatServer } from '../../support/providers/chat-server.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';

let operator: ConsoleClient;

before(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-probes-')), 'kinora.engines.yaml');
  const declaredSettings = `{ program: /bin/sh, arguments: "-c\\necho no model here; exit 3", startSeconds: 5 }`;
  await writeFile(file, `engines: { sd: { kind: sdcpp-managed, settings: ${declaredSettings} } }`);
  const settings = { KINORA_ENGINES_FILE: file, KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) };
  operator = await signedIn(await startTestApp({ settings }), 'operator');
});

test('a probe says why there is no connection, and to which address', async () => {
  const port = await freePort();
  await operator.done('engine add', { engine: 'nobody', kind: 'chat', url: `http://127.0.0.1:${port}` });
  const { ok, code, message } = await operator.done('engine probe', { engine: 'nobody' });
  assert.deepEqual([ok, code], [false, 'engine_unavailable']);
  const refusalText = `could not connect to its URL because the host refused the connection`;
  assert.ok(message.includes(`${refusalText}: connect ECONNREFUSED 127.0.0.1:${port}`), message);
});

/** What the list of engines says. */
async function readEngine(engine: string, language = 'en') {
  const { body } = await operator.get('/api/engine.list', { 'accept-language': language });
  return body.data.find(({ name }: { name: string }) => name === engine);
}

test('an engine whose last probe failed is failing with the reason until a probe succeeds', async () => {
  const server = await startChatServer({ key: 'the right key' });
  const engine = 'doubted';
  await operator.done('engine add', { engine, kind: 'chat', url: server.url });
  await waitUntil(async () => (await readEngine(engine)).state === 'healthy');
  const { message } = await operator.done('engine probe', { engine });
  const { state, why, since } = await readEngine(engine);
  assert.deepEqual([state, why], ['failing', `The last probe failed. ${message}`]);
  assert.match((await readEngine(engine, 'zh')).why, /^最近一次探测失败。引擎需要密钥/);
  await operator.done('engine probe', { engine });
  assert.equal((await readEngine(engine)).since, since, 'it has been failing since the first of the probes');
  const signals = (await operator.done('overview show')).attention.map(({ text }: { text: string }) => text);
  assert.ok(signals.includes(`Engine ${engine}: The last probe failed. ${message}`), signals.join());
  server.behavior = {};
  assert.equal((await operator.done('engine probe', { engine })).ok, true);
  const engineLine = await readEngine(engine);
  assert.equal(engineLine.state, 'healthy');
  assert.ok(engineLine.since > since);
});

test('a failed probe is forgotten when the access of the engine changes', async () => {
  const { url } = await startChatServer({ key: 'the right key' });
  const engine = 'changed';
  await operator.done('engine add', { engine, kind: 'chat', url });
  await waitUntil(async () => (await readEngine(engine)).state === 'healthy');
  await operator.done('engine probe', { engine });
  assert.equal((await readEngine(engine)).state, 'failing');
  await operator.done('engine change', { engine, slots: 3 });
  assert.equal((await readEngine(engine)).state, 'failing', 'slots are no access');
  await operator.done('engine change', { engine, secret: 'another key' });
  await waitUntil(async () => (await readEngine(engine)).state === 'healthy');
});

test('a probe of a program that keeps exiting fails, with what it printed', async () => {
  const idle = await operator.done('engine probe', { engine: 'sd' });
  assert.deepEqual([idle.ok, idle.code, idle.message.includes('responded')], [true, null, false]);
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'painter', kind: 'image', operations: 'grid', price });
  await operator.done('route add', { model: 'painter', engine: 'sd' });
  await operator.done('engine test', { engine: 'sd' });
  await waitUntil(async () => {
    const { ok, code, message, notes } = await operator.done('engine probe', { engine: 'sd' });
    const isTold = /in a row: .*no model here/.test(message) && notes.includes('> no model here');
    return !ok && code === 'engine_unavailable' && isTold;
  });
});

test('an engine without a secret that requires one is told apart from a rejected secret', async () => {
  const { url } = await startChatServer({ key: 'the right key' });
  await operator.done('engine add', { engine: 'locked', kind: 'chat', url });
  const without = await operator.done('engine probe', { engine: 'locked' });
  assert.deepEqual([without.ok, without.code], [false, 'engine_unauthorized']);
  assert.match(without.message, /requires a secret, and none is set\. Set it with "kinora engine change/);
  await operator.done('engine change', { engine: 'locked', secret: 'a wrong key' });
  assert.match((await operator.done('engine probe', { engine: 'locked' })).message, /it rejected the secret/);
});
