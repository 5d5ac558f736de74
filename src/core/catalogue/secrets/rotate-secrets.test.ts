import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { until } from '../../../../test/support/servers/app.ts';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { addEngineRows, secretOwner } from '../../../../test/support/engines/engine-rows.ts';
import { openDatabase, type Queryable } from '../../../platform/db/open.ts';
import { newSecretKey } from '../../../platform/lib/secret-key.ts';
import { readSecret, saveSecret } from './engine-secrets.ts';
import { addKey, dropUnusedKeys, rotateKey, rotateSecrets } from './rotate-secrets.ts';
import { openSecretKeys, type SecretKeys } from './secret-keys.ts';
import { openKeyFile } from './key-file.ts';
import { toFingerprint } from './seal.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
const root = await mkdtemp(join(tmpdir(), 'kinora-rotate-'));
after(async () => {
  await db.close();
  await rm(root, { recursive: true, force: true });
});
const engines = ['one', 'two', 'three'];
let dataDir: string;
before(() => addEngineRows(db, engines));
beforeEach(async () => {
  await db.pool.query('delete from engine_secrets');
  dataDir = await mkdtemp(join(root, 'data-'));
});

const openKeys = () => openSecretKeys({ configuredKeys: [], dataDir, databaseUrl: undefined });
const file = () => openKeyFile(join(dataDir, 'secret.key'));
const save = (keys: SecretKeys, engine: string) =>
  db.transaction(tx => saveSecret(tx, keys, { ...secretOwner(engine), text: `the secret of ${engine}` }));
const saveAll = async (keys: SecretKeys) => {
  for (const engine of engines) await save(keys, engine);
};
const allReadable = async (keys: SecretKeys) => {
  for (const engine of engines) {
    const reading = await readSecret(db, keys, secretOwner(engine));
    assert.equal(reading.state, 'usable', `${engine}: ${JSON.stringify(reading)}`);
    assert.equal(reading.state === 'usable' && reading.text, `the secret of ${engine}`);
  }
};
const listKeys = async (keys: SecretKeys) => (await keys.list()).map(toFingerprint);
const usedKeys = async () =>
  (await db.pool.query('select distinct key_fingerprint as key from engine_secrets')).rows.map(
    ({ key }) => key,
  );

test('rotating the key file leaves one new key, with which every secret is encrypted', async () => {
  const keys = openKeys();
  await saveAll(keys);
  const [old] = await listKeys(keys);
  assert.deepEqual(await rotateKey(db, keys), { reencrypted: 3, alreadyCurrent: 0, unusable: [] });
  const now = await listKeys(keys);
  assert.equal(now.length, 1);
  assert.notEqual(now[0], old);
  assert.deepEqual(await usedKeys(), now);
  await allReadable(openKeys());
});

test('a rotation that is interrupted after any step loses no secret, and the next one finishes it', async () => {
  const steps = [
    () => addKey(db, file()),
    () => rotateSecrets(db, openKeys()),
    () => dropUnusedKeys(db, file()),
  ];
  for (let done = 0; done <= steps.length; done++) {
    await rm(join(dataDir, 'secret.key'), { force: true });
    const running = openKeys();
    await saveAll(running);
    for (const step of steps.slice(0, done)) {
      await step();
      await allReadable(running);
    }
    await save(running, 'two');
    await allReadable(running);
    await rotateKey(db, openKeys());
    await allReadable(running);
    assert.equal((await listKeys(running)).length, 1);
    assert.deepEqual(await readdir(dataDir), ['secret.key']);
  }
});

test('interleaved steps of two rotations lose no secret', async () => {
  await saveAll(openKeys());
  await addKey(db, file());
  await addKey(db, file());
  await rotateSecrets(db, openKeys());
  await dropUnusedKeys(db, file());
  await allReadable(openKeys());
  await addKey(db, file());
  await dropUnusedKeys(db, file());
  await allReadable(openKeys());
  await rotateSecrets(db, openKeys());
  await dropUnusedKeys(db, file());
  await allReadable(openKeys());
});

test('concurrent rotations and saves lose no secret', async () => {
  await saveAll(openKeys());
  const work = Array.from({ length: 24 }, (_, index) =>
    index % 4 === 0 ? rotateKey(db, openKeys()) : save(openKeys(), engines[index % 3] ?? ''),
  );
  await Promise.all(work);
  await allReadable(openKeys());
});

test('a rotation waits for a save that has read the key', async () => {
  await saveAll(openKeys());
  let rotation: Promise<unknown> = Promise.resolve();
  const isWaiting = async () =>
    (await db.pool.query('select 1 from pg_locks where not granted')).rows.length > 0;
  const slow: SecretKeys = {
    ...openKeys(),
    current: async () => {
      const key = await openKeys().current();
      rotation = rotateKey(db, openKeys());
      await Promise.race([rotation, until(isWaiting, Boolean)]);
      return key;
    },
  };
  await save(slow, 'one');
  await rotation;
  await allReadable(openKeys());
});

test('a reader whose row is older than the key file reads the row again', async () => {
  const keys = openKeys();
  await saveAll(keys);
  let isRotated = false;
  const slow: Queryable = {
    hint: () => {},
    query: async (statement, values) => {
      const rows = await db.query(statement, values);
      if (!isRotated) {
        isRotated = true;
        await rotateKey(db, openKeys());
      }
      return rows as never;
    },
  };
  assert.equal((await readSecret(slow, keys, secretOwner('one'))).state, 'usable');
});

test('of two configured keys, the first encrypts and the second only decrypts', async () => {
  const [before, now] = [newSecretKey(), newSecretKey()];
  const ring = (...configuredKeys: ReturnType<typeof newSecretKey>[]) =>
    openSecretKeys({ configuredKeys, dataDir, databaseUrl: 'postgres://u@h/d' });
  await saveAll(ring(before));
  const bothKeys = ring(now, before);
  await save(bothKeys, 'three');
  await allReadable(bothKeys);
  assert.deepEqual(await rotateKey(db, bothKeys), { reencrypted: 2, alreadyCurrent: 1, unusable: [] });
  assert.deepEqual(await rotateKey(db, bothKeys), { reencrypted: 0, alreadyCurrent: 3, unusable: [] });
  await allReadable(ring(now));
  assert.deepEqual(await readdir(dataDir), []);
});

test('a configured key replaces the key file', async () => {
  await saveAll(openKeys());
  const configuredKeys = [newSecretKey()];
  const keys = openSecretKeys({ configuredKeys, dataDir, databaseUrl: undefined });
  await allReadable(keys);
  assert.equal((await rotateKey(db, keys)).reencrypted, 3);
  await rm(join(dataDir, 'secret.key'));
  await allReadable(keys);
});

test('undecryptable secrets are reported, left unchanged, and keep their key', async () => {
  const keys = openKeys();
  await saveAll(keys);
  const [old] = await listKeys(keys);
  await db.pool.query(`update engine_secrets set key_fingerprint = 'ffffffffffffffff' where engine = 'one'`);
  await db.pool.query(`update engines set url = 'https://moved.example' where name = 'two'`);
  assert.deepEqual(await rotateKey(db, keys), {
    reencrypted: 1,
    alreadyCurrent: 0,
    unusable: ['one', 'two'],
  });
  await db.pool.query(`update engines set url = 'https://two.example' where name = 'two'`);
  assert.equal((await readSecret(db, keys, secretOwner('two'))).state, 'usable');
  assert.equal((await listKeys(keys))[1], old);
  await db.pool.query(`update engine_secrets set key_fingerprint = $1 where engine = 'one'`, [old]);
  assert.equal((await rotateKey(db, keys)).reencrypted, 3);
  assert.equal((await listKeys(keys)).length, 1);
});

test('a rotation with references only creates no key file', async () => {
  await db.transaction(tx => saveSecret(tx, openKeys(), { ...secretOwner('one'), text: 'env:SOME_KEY' }));
  assert.deepEqual(await rotateKey(db, openKeys()), { reencrypted: 0, alreadyCurrent: 0, unusable: [] });
  assert.deepEqual(await readdir(dataDir), []);
  const none = openSecretKeys({ configuredKeys: [], dataDir, databaseUrl: 'postgres://u@h/d' });
  await assert.rejects(rotateKey(db, none), { code: 'secret_key_missing' });
});

test('a save that is rolled back leaves a key file that the next one uses', async () => {
  await assert.rejects(save(openKeys(), 'unknown'));
  const before = await readFile(join(dataDir, 'secret.key'), 'utf8');
  await saveAll(openKeys());
  assert.equal(await readFile(join(dataDir, 'secret.key'), 'utf8'), before);
  await allReadable(openKeys());
});
