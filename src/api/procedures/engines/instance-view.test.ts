import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { toContext } from '../../../../test/support/setups/context.ts';
import { testEngineKind } from '../../../../test/support/test-engine/kind.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { findInstance, type EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { newSecretKey } from '../../../platform/lib/secret-key.ts';
import { readSecret } from '../../../core/catalogue/secrets/engine-secrets.ts';
import { openSecretKeys } from '../../../core/catalogue/secrets/secret-keys.ts';
import { instanceRecord } from '../records/instance-record.ts';
import { toInstanceRecord } from './instance-view.ts';
import { storeSecret } from './store-secret.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
const dataDir = await mkdtemp(join(tmpdir(), 'kinora-data-'));
test.after(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const databaseUrl = 'postgres://u@h/d';
const secretKeys = openSecretKeys({ configuredKeys: [newSecretKey()], dataDir, databaseUrl });
const engineKinds = [testEngineKind, { ...testEngineKind, kind: 'open', secret: 'none' as const }];
const secret = 'sk-live-abcdefgh-9876';

async function newEngine(name: string, { kind = 'test', url = `https://${name}.example/v1` } = {}) {
  await db.pool.query(`insert into engines (name, kind, url, source) values ($1, $2, $3, 'operator')`, [
    name,
    kind,
    url,
  ]);
  const instance = await findInstance(db, name);
  assert.ok(instance);
  return instance;
}
const store = (instance: EngineInstance, text: string) =>
  db.transaction(tx => storeSecret(toContext(db, { db: tx, secretKeys, engineKinds }), instance, text));

test('a record of an engine with a secret has its last four characters, and nothing else of it', async () => {
  const instance = await newEngine('one');
  await store(instance, secret);
  const record = await toInstanceRecord(db, instance);
  instanceRecord.parse(record);
  assert.deepEqual([record.secret?.reference, record.secret?.last_four], [null, '9876']);
  assert.ok(!JSON.stringify(record).includes(secret.slice(0, -4)));
  assert.equal((await toInstanceRecord(db, await newEngine('bare'))).secret, null);
});

test('a reference is shown, and not what it refers to', async () => {
  const instance = await newEngine('two');
  process.env['KINORATEST_VIEW_KEY'] = secret;
  try {
    await store(instance, 'env:KINORATEST_VIEW_KEY');
    const record = await toInstanceRecord(db, instance);
    assert.deepEqual([record.secret?.reference, record.secret?.last_four], ['env:KINORATEST_VIEW_KEY', '']);
  } finally {
    delete process.env['KINORATEST_VIEW_KEY'];
  }
});

test('a secret is stored for the origin of its engine, whatever the path', async () => {
  const instance = await newEngine('three', { url: 'https://three.example:8443/v1/images' });
  await store(instance, secret);
  const read = async (origin: string) =>
    (await readSecret(db, secretKeys, { engine: 'three', origin })).state;
  assert.equal(await read('https://three.example:8443'), 'usable');
  assert.equal(await read('https://three.example'), 'unusable');
});

test('a kind without a secret takes none, and nothing is stored', async () => {
  const instance = await newEngine('four', { kind: 'open' });
  await assert.rejects(store(instance, secret), { code: 'field_invalid' });
  assert.equal((await toInstanceRecord(db, instance)).secret, null);
});

test('a secret of an unknown kind is rejected with the known ones', async () => {
  const instance = await newEngine('five', { kind: 'gone' });
  await assert.rejects(store(instance, secret), (error: any) => /test, open/.test(error.details.reason));
});

test('limits and hours are shown as they are entered', async () => {
  await newEngine('six');
  await db.pool.query(
    `update engines set slots = 3, hours = '{"from": "22:00", "to": "06:00", "timeZone": "Europe/Berlin"}',
       starts_per_minute = 4, day_budget_micros = 1500000, month_budget_micros = 0 where name = 'six'`,
  );
  const instance = await findInstance(db, 'six');
  assert.ok(instance);
  const record = await toInstanceRecord(db, instance);
  assert.deepEqual(
    [record.slots, record.hours, record.starts_per_minute, record.day_budget, record.month_budget],
    [3, { from: '22:00', to: '06:00', time_zone: 'Europe/Berlin' }, 4, '1.50', '0.00'],
  );
});
