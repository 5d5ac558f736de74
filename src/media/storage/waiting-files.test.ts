import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { tmpdir } from 'node:os';
import { StorageError } from './storage-error.ts';
import { openWaitingFiles, type WaitingFile } from './waiting-files.ts';

const root = await mkdtemp(join(tmpdir(), 'kinora-waiting-'));
after(() => rm(root, { recursive: true, force: true }));
const folder = join(root, 'results');
const files = openWaitingFiles(folder);
const megabyte = 1024 * 1024;

/** Chunks whose bytes say which chunk they are of. */
function chunkedBody(chunks: number, chunkBytes = 64 * 1024): Readable {
  return Readable.from(Array.from({ length: chunks }, (_, index) => Buffer.alloc(chunkBytes, index)));
}

test('a small file stays in memory', async () => {
  const file = await files.receive(chunkedBody(16), 2 * megabyte);
  assert.ok(file instanceof Uint8Array);
  assert.equal(file.length, megabyte);
});

test('a large file waits on disk without a name, and is read whole as often as it is asked for', async () => {
  const file = (await files.receive(chunkedBody(48), 4 * megabyte)) as WaitingFile;
  assert.equal(file.sizeBytes, 3 * megabyte);
  assert.deepEqual([...file.start.subarray(0, 3)], [0, 0, 0]);
  assert.deepEqual(await readdir(folder), [], 'a process that is killed leaves nothing');
  const [one, other] = await Promise.all([file.read(), file.read()]);
  assert.equal(one.length, 3 * megabyte);
  assert.equal(one.at(-1), 47);
  assert.ok(Buffer.from(one).equals(other));
  await file.close();
  await file.close();
  assert.equal(file.isClosed, true);
  await assert.rejects(file.read(), StorageError);
});

test('more bytes than are allowed are not read', async () => {
  const body = chunkedBody(64);
  assert.equal(await files.receive(body, 2 * megabyte), undefined);
  assert.equal(body.destroyed, true);
});

test('a body that breaks off rejects with its error', async () => {
  const connectionError = new Error('the connection is gone');
  const body = Readable.from(
    (function* chunks() {
      yield Buffer.alloc(2 * megabyte);
      throw connectionError;
    })(),
  );
  await assert.rejects(files.receive(body, 4 * megabyte), connectionError);
});

test('a disk that refuses is an error of the storage', async () => {
  const waitingFiles = openWaitingFiles('/dev/null/results');
  await assert.rejects(waitingFiles.receive(chunkedBody(48), 4 * megabyte), StorageError);
  assert.ok((await waitingFiles.receive(chunkedBody(1), 4 * megabyte)) instanceof Uint8Array);
});
