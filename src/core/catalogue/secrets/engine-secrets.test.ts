import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { addEngineRows, secretOwner } from '../../../../test/support/engines/engine-rows.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { newSecretKey, revealSecretKey } from '../../../platform/lib/secret-key.ts';
import { describeSecrets, dropSecret, readSecret, saveSecret } from './engine-secrets.ts';
import { openSecretKeys } from './secret-keys.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
const dataDir = await mkdtemp(join(tmpdir(), 'kinora-data-'));
const elsewhere = await mkdtemp(join(tmpdir(), 'kinora-secrets-'));
after(async () => {
  await db.close();
  for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true });
});
before(() => addEngineRows(db, ['one', 'two', 'bare']));

const key = newSecretKey();
const databaseUrl = 'postgres://u@h/d';
const keys = openSecretKeys({ configuredKeys: [key], dataDir, databaseUrl });
const noKeys = openSecretKeys({ configuredKeys: [], dataDir, databaseUrl });
const secret = 'sk-live-abcdefgh-9876';
const save = (text: string, { engine = 'one', with: secretKeys = keys } = {}) =>
  db.transaction(tx => saveSecret(tx, secretKeys, { ...secretOwner(engine), text }));
const read = (engine = 'one', secretKeys = keys) => readSecret(db, secretKeys, secretOwner(engine));
const readText = async (engine = 'one') => {
  const reading = await read(engine);
  assert.equal(reading.state, 'usable', inspect(reading));
  return reading.state === 'usable' ? reading.text : '';
};
const show = (value: unknown) => inspect(value, { depth: 9, showHidden: true });

test('a stored secret is readable, encrypted in its row, and hidden when the result is printed', async () => {
  await save(`  ${secret}\n`);
  assert.equal(await readText(), secret);
  const reading = await read();
  assert.deepEqual(JSON.parse(JSON.stringify(reading)), { state: 'usable', lastFour: '9876' });
  assert.ok(!show(reading).includes(secret));
  const { rows } = await db.pool.query('select *, engine_secrets::text as line from engine_secrets');
  assert.ok(!show(rows).includes('sk-live') && !rows[0].ciphertext.includes('sk-live'));
});

test('saving replaces a secret, and dropping removes it', async () => {
  await save('the first secret');
  await save(secret);
  assert.equal(await readText(), secret);
  assert.equal(await dropSecret(db, 'one'), true);
  assert.equal(await dropSecret(db, 'one'), false);
  assert.deepEqual(await read(), { state: 'none' });
});

test('a secret for another origin, moved to another engine or changed in the database is unusable', async () => {
  await save(secret);
  const unusable = { state: 'unusable', reason: 'origin_changed', lastFour: '9876' };
  assert.deepEqual(await readSecret(db, keys, { engine: 'one', origin: 'https://two.example' }), unusable);
  await save('another one, for two', { engine: 'two' });
  await db.pool.query(
    `update engine_secrets
     set (ciphertext, nonce, last_four) = (
       select ciphertext, nonce, last_four from engine_secrets where engine = 'one'
     )
     where engine = 'two'`,
  );
  assert.deepEqual(await read('two'), unusable);
  await db.pool.query(
    `update engine_secrets set ciphertext = set_byte(ciphertext, 3, 255 - get_byte(ciphertext, 3))`,
  );
  assert.deepEqual(await read(), unusable);
});

test('a secret is unusable without its key until it is entered again', async () => {
  await save(secret);
  const otherKeys = openSecretKeys({ configuredKeys: [newSecretKey()], dataDir, databaseUrl });
  for (const by of [otherKeys, noKeys])
    assert.deepEqual(await read('one', by), { state: 'unusable', reason: 'other_key', lastFour: '9876' });
  await save(secret, { with: otherKeys });
  assert.equal((await read('one', otherKeys)).state, 'usable');
});

test('an environment reference is resolved at each read, and settings of Kinora are rejected', async () => {
  await save('env:KINORATEST_FAL_KEY', { with: noKeys });
  const missing = { state: 'unusable', reason: 'environment_missing', lastFour: '' };
  assert.deepEqual(await read(), missing);
  process.env['KINORATEST_FAL_KEY'] = ` ${secret}\n`;
  assert.equal(await readText(), secret);
  process.env['KINORATEST_FAL_KEY'] = 'one\r\nx-more: two';
  assert.deepEqual(await read(), missing);
  delete process.env['KINORATEST_FAL_KEY'];
  for (const wrong of ['env:', 'env:A B', 'env:1A', 'env:A=B', 'env:DATABASE_URL', 'env:KINORA_SECRET_KEY'])
    await assert.rejects(save(wrong), { code: 'field_invalid' }, wrong);
});

test('a file reference is resolved at each read, and its content is trimmed', async () => {
  const path = join(elsewhere, 'key');
  await save(`file:${path}`, { with: noKeys });
  const unreadable = { state: 'unusable', reason: 'file_unreadable', lastFour: '' };
  assert.deepEqual(await read(), unreadable);
  await writeFile(path, `\n${secret} \n`);
  assert.equal(await readText(), secret);
  await writeFile(path, 'a'.repeat(64 * 1024));
  assert.equal((await readText()).length, 64 * 1024);
  for (const bad of ['a'.repeat(64 * 1024 + 1), '', ' \n', 'two\nlines', Buffer.from([0x61, 0xff])]) {
    await writeFile(path, bad);
    assert.deepEqual(await read(), unreadable, String(bad).slice(0, 20));
  }
});

test('a reference to something that is not a file is unreadable and does not block', async () => {
  const unreadable = { state: 'unusable', reason: 'file_unreadable', lastFour: '' };
  await save(`file:${elsewhere}`);
  assert.deepEqual(await read(), unreadable);
  if (process.platform === 'win32') return;
  const pipe = join(elsewhere, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await save(`file:${pipe}`);
  assert.deepEqual(await read(), unreadable);
});

test('a reference into the data folder, which holds the key file, is rejected', async () => {
  const keyFile = join(dataDir, 'secret.key');
  await writeFile(keyFile, revealSecretKey(key));
  const way = join(elsewhere, 'link');
  await symlink(keyFile, way);
  await save(`file:${way}`);
  assert.deepEqual(await read(), { state: 'unusable', reason: 'file_unreadable', lastFour: '' });
  for (const wrong of [keyFile, join(elsewhere, '..', keyFile.slice(tmpdir().length)), 'relative/path', ''])
    await assert.rejects(save(`file:${wrong}`), { code: 'field_invalid' }, wrong);
});

test('lists show the last four characters of a long secret, and references in full', async () => {
  await save('elevenchars');
  await save('twelve chars', { engine: 'two' });
  await save('env:SOME_KEY', { engine: 'bare' });
  const descriptions = await describeSecrets(db);
  assert.deepEqual([...descriptions.keys()], ['bare', 'one', 'two']);
  assert.equal(descriptions.get('one')?.lastFour, '');
  assert.equal(descriptions.get('two')?.lastFour, 'hars');
  assert.ok(descriptions.get('two')?.changedAt instanceof Date);
  const { reference, lastFour } = descriptions.get('bare') ?? {};
  assert.deepEqual({ reference, lastFour }, { reference: 'env:SOME_KEY', lastFour: '' });
  assert.ok(!('reference' in (descriptions.get('one') ?? {})));
});

test('without a key, only references can be stored', async () => {
  await save('env:SOME_KEY', { with: noKeys });
  await assert.rejects(save(secret, { with: noKeys }), { code: 'secret_key_missing' });
  assert.equal((await describeSecrets(db)).get('one')?.reference, 'env:SOME_KEY');
});

test('errors contain neither the secret nor a key', async () => {
  const longSecret = `${secret}${'x'.repeat(4096)}`;
  const failing = [
    () => save(`${secret}\r\nx-more: 1`),
    () => save(`${secret}\u200bx`),
    () => save(`${secret}\0`),
    () => save(longSecret),
    () => save(`env:${secret}`),
    () => save(`file:${secret}`),
    () => save(secret, { with: noKeys }),
    () => save(secret, { engine: 'unknown' }),
    () => saveSecret(db, keys, { ...secretOwner('one'), text: secret }),
  ];
  for (const fail of failing) {
    const error = await fail().then(
      () => assert.fail(String(fail)),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    const output = show(error) + JSON.stringify(error) + error.stack;
    assert.ok(!output.includes(secret) && !output.includes(revealSecretKey(key)), String(fail));
  }
  await save('x'.repeat(4096));
  assert.equal((await readText()).length, 4096);
});
