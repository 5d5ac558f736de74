import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { toStorageError } from './disk-errors.ts';
import { openDiskStorage } from './disk-storage.ts';
import { testStorage } from './storage-conformance.ts';

const scratch = await mkdtemp(join(tmpdir(), 'kinora-storage-'));
after(() => rm(scratch, { recursive: true }));
let roots = 0;
const newRoot = () => join(scratch, `root-${++roots}`);
const onLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' };

testStorage('disk', () => openDiskStorage(newRoot()));

test('two storages on one root share their files, and a key can be written only once', async () => {
  const root = newRoot();
  const [one, two] = [await openDiskStorage(root), await openDiskStorage(root)];
  await one.put('a/b', Buffer.from('x'));
  assert.deepEqual(await two.stat('a/b'), { sizeBytes: 1 });
  await assert.rejects(two.put('a/b', Buffer.from('y')), { code: 'exists' });
});

test('the root may be given relative, or with a slash at its end', async () => {
  const root = newRoot();
  const storage = await openDiskStorage(`${relative(process.cwd(), root)}/`);
  await storage.put('a/b', Buffer.from('x'));
  assert.deepEqual(await readdir(join(root, 'a')), ['b']);
});

test('files and folders are private to their user, even in a root that was readable before', async () => {
  const root = newRoot();
  await mkdir(root, { mode: 0o755 });
  const storage = await openDiskStorage(root);
  await storage.put('task/picture.png', Buffer.from('x'));
  const readMode = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8);
  assert.deepEqual(
    [await readMode('.'), await readMode('.tmp'), await readMode('task'), await readMode('task/picture.png')],
    ['700', '700', '700', '600'],
  );
});

test('a storage fails its check while its folder is missing', async () => {
  const root = newRoot();
  const storage = await openDiskStorage(root);
  await storage.check();
  await rm(root, { recursive: true });
  await assert.rejects(storage.check(), { code: 'failed' });
  await mkdir(join(root, '.tmp'), { recursive: true });
  await storage.check();
});

test('no temporary files remain after stored, rejected and failed writes', async () => {
  const root = newRoot();
  const storage = await openDiskStorage(root);
  await storage.put('a/b', Buffer.from('x'));
  await assert.rejects(storage.put('a/b', Buffer.from('y')), { code: 'exists' });
  await assert.rejects(storage.put('a/c', Buffer.from('long'), { maxBytes: 1 }), { code: 'too_large' });
  await assert.rejects(storage.put('a/d', Readable.from([Buffer.from('x'), 7])));
  assert.deepEqual(await readdir(join(root, '.tmp')), []);
  assert.deepEqual(await readdir(join(root, 'a')), ['b']);
});

test('temporary files of a crash are removed at the next open, and those of a running write stay', async () => {
  const root = newRoot();
  await openDiskStorage(root);
  const [old, fresh] = [join(root, '.tmp', 'old'), join(root, '.tmp', 'fresh')];
  await Promise.all([writeFile(old, 'x'), writeFile(fresh, 'x')]);
  const { mtime } = await stat(fresh);
  const minutesAgo = (minutes: number) => new Date(mtime.getTime() - minutes * 60_000);
  await utimes(old, minutesAgo(120), minutesAgo(120));
  await utimes(fresh, minutesAgo(30), minutesAgo(30));
  await openDiskStorage(root);
  assert.deepEqual(await readdir(join(root, '.tmp')), ['fresh']);
});

test('foreign files in the root are not listed and do no harm', async () => {
  const root = newRoot();
  const storage = await openDiskStorage(root);
  await storage.put('task/a', Buffer.from('x'));
  await writeFile(join(root, 'task', '.DS_Store'), 'x');
  await mkdir(join(root, 'Lost+Found'));
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  assert.deepEqual(keys, ['task/a']);
  assert.equal(await storage.deleteFolder('task'), 1);
  assert.equal((await readdir(root)).includes('task'), false);
});

test('abandoned readers and writers leave no file open', onLinux, async () => {
  const root = newRoot();
  const storage = await openDiskStorage(root);
  await storage.put('a/b', Buffer.alloc(2_000_000));
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map(fd =>
      readFile(`/proc/self/fdinfo/${fd}`, 'utf8').catch(() => ''),
    );
    return (await Promise.all(links)).filter(info => info !== '').length;
  };
  const before = await openFiles();
  for (let round = 0; round < 20; round++) {
    const read = await storage.open('a/b');
    assert.ok(read);
    if (round % 2 === 0) await read.read(Buffer.alloc(1000));
    await read.close();
    await read.close();
    await assert.rejects(storage.open('a/b', { start: 9_000_000, end: 9_000_001 }), { code: 'bad_range' });
    await storage.open('a');
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(1000));
    const put = storage.put('a/c', source);
    setImmediate(() => source.destroy());
    await assert.rejects(put);
    for await (const _ of storage.list()) break;
  }
  assert.equal(await openFiles(), before);
});

test('after a kill -9, acknowledged files are complete and no file is incomplete', async () => {
  const root = newRoot();
  const script = `
    const { openDiskStorage } = await import(process.argv[1]);
    const storage = await openDiskStorage(process.argv[2]);
    const write = async lane => {
      for (let round = 0; ; round++) {
        const key = 'lane-' + lane + '/file-' + round;
        await storage.put(key, Buffer.alloc(200_000, key));
        console.log(key);
      }
    };
    await Promise.all([write(0), write(1), write(2)]);`;
  const url = new URL('disk-storage.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url, root]);
  const acknowledgedKeys: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    acknowledgedKeys.push(line);
    if (acknowledgedKeys.length === 40) child.kill('SIGKILL');
  }
  const storage = await openDiskStorage(root);
  for (const key of acknowledgedKeys) assert.deepEqual(await storage.stat(key), { sizeBytes: 200_000 });
  for await (const { key } of storage.list()) {
    const bytes = await readFile(join(root, key));
    assert.equal(sha256(bytes), sha256(Buffer.alloc(200_000, key)), key);
  }
  assert.ok(acknowledgedKeys.length >= 40);
});

test('a folder that cannot be created is rejected with the cause', onLinux, async () => {
  // Not even the superuser can create folders there.
  await assert.rejects(openDiskStorage('/sys/kinora'), error => {
    assert.ok(error instanceof Error);
    assert.deepEqual([error.name, 'code' in error && error.code], ['StorageError', 'denied']);
    assert.ok(error.cause instanceof Error);
    return true;
  });
});

test('a failure of the volume of a running storage is reported', async () => {
  const root = newRoot();
  const storage = await openDiskStorage(root);
  await rm(join(root, '.tmp'), { recursive: true });
  await assert.rejects(storage.put('a', Buffer.from('x')), { name: 'StorageError', code: 'failed' });
});

test('errors of a volume are classified by what the operator can do', () => {
  const storageCode = (code: string) =>
    toStorageError(Object.assign(new Error(`${code}: no`), { code })).code;
  assert.deepEqual(['ENOSPC', 'EDQUOT'].map(storageCode), ['full', 'full']);
  assert.deepEqual(['EACCES', 'EPERM', 'EROFS'].map(storageCode), ['denied', 'denied', 'denied']);
  assert.deepEqual(['EIO', 'EMFILE', ''].map(storageCode), ['failed', 'failed', 'failed']);
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
