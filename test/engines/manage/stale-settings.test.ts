/** Settings that were stored by a version of Kinora whose kinds had others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';

test('a probe names a stored setting that no longer fits the kind, whether there is anything to contact or not', async () => {
  const kinora = await startTestApp({ kinds: [testEngineKind] });
  const operator = await signedIn(kinora, 'operator');
  const url = 'http://127.0.0.1:9';
  await operator.done('engine add', { engine: 'old-gpu', kind: 'test', url });
  await operator.done('engine add', { engine: 'old-sketch', kind: 'sketch' });
  await kinora.app.db.pool.query(
    `update engines set settings = '{"quality": "splendid"}' where name in ('old-gpu', 'old-sketch')`,
  );
  for (const [engine, expected] of [
    ['old-gpu', /"settings\.quality": .*allowed: draft/],
    ['old-sketch', /"settings\.quality": sketch has no such setting/],
  ] as const) {
    const { ok, code, message } = await operator.done('engine probe', { engine });
    assert.deepEqual([ok, code], [false, 'settings_invalid']);
    assert.match(message, expected);
  }
});
