import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { mock, test } from 'node:test';
import { calendarNow, forgetCalendar, setCalendar, systemClock } from '@kinora/shared/clock';
import { openS3Server, type S3Fault, type S3Request } from '../../../test/support/servers/s3-server.ts';
import { openS3rver } from '../../../test/support/servers/s3rver.ts';
import { readWhole } from '../storage/open-file.ts';
import type { Storage } from '../storage/storage.ts';
import { testStorage } from '../storage/storage-conformance.ts';
import { openS3Storage } from './s3-storage.ts';

/** Only a test in which a body stalls ends the wait: on a busy machine, every request may take long. */
const limits = { idleMs: 60_000, attempts: 3 };
const server = await openS3Server();
const part = 8 * 1024 ** 2;

/** An empty bucket, a storage in it, and a way to let requests fail. */
function emptyBucket(prefix = '', { idleMs } = limits) {
  server.objects.clear();
  server.uploads.clear();
  server.requests.length = 0;
  server.fault = () => undefined;
  server.hasConditions = true;
  return openS3Storage(server.settings({ prefix }), { ...limits, idleMs });
}

/** Lets the first requests of a kind fail, one after the other. */
function failFirst(isMeant: (request: S3Request) => boolean, faults: readonly S3Fault[]): void {
  const remainingFaults = [...faults];
  server.fault = request => (isMeant(request) ? remainingFaults.shift() : undefined);
}

const isPut = ({ method, query }: S3Request) => method === 'PUT' && !query.has('uploadId');
const isPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('partNumber');
const isCompletion = ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId');
const isGet = ({ method, name }: S3Request) => method === 'GET' && name !== '';
const slowDown: S3Fault = { status: 503, code: 'SlowDown' };

async function read(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.open(key);
  assert.ok(file);
  return readWhole(file);
}

function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1000) bytes.writeUInt32LE(at, Math.min(at, size - 4));
  return bytes;
}

testStorage('s3', async () => emptyBucket());
testStorage('s3 with a prefix', async () => emptyBucket('team/kinora/'));

const s3rver = await openS3rver();
let prefixes = 0;
testStorage('s3rver', async () => openS3Storage({ ...s3rver, prefix: `test-${++prefixes}/` }, limits), {
  isExclusive: false,
});

test('s3rver: a file of several parts is read back whole and in ranges', async () => {
  const storage = openS3Storage({ ...s3rver, prefix: 'parts/' }, limits);
  const bytes = noise(2 * part + 77);
  await storage.put('a/b', bytes);
  assert.ok((await read(storage, 'a/b')).equals(bytes));
  const file = await storage.open('a/b', { start: part - 5, end: part + 5 });
  assert.ok(file);
  assert.ok((await readWhole(file)).equals(bytes.subarray(part - 5, part + 6)));
});

test('a bucket can hold more than the files below the prefix', async () => {
  const storage = emptyBucket('ours/');
  server.objects.set('theirs/a', { bytes: Buffer.from('x'), modifiedAt: new Date(calendarNow()) });
  server.objects.set('oursnot/a', { bytes: Buffer.from('x'), modifiedAt: new Date(calendarNow()) });
  await storage.put('a/b', Buffer.from('x'));
  const keys = [];
  for await (const { key } of storage.list()) keys.push(key);
  assert.deepEqual(keys, ['a/b']);
  assert.deepEqual([...server.objects.keys()].sort(), ['ours/a/b', 'oursnot/a', 'theirs/a']);
});

test('long lists come page by page, and a folder of many pages is deleted whole', async () => {
  const storage = emptyBucket();
  server.pageSize = 3;
  for (let at = 0; at < 8; at++) await storage.put(`task/${at}`, Buffer.from('x'));
  const keys = [];
  for await (const { key } of storage.list('task')) keys.push(key);
  assert.equal(keys.length, 8);
  assert.equal(await storage.deleteFolder('task'), 8);
  assert.equal(server.objects.size, 0);
  server.pageSize = 1000;
});

test('a server that deletes one object at a time is asked for each', async () => {
  const storage = emptyBucket();
  for (const key of ['task/a', 'task/b']) await storage.put(key, Buffer.from('x'));
  server.fault = ({ query }) => (query.has('delete') ? { status: 501, code: 'NotImplemented' } : undefined);
  assert.equal(await storage.deleteFolder('task'), 2);
  assert.equal(server.objects.size, 0);
});

test('a file of up to two parts is one request, a larger one is an upload in parts of 8 MiB', async () => {
  const storage = emptyBucket();
  for (const size of [2 * part, 2 * part + 1, 3 * part + 5]) {
    const bytes = noise(size);
    const stored = await storage.put(`a/${size}`, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    assert.deepEqual(stored, { sizeBytes: size, sha256: createHash('sha256').update(bytes).digest('hex') });
    assert.ok((await read(storage, `a/${size}`)).equals(bytes));
  }
  assert.equal(server.requests.filter(isPut).length, 1);
  assert.equal(server.requests.filter(isPart).length, 3 + 4);
  assert.equal(server.uploads.size, 0);
});

test('an upload in parts repeats only the parts that failed', async () => {
  const storage = emptyBucket();
  failFirst(isPart, [slowDown, 'lost', { status: 500, code: 'InternalError' }]);
  const bytes = noise(2 * part + 9);
  await storage.put('a/b', bytes);
  assert.ok((await read(storage, 'a/b')).equals(bytes));
  assert.equal(server.requests.filter(isPart).length, 6);
});

test('an upload in parts that fails is aborted and stores nothing', async () => {
  const storage = emptyBucket();
  server.fault = request => (isPart(request) ? { status: 403, code: 'AccessDenied' } : undefined);
  await assert.rejects(storage.put('a/b', noise(2 * part + 9)), { code: 'denied' });
  assert.deepEqual([server.uploads.size, server.objects.size], [0, 0]);
});

test('a stream that fails in the middle of an upload in parts leaves no upload', async () => {
  const storage = emptyBucket();
  const connectionError = new Error('connection lost');
  async function* failing() {
    yield noise(3 * part);
    throw connectionError;
  }
  await assert.rejects(storage.put('a/b', Readable.from(failing())), error => error === connectionError);
  assert.deepEqual([server.uploads.size, server.objects.size], [0, 0]);
});

for (const [description, isMeant, size] of [
  ['a file', isPut, 10],
  ['an upload in parts', isCompletion, 2 * part + 9],
] as const) {
  test(`${description} whose response was lost is stored once, and the repeated request is no conflict`, async () => {
    const storage = emptyBucket();
    failFirst(isMeant, ['lost']);
    await storage.put('a/b', noise(size));
    assert.ok((await read(storage, 'a/b')).equals(noise(size)));
    assert.equal(server.requests.filter(isMeant).length, 2);
  });

  test(`${description} that meets another writer is tried again, and both cannot win`, async () => {
    const storage = emptyBucket();
    const conflict = { status: 409, code: 'ConditionalRequestConflict' };
    failFirst(isMeant, [conflict]);
    await storage.put('a/b', noise(size));
    failFirst(isMeant, [conflict]);
    await assert.rejects(storage.put('a/b', noise(size)), { code: 'exists' });
    assert.equal(server.uploads.size, 0);
  });
}

test('a server that knows no conditions stores files without them', async () => {
  const storage = emptyBucket();
  server.hasConditions = false;
  await storage.put('a/b', Buffer.from('x'));
  await storage.put('a/c', Buffer.from('y'));
  assert.equal((await read(storage, 'a/c')).toString(), 'y');
  assert.deepEqual(
    server.requests.filter(isPut).map(({ headers }) => headers['if-none-match']),
    ['*', undefined, undefined],
  );
});

test('a body that breaks off or stalls is continued at its next byte', async () => {
  const storage = emptyBucket('', { ...limits, idleMs: 2_000 });
  const bytes = noise(400_000);
  await storage.put('a/b', bytes);
  failFirst(isGet, [
    { cutAfterBytes: 100_000 },
    { cutAfterBytes: 0 },
    { stallAfterBytes: 150_000 },
    slowDown,
    { cutAfterBytes: 1 },
  ]);
  assert.ok((await read(storage, 'a/b')).equals(bytes));
  const file = await storage.open('a/b', { start: 10, end: 300_000 });
  assert.ok(file);
  failFirst(isGet, [{ cutAfterBytes: 1000 }]);
  assert.ok((await readWhole(file)).equals(bytes.subarray(10, 300_001)));
});

test('a body that never arrives is an error, and so is a file that is gone meanwhile', async () => {
  const storage = emptyBucket();
  await storage.put('a/b', noise(10_000));
  server.fault = request => (isGet(request) ? { cutAfterBytes: 0 } : undefined);
  const file = await storage.open('a/b');
  assert.ok(file);
  await assert.rejects(readWhole(file), { name: 'StorageError', code: 'failed' });
  failFirst(isGet, [{ cutAfterBytes: 0 }]);
  const deletedFile = await storage.open('a/b');
  assert.ok(deletedFile);
  server.objects.clear();
  await assert.rejects(readWhole(deletedFile), { name: 'StorageError', code: 'failed' });
});

test('errors of a bucket are classified by what the operator can do, and a missing bucket is no missing file', async () => {
  const storage = emptyBucket();
  for (const [status, code, expectedCode] of [
    [403, 'AccessDenied', 'denied'],
    [403, 'SignatureDoesNotMatch', 'denied'],
    [507, 'InsufficientStorage', 'full'],
    [403, 'QuotaExceeded', 'full'],
    [404, 'NoSuchBucket', 'failed'],
    [500, 'InternalError', 'failed'],
    [503, 'SlowDown', 'failed'],
  ] as const) {
    server.fault = () => ({ status, code });
    await assert.rejects(storage.put('a', Buffer.from('x')), { name: 'StorageError', code: expectedCode });
    await assert.rejects(storage.open('a'), { code: expectedCode });
    await assert.rejects(storage.deleteFolder('a'), { code: expectedCode });
  }
  const unreachableStorage = openS3Storage(server.settings({ endpoint: 'http://127.0.0.1:9' }), limits);
  await assert.rejects(unreachableStorage.check(), { name: 'StorageError', code: 'failed' });
});

test('an error shows neither keys nor signatures', async () => {
  const storage = emptyBucket();
  server.fault = () => ({ status: 403, code: 'SignatureDoesNotMatch', message: 'The signature is wrong.' });
  await assert.rejects(storage.put('a', Buffer.from('x')), (error: Error) => {
    assert.equal(error.cause, undefined);
    assert.deepEqual(Object.keys(error).sort(), ['code', 'name', 'upstreamCode']);
    assert.match(error.message, /SignatureDoesNotMatch: The signature is wrong \(HTTP 403\)/);
    return true;
  });
});

test('uploads that a crash interrupted are aborted after a day, and those under way stay', async () => {
  const storage = emptyBucket('ours/');
  const hoursAgo = (hours: number) => new Date(calendarNow() - hours * 3_600_000);
  const upload = (name: string, hours: number) => ({
    name,
    startedAt: hoursAgo(hours),
    metadata: {},
    parts: new Map(),
  });
  server.uploads.set('old', upload('ours/a', 30));
  server.uploads.set('fresh', upload('ours/b', 20));
  server.uploads.set('theirs', upload('theirs/c', 30));
  assert.equal(await storage.removeUnfinished(), 1);
  assert.deepEqual([...server.uploads.keys()], ['fresh', 'theirs']);
});

test('a storage fails its check while its bucket cannot be used', async () => {
  const storage = emptyBucket();
  await storage.check();
  server.fault = () => ({ status: 403, code: 'AccessDenied' });
  await assert.rejects(storage.check(), { code: 'denied' });
  server.fault = () => undefined;
  await storage.check();
});

test('a machine whose clock is wrong, or jumps, uses the bucket all the same', async t => {
  t.after(forgetCalendar);
  t.after(() => mock.restoreAll());
  const storage = openS3Storage(server.settings({ redirect: { endpoint: server.url } }), limits);
  const nowMs = systemClock.now();
  const hour = 3_600_000;
  setCalendar({ requestedMs: nowMs, toldMs: nowMs, answeredMs: nowMs });
  for (const aheadMs of [3 * hour, -400 * 24 * hour, 0.4 * hour]) {
    // Before the next one: a mock of a mock would bring that one back.
    const machine = mock.method(Date, 'now', () => systemClock.now() + aheadMs);
    const key = `ahead-${aheadMs}`;
    await storage.put(key, Buffer.from('x'));
    assert.equal(String(await read(storage, key)), 'x');
    const address = await storage.direct?.signAddress(key, {
      contentType: 'text/plain',
      contentDisposition: 'inline',
      cacheControl: 'private',
      expiresAt: undefined,
    });
    const { status } = await fetch(address?.url ?? '');
    machine.mock.restore();
    assert.equal(status, 200);
  }
});
