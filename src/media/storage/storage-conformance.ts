/**
 * The tests that every storage must pass. The test file of each implementation runs them.
 * @NOTE length: it is one suite.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readWhole } from './open-file.ts';
import type { ListedFile } from './listed-file.ts';
import type { Storage } from './storage.ts';
import type { StorageErrorCode } from './storage-error.ts';

/** `isExclusive: false`: a storage that cannot tell whether a file exists while it is written. */
export interface StorageTraits {
  readonly isExclusive?: false;
}

/** Registers the tests. `open` returns a new, empty storage for each test. */
export function testStorage(name: string, open: () => Promise<Storage>, traits: StorageTraits = {}): void {
  testPut(name, open);
  if (traits.isExclusive !== false) testExclusivePut(name, open);
  testFailingPut(name, open);
  testOpen(name, open);
  testFolders(name, open);
  testKeys(name, open);
}

function testPut(name: string, open: () => Promise<Storage>): void {
  test(`${name}: a stored file is read back, and put returns its size and SHA-256`, async () => {
    const storage = await open();
    const bytes = Buffer.alloc(300_000, 'abcdefg');
    const stored = await storage.put('task-1/picture.png', bytes);
    assert.deepEqual(stored, { sizeBytes: 300_000, sha256: sha256(bytes) });
    assert.deepEqual(await read(storage, 'task-1/picture.png'), bytes);
    assert.deepEqual(await storage.stat('task-1/picture.png'), { sizeBytes: 300_000 });
  });

  test(`${name}: a stream of exactly the maximum size is stored`, async () => {
    const storage = await open();
    const source = Readable.from([Buffer.from('first '), Buffer.from('second')]);
    const stored = await storage.put('a', source, { maxBytes: 12 });
    assert.deepEqual(stored, { sizeBytes: 12, sha256: sha256(Buffer.from('first second')) });
    assert.equal((await read(storage, 'a')).toString(), 'first second');
    assert.equal(source.destroyed, true);
  });

  test(`${name}: an empty file can be stored`, async () => {
    const storage = await open();
    assert.deepEqual(await storage.put('empty', new Uint8Array(0)), {
      sizeBytes: 0,
      sha256: sha256(Buffer.of()),
    });
    assert.deepEqual(await storage.stat('empty'), { sizeBytes: 0 });
    assert.equal((await read(storage, 'empty')).length, 0);
  });

  test(`${name}: what interrupted writes left is removed, and files stay`, async () => {
    const storage = await open();
    await storage.put('a/b', Buffer.from('x'));
    assert.equal(await storage.removeUnfinished(), 0);
    assert.deepEqual(await listKeys(storage), ['a/b']);
  });
}

function testExclusivePut(name: string, open: () => Promise<Storage>): void {
  test(`${name}: a key can be written only once, and keeps its first file`, async () => {
    const storage = await open();
    await storage.put('a/b', Buffer.from('first'));
    await refuses('exists', storage.put('a/b', Buffer.from('second')));
    assert.equal((await read(storage, 'a/b')).toString(), 'first');
  });

  test(`${name}: a stream for a key that exists is destroyed`, async () => {
    const storage = await open();
    await storage.put('a', Buffer.from('first'));
    const source = chunks('x', 3);
    await refuses('exists', storage.put('a', source));
    assert.equal(source.destroyed, true);
  });

  test(`${name}: of concurrent writers exactly one wins, with all of its bytes`, async () => {
    const storage = await open();
    const writers = Array.from({ length: 8 }, (_, index) =>
      storage.put('a/b', chunks(`writer ${index} `, 50)),
    );
    const results = await Promise.allSettled(writers);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    for (const [index, result] of results.entries()) {
      if (index === winner) continue;
      assert.equal(result.status === 'rejected' && result.reason.code, 'exists');
    }
    assert.equal((await read(storage, 'a/b')).toString(), `writer ${winner} `.repeat(50));
  });
}

function testFailingPut(name: string, open: () => Promise<Storage>): void {
  const leavesNothing = async (storage: Storage) => {
    assert.equal(await storage.open('a/b'), undefined);
    assert.deepEqual(await listKeys(storage), []);
    await storage.put('a/b', Buffer.from('later'));
    assert.equal((await read(storage, 'a/b')).toString(), 'later');
  };

  test(`${name}: a failing stream stores nothing, and its error is thrown`, async () => {
    const storage = await open();
    const connectionError = new Error('connection lost');
    await assert.rejects(
      storage.put('a/b', Readable.from(failing(connectionError))),
      error => error === connectionError,
    );
    await leavesNothing(storage);
  });

  test(`${name}: a stream that fails before it is read is not an uncaught error`, async () => {
    const storage = await open();
    const source = chunks('x', 3);
    const connectionError = new Error('connection lost');
    const put = storage.put('a/b', source);
    source.destroy(connectionError);
    await assert.rejects(put, error => error === connectionError);
    await leavesNothing(storage);
  });

  test(`${name}: a stream closed before its end stores nothing`, async () => {
    const storage = await open();
    const source = new Readable({ read() {} });
    source.push('half');
    const put = storage.put('a/b', source);
    setImmediate(() => source.destroy());
    await assert.rejects(put, { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    await leavesNothing(storage);
  });

  test(`${name}: too many bytes are rejected, store nothing and destroy the stream`, async () => {
    const storage = await open();
    const source = chunks('ten bytes.', 1000);
    await refuses('too_large', storage.put('a/b', source, { maxBytes: 95 }));
    assert.equal(source.destroyed, true);
    await refuses('too_large', storage.put('a/b', new Uint8Array(11), { maxBytes: 10 }));
    await leavesNothing(storage);
  });

  test(`${name}: a stream for a rejected key is destroyed, too`, async () => {
    const storage = await open();
    const source = chunks('x', 3);
    await refuses('bad_key', storage.put('../a', source));
    assert.equal(source.destroyed, true);
  });
}

function testOpen(name: string, open: () => Promise<Storage>): void {
  test(`${name}: a range includes its first and last byte`, async () => {
    const storage = await open();
    await storage.put('digits', Buffer.from('0123456789'));
    for (const [start, end, expected] of [
      [0, 0, '0'],
      [3, 6, '3456'],
      [9, 9, '9'],
      [0, 9, '0123456789'],
      [8, 500, '89'],
    ] as const) {
      const file = await storage.open('digits', { start, end });
      assert.ok(file);
      assert.equal(file.sizeBytes, 10);
      assert.equal((await readWhole(file)).toString(), expected);
    }
  });

  test(`${name}: a range outside the file is rejected`, async () => {
    const storage = await open();
    await storage.put('digits', Buffer.from('0123456789'));
    await storage.put('empty', Buffer.of());
    for (const [start, end] of [
      [10, 12],
      [-1, 4],
      [5, 4],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      await refuses('bad_range', storage.open('digits', { start, end }));
    }
    await refuses('bad_range', storage.open('empty', { start: 0, end: 0 }));
  });

  test(`${name}: an unknown key has no file, and neither has a folder`, async () => {
    const storage = await open();
    await storage.put('folder/file', Buffer.from('x'));
    for (const key of ['nothing', 'folder', 'folder/other', 'folder/file/below']) {
      assert.equal(await storage.open(key), undefined);
      assert.equal(await storage.stat(key), undefined);
    }
  });

  test(`${name}: a file that is deleted while it is read can be read to its end`, async () => {
    const storage = await open();
    const bytes = Buffer.alloc(500_000, 'xyz');
    await storage.put('a/b', bytes);
    const file = await storage.open('a/b');
    assert.ok(file);
    await storage.deleteFolder('a');
    assert.deepEqual(await readWhole(file), bytes);
    assert.equal(await storage.open('a/b'), undefined);
  });
}

function testFolders(name: string, open: () => Promise<Storage>): void {
  const openFilledStorage = async () => {
    const storage = await open();
    for (const key of ['task-1/a', 'task-1/deep/b', 'task-10/c', 'task-1.png', 'other/task-1/d']) {
      await storage.put(key, Buffer.from(key));
    }
    return storage;
  };

  test(`${name}: every file is listed once with its size`, async () => {
    const storage = await openFilledStorage();
    const listedFiles: ListedFile[] = [];
    for await (const file of storage.list()) listedFiles.push(file);
    assert.deepEqual(listedFiles.map(({ key }) => key).sort(), [
      'other/task-1/d',
      'task-1.png',
      'task-1/a',
      'task-1/deep/b',
      'task-10/c',
    ]);
    for (const { key, sizeBytes, modifiedMs } of listedFiles) {
      assert.equal(sizeBytes, key.length);
      assert.ok(modifiedMs > 0);
    }
  });

  test(`${name}: listing a folder excludes siblings with similar names`, async () => {
    const storage = await openFilledStorage();
    assert.deepEqual(await listKeys(storage, 'task-1'), ['task-1/a', 'task-1/deep/b']);
    assert.deepEqual(await listKeys(storage, 'task-1/deep'), ['task-1/deep/b']);
    assert.deepEqual(await listKeys(storage, 'nothing'), []);
  });

  test(`${name}: deleting a folder removes everything below it, nothing beside it, and can be repeated`, async () => {
    const storage = await openFilledStorage();
    assert.equal(await storage.deleteFolder('task-1'), 2);
    assert.deepEqual(await listKeys(storage), ['other/task-1/d', 'task-1.png', 'task-10/c']);
    assert.equal(await storage.deleteFolder('task-1'), 0);
    assert.equal(await storage.deleteFolder('task-1.png'), 0);
    assert.deepEqual(await storage.stat('task-1.png'), { sizeBytes: 10 });
  });

  test(`${name}: one file can be deleted, also twice, and nothing beside it is`, async () => {
    const storage = await openFilledStorage();
    for (const key of ['task-1/a', 'task-1/a', 'task-1/nothing', 'task-1']) await storage.deleteFile(key);
    assert.deepEqual(await listKeys(storage, 'task-1'), ['task-1/deep/b']);
    await storage.put('task-1/a', Buffer.from('again'));
    assert.equal((await read(storage, 'task-1/a')).toString(), 'again');
  });

  test(`${name}: a deleted folder can be filled again`, async () => {
    const storage = await openFilledStorage();
    await storage.deleteFolder('task-1');
    await storage.put('task-1/a', Buffer.from('new'));
    assert.equal((await read(storage, 'task-1/a')).toString(), 'new');
  });
}

function testKeys(name: string, open: () => Promise<Storage>): void {
  const bad = [
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/.tmp',
    '.tmp/a',
    'A',
    'a b',
    'a\\b',
  ];
  const odd = ['a\0b', 'ä', 'a%2fb', 'a/-b', '_a', 'a:b', `${'a'.repeat(201)}`, 'a/'.repeat(256).concat('a')];
  test(`${name}: an invalid key is rejected by every operation`, async () => {
    const storage = await open();
    for (const key of [...bad, ...odd]) {
      await refuses('bad_key', storage.put(key, Buffer.from('x')));
      await refuses('bad_key', storage.open(key));
      await refuses('bad_key', storage.stat(key));
      await refuses('bad_key', storage.deleteFile(key));
      await refuses('bad_key', storage.deleteFolder(key));
      await refuses('bad_key', listKeys(storage, key));
    }
    assert.deepEqual(await listKeys(storage), []);
  });

  test(`${name}: a key may be long, deep, and have dots, dashes and underscores`, async () => {
    const storage = await open();
    const keys = ['0', 'a'.repeat(200), 'a/'.repeat(255).concat('a'), 'a-b_c..d/e.tar.gz', 'tmp/x'];
    for (const key of keys) await storage.put(key, Buffer.from(key));
    for (const key of keys) assert.equal((await read(storage, key)).toString(), key);
    assert.deepEqual(await listKeys(storage), keys.toSorted());
  });
}

async function read(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.open(key);
  assert.ok(file, `no file ${key}`);
  const bytes = await readWhole(file);
  assert.equal(file.sizeBytes, bytes.length);
  return bytes;
}

async function listKeys(storage: Storage, folder?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(folder)) keys.push(key);
  return keys.sort();
}

function refuses(code: StorageErrorCode, work: Promise<unknown>): Promise<void> {
  return assert.rejects(work, { name: 'StorageError', code });
}

function chunks(part: string, count: number): Readable {
  return Readable.from(Array.from({ length: count }, () => Buffer.from(part)));
}

async function* failing(error: Error): AsyncGenerator<Buffer> {
  yield Buffer.from('the first half');
  throw error;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
