import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '@kinora/shared/errors/errors';
import { newSecretKey, revealSecretKey } from '../../../platform/lib/secret-key.ts';
import { openKeyFile } from './key-file.ts';
import { openSecretKeys } from './secret-keys.ts';
import { toFingerprint } from './seal.ts';

const root = await mkdtemp(join(tmpdir(), 'kinora-keys-'));
after(() => rm(root, { recursive: true, force: true }));
const newFolder = () => mkdtemp(join(root, 'data-'));
const inFolder = (dataDir: string, configuredKeys: readonly ReturnType<typeof newSecretKey>[] = []) =>
  openSecretKeys({ configuredKeys, dataDir, databaseUrl: undefined });
const fingerprints = async (keys: ReturnType<typeof inFolder>) => (await keys.list()).map(toFingerprint);

test('the key file is created on first use, and only its owner can read it', async () => {
  const dataDir = await newFolder();
  const keys = inFolder(dataDir);
  assert.deepEqual(await keys.list(), []);
  assert.deepEqual(await readdir(dataDir), []);
  const key = await keys.current();
  assert.deepEqual(await readdir(dataDir), ['secret.key']);
  const path = join(dataDir, 'secret.key');
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal(await readFile(path, 'utf8'), `${revealSecretKey(key)}\n`);
  assert.equal(toFingerprint(await inFolder(dataDir).current()), toFingerprint(key));
});

test('processes that create the key file at the same time use the same key', async () => {
  const dataDir = await newFolder();
  const keys = await Promise.all(Array.from({ length: 16 }, () => inFolder(dataDir).current()));
  assert.equal(new Set(keys.map(toFingerprint)).size, 1);
  assert.deepEqual(await readdir(dataDir), ['secret.key']);
});

test('a process keeps a key file that another process created in the meantime', async () => {
  const file = openKeyFile(join(await newFolder(), 'secret.key'));
  assert.deepEqual(await file.read(), []);
  await file.create();
  const [first] = await file.read();
  await file.create();
  const [second] = await file.read();
  assert.ok(first && second?.equals(first));
});

test('a replaced key file is read again, and the temporary file of a killed process is removed', async () => {
  const dataDir = await newFolder();
  const keys = inFolder(dataDir);
  const old = await keys.current();
  const leftoverFile = join(dataDir, 'secret.key.0190.tmp');
  await writeFile(leftoverFile, revealSecretKey(old));
  const newKey = newSecretKey();
  assert.equal(await keys.find(toFingerprint(newKey)), undefined);
  await openKeyFile(join(dataDir, 'secret.key')).replace([newKey, old]);
  assert.deepEqual(await fingerprints(keys), [newKey, old].map(toFingerprint));
  assert.equal(toFingerprint(await keys.current()), toFingerprint(newKey));
  assert.ok((await keys.find(toFingerprint(newKey)))?.equals(newKey));
  assert.deepEqual(await readdir(dataDir), ['secret.key']);
  assert.equal((await stat(join(dataDir, 'secret.key'))).mode & 0o077, 0);
});

test('a damaged key file is never overwritten, and errors do not contain its content', async () => {
  const dataDir = await newFolder();
  const path = join(dataDir, 'secret.key');
  for (const content of [
    '',
    '\n',
    'QUJDREVGR0hJSktMTU5PUA==\n',
    `${revealSecretKey(newSecretKey())}\nrubbish\n`,
  ]) {
    await writeFile(path, content);
    const error = await inFolder(dataDir)
      .current()
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    assert.ok(error instanceof AppError && error.code === 'secret_key_unusable');
    const output = inspect(error, { depth: 9, showHidden: true });
    for (const line of content.split('\n').filter(Boolean)) assert.ok(!output.includes(line));
    assert.equal(await inFolder(dataDir).find('0123456789abcdef'), undefined);
    assert.equal(await readFile(path, 'utf8'), content);
  }
});

test('a missing data folder gives an error with the path of the key file', async () => {
  const keys = inFolder(join(root, 'missing'));
  await assert.rejects(keys.current(), { code: 'secret_key_unusable', message: /missing.secret\.key/ });
});

test('configured keys come first, and keys of the key file still decrypt', async () => {
  const dataDir = await newFolder();
  const old = await inFolder(dataDir).current();
  const configuredKey = newSecretKey();
  const keys = inFolder(dataDir, [configuredKey]);
  assert.equal(keys.file, undefined);
  assert.deepEqual(await fingerprints(keys), [configuredKey, old].map(toFingerprint));
  assert.equal(await keys.current(), configuredKey);
  assert.ok((await keys.find(toFingerprint(old)))?.equals(old));
});

test('with an external database and no setting, a server has no key and creates no key file', async () => {
  const dataDir = await newFolder();
  const databaseUrl = 'postgres://u@h/d';
  const keys = openSecretKeys({ configuredKeys: [], dataDir, databaseUrl });
  assert.deepEqual(await keys.list(), []);
  assert.equal(await keys.find('0123456789abcdef'), undefined);
  await assert.rejects(keys.current(), { code: 'secret_key_missing', message: /openssl rand -base64 32/ });
  assert.deepEqual(await readdir(dataDir), []);
});

test('printing an object does not print its keys', async () => {
  const dataDir = await newFolder();
  const configuredKey = newSecretKey();
  const keys = inFolder(dataDir, [configuredKey]);
  const output = inspect([keys, await keys.list()], { depth: 9, showHidden: true });
  assert.ok(!output.includes(revealSecretKey(configuredKey)));
});
