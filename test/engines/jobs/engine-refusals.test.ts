/** The errors that operators see if an engine cannot be reached or added, in both languages. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { startTestApp, until } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

let operator: ConsoleClient;
let server: TestEngineServer;

before(async () => {
  server = await startTestEngineServer();
  const settings = { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) };
  operator = await signedIn(await startTestApp({ kinds: [testEngineKind], settings }), 'operator');
});

test('a failed probe reports the cause by a code and by a message in both languages', async () => {
  const locked = await server.addBackend('locked', { key: 'the right key' });
  await operator.done('engine add', {
    engine: 'locked',
    kind: 'test',
    url: locked.url,
    secret: 'a wrong key',
  });
  const probe = async (engine: string, language: string) =>
    (await operator.post('/api/engine.probe', { engine }, { 'accept-language': language })).body;
  const wrong = await probe('locked', 'en');
  assert.deepEqual([wrong.ok, wrong.code], [false, 'engine_unauthorized']);
  assert.match(wrong.message, /^The engine refused access: it rejected the secret.* Enter a valid secret\.$/);
  assert.match((await probe('locked', 'zh')).message, /^引擎拒绝访问：拒绝了密钥/);
  await operator.done('engine change', { engine: 'locked', secret: 'the right key' });
  assert.deepEqual((await probe('locked', 'en')).code, null);
  await locked.goDown();
  assert.equal((await probe('locked', 'en')).code, 'engine_unavailable');
  await operator.done('engine drain', { engine: 'locked' });
  await operator.done('engine remove', { engine: 'locked' });
});

test('a Chinese error contains its reason in Chinese', async () => {
  const readChineseError = async (input: object) => {
    const engineFields = { engine: 'gpu-zh', kind: 'test', url: 'http://10.0.0.5', ...input };
    return (await operator.post('/api/engine.add', engineFields, { 'accept-language': 'zh' })).body.error
      .message;
  };
  assert.equal(
    await readChineseError({ url: 'ftp://x' }),
    '"url" 的值无效：应为 http 或 https URL，例如 http://10.0.0.5:8188。',
  );
  assert.equal(await readChineseError({ slots: 0 }), '"slots" 的值无效：应为 1 到 1000。');
  assert.equal(
    await readChineseError({ settings: { pollMs: 'often' } }),
    '"settings.pollMs" 的值无效：应为 0 到 60000 的数字。',
  );
  assert.match(await readChineseError({ hours: 'at night' }), /应为时段/);
});

test('an engine that workers cannot open reports the reason', async () => {
  await operator.done('engine add', {
    engine: 'keyless',
    kind: 'test',
    url: 'http://127.0.0.1:9',
    secret: 'env:NO_SUCH_KEY_HERE',
  });
  const readLine = async () =>
    (await operator.done('engine list')).find(({ name }: { name: string }) => name === 'keyless');
  const line = await until(readLine, engine => /secret/.test(engine?.why ?? ''));
  assert.equal(line.state, 'down');
  // Entering the reference again would change nothing.
  assert.match(line.why, /NO_SUCH_KEY_HERE, which is not set.*restart/);
  const { body } = await operator.get('/api/engine.list', { 'accept-language': 'zh' });
  assert.match(JSON.stringify(body), /环境变量 NO_SUCH_KEY_HERE，但有工作进程未设置该变量.*重新启动/);
  await operator.done('engine change', { engine: 'keyless', secret: 'file:/no/such/file' });
  await until(readLine, engine =>
    /the file \/no\/such\/file, which a worker cannot read/.test(engine?.why ?? ''),
  );
});
