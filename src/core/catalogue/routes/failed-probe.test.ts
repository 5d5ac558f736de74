import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { scriptedEngine } from '../../../../test/support/engines/scripted-engine.ts';
import { endedClip, openCustomer } from '../../../../test/support/setups/customers.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { reportEngines } from '../../operate/engines/engine-presence.ts';
import { forgetDisprovedProbes, forgetFailedProbe, noteFailedProbe } from './failed-probe.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db);
const failure = { en: 'no answer', zh: '没有响应' };
let engines = 0;

/** An engine whose last probe failed. */
async function failedEngine() {
  const engine = { name: `engine-${++engines}`, url: 'http://127.0.0.1:1', settings: { steps: 4 } };
  await db.pool.query(
    `insert into engines (name, kind, source, url, settings, since)
     values ($1, 'test', 'operator', $2, $3, '2026-01-01T00:00:00Z')`,
    [engine.name, engine.url, engine.settings],
  );
  await noteFailedProbe(db, engine, failure);
  return engine;
}

async function stored(name: string) {
  const { rows } = await db.pool.query(
    `select failed_probe_reason as reason, since > '2026-01-01T00:00:00Z' as has_recovered
     from engines where name = $1`,
    [name],
  );
  return rows[0];
}

const failedRow = { reason: failure, has_recovered: false };
const recoveredRow = { reason: null, has_recovered: true };

test('a failed probe is stored until it is forgotten, and its end is when the engine recovered', async () => {
  const { name } = await failedEngine();
  assert.deepEqual(await stored(name), failedRow);
  await forgetFailedProbe(db, name);
  assert.deepEqual(await stored(name), recoveredRow);
});

test('a reason that quotes what PostgreSQL cannot store is stored without it', async () => {
  const engine = await failedEngine();
  await noteFailedProbe(db, engine, { en: 'it said a\0b\ud800', zh: '' });
  assert.deepEqual((await stored(engine.name)).reason, { en: 'it said a\ufffdb\ufffd', zh: '' });
});

test('a probe that ends after the engine was changed says nothing about it', async () => {
  const engine = await failedEngine();
  await forgetFailedProbe(db, engine.name);
  await noteFailedProbe(db, { ...engine, url: 'http://127.0.0.1:2' }, failure);
  await noteFailedProbe(db, { ...engine, settings: { steps: 8 } }, failure);
  assert.deepEqual(await stored(engine.name), recoveredRow);
});

test('a task that succeeded after the last failed probe disproves it, and one before it does not', async () => {
  const engine = await failedEngine();
  const { name } = engine;
  const forget = () => forgetDisprovedProbes(db, [name]);
  await endedClip(db, customer, { end: { phase: 'failed', code: 'timeout', engine: name } });
  await forget();
  assert.deepEqual(await stored(name), failedRow, 'a task that failed');
  await endedClip(db, customer, { end: { phase: 'succeeded', engine: name } });
  await noteFailedProbe(db, engine, failure);
  await forget();
  assert.deepEqual(await stored(name), failedRow, 'the engine failed again after the task');
  await endedClip(db, customer, { end: { phase: 'succeeded', engine: name } });
  await forgetDisprovedProbes(db, ['another']);
  assert.deepEqual(await stored(name), failedRow, 'only the engines that are named');
  // As a worker does every few seconds.
  await reportEngines(db, 'worker', [{ ...scriptedEngine('http://127.0.0.1:1'), name }]);
  assert.deepEqual(await stored(name), recoveredRow);
});
