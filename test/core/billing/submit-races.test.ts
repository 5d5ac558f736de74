/**
 * What happens between the check of a submit and its hold: whoever comes first, no
 * balance and no limit is exceeded.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { stopAt } from '../../support/setups/stop-at.ts';

/** Costs 0.06. */
const clip = { model: 'sketch-motion', prompt: 'x', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const submit = ({ url, videoKey }: TestApp, fields: object = {}) =>
  call(`${url}/v1/videos`, { key: videoKey, json: { ...clip, ...fields } });

test('of two submits that were checked at once, the balance pays the one that is written first', async () => {
  const kinora = await startScriptedApp({ settings: { KINORA_OPENING_BALANCE: '0.09' } });
  const waiting = stopAt('submit a task');
  const late = submit(kinora);
  await waiting.arrival;
  assert.equal((await submit(kinora)).status, 200);
  waiting.resume();
  const { status, body } = await late;
  assert.deepEqual([status, body.error.code], [402, 'insufficient_balance']);
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});

test('a token that is revoked after the check of a submit buys nothing', async () => {
  const kinora = await startScriptedApp();
  const operator = await signedIn(kinora, 'operator');
  const token = (await operator.done('token list')).find(({ group }: { group: string }) => group === 'video');
  const before = await checkLedger(kinora);
  const waiting = stopAt('submit a task');
  const late = submit(kinora);
  await waiting.arrival;
  await operator.done('token revoke', { token: token.id });
  waiting.resume();
  assert.equal((await late).body.error.code, 'key_revoked');
  const after = await checkLedger(kinora);
  assert.deepEqual(
    [after.availableMicros, after.heldMicros, after.problems],
    [before.availableMicros, 0n, []],
  );
});

test('a cap of a token is not exceeded by submits that were checked before each other', async () => {
  const kinora = await startScriptedApp();
  const operator = await signedIn(kinora, 'operator');
  const token = (await operator.done('token list')).find(({ group }: { group: string }) => group === 'video');
  await operator.done('token change', { token: token.id, cap_total: '0.10' });
  const waiting = stopAt('submit a task');
  const late = submit(kinora);
  await waiting.arrival;
  assert.equal((await submit(kinora)).status, 200);
  waiting.resume();
  const { status, body } = await late;
  assert.deepEqual([status, body.error.code], [402, 'token_cap_reached']);
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});
