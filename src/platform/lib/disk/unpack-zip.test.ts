import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import yazl from 'yazl';
import { ArchiveError, unpackZip } from './unpack-zip.ts';

let place: string;
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'kinora-zip-'));
});
after(() => rm(place, { recursive: true }));

const limits = { maxBytes: 1000, maxFiles: 3 };

async function archive(files: Readonly<Record<string, string>>, mode = 0o100644): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

async function unpack(bytes: Buffer): Promise<string> {
  const file = join(place, 'a.zip');
  const folder = join(place, 'program');
  await writeFile(file, bytes);
  await unpackZip(file, folder, limits);
  return folder;
}

async function assertRejected(bytes: Buffer): Promise<void> {
  await rm(join(place, 'program'), { recursive: true, force: true });
  await assert.rejects(unpack(bytes), ArchiveError);
  assert.deepEqual(await readdir(place), ['a.zip']);
}

test('an archive is unpacked with its folders, and its files can be run', async () => {
  const folder = await unpack(await archive({ 'sd-server': 'program', 'lib/a.so': 'library' }));
  assert.equal(await readFile(join(folder, 'lib', 'a.so'), 'utf8'), 'library');
  assert.equal((await stat(join(folder, 'sd-server'))).mode & 0o111, 0o111);
  await unpack(await archive({ other: 'newer' }));
  assert.deepEqual(await readdir(folder), ['other'], 'it replaces the folder as a whole');
});

test('an archive that leads out of its folder, or holds too much, leaves nothing behind', async () => {
  const safe = await archive({ 'aa/sd-server': 'program' });
  const renameEntry = (name: string) =>
    Buffer.from(safe.toString('latin1').replaceAll('aa/sd-server', name), 'latin1');
  await assertRejected(renameEntry('../sd-server'));
  await assertRejected(renameEntry('/aa-sdserver'));
  await assertRejected(renameEntry('aa\\sd-server'));
  await assertRejected(await archive({ 'sd-server': '/etc/passwd' }, 0o120777));
  await assertRejected(await archive({ large: 'x'.repeat(1001) }));
  await assertRejected(await archive({ a: '', b: '', c: '', d: '' }));
  await assertRejected(Buffer.from('no archive'));
  await assertRejected(safe.subarray(0, -10));
  assert.ok(!existsSync(join(place, '..', 'sd-server')));
});
