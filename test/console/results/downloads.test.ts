/** Downloads of many tasks as a zip. */
import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { before, test } from 'node:test';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { TaskRecord } from '../../../src/api/procedures/records/task-record.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { call, createImage, until, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { bytesAt, imageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

type Client = Awaited<ReturnType<typeof signedIn>>;

let kinora: TestApp;
let owner: Client;
let stranger: Client;

before(async () => {
  kinora = await startScriptedApp();
  owner = await signedIn(kinora, 'owner');
  const { accountId } = await anotherAccount(kinora);
  stranger = await signedIn(kinora, 'owner', accountId);
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const makeImage = (prompt: string) => createImage(kinora, prompt);

test('a zip contains every file byte for byte, and a line for each task', async () => {
  const client = imageClient(kinora);
  const grid = await client.make('imagine', { prompt: 'a zipped cat --v 4' });
  const solo = await client.pressAndWait(grid, 'U2');
  const json = { model: 'sketch-short', prompt: 'a zipped boat', resolution: '480p', aspect_ratio: '1:1' };
  const clip = (await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json })).body.id;
  await videoEnd(kinora, clip);
  const old = await makeImage('a zipped cat of old --v 1');
  await sql("update tasks set expires_at = now() - interval '1 s' where public_id = $1", [old]);
  const files = await downloadZip(owner, `tasks=${[grid.id, solo.id, clip, old].join(',')}`);
  const lines =
    files
      .get('metadata.jsonl')
      ?.toString()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)) ?? [];
  assert.deepEqual(
    lines.map(({ id }) => id),
    [old, clip, solo.id, grid.id],
  );
  const names = [1, 2, 3, 4].map(number =>
    [...files.keys()].find(name => name.startsWith(`${grid.id}-${number}.`)),
  );
  assert.deepEqual(lines.at(-1).files, names);
  assert.deepEqual([lines[0].file, lines[0].files], [null, [null, null, null, null]]);
  assert.equal(files.size, 4 + 1 + 1 + 1);
  const line = async (task: string): Promise<TaskRecord> => (await owner.run('task show', { task })).body;
  for (const [index, cell] of (await line(grid.id)).cells.entries())
    assert.deepEqual(files.get(names[index] ?? ''), await bytesAt(`${kinora.url}${cell.url}`));
  const [firstClip] = (await line(clip)).clips;
  assert.deepEqual(files.get(lines[1].file), await bytesAt(`${kinora.url}${firstClip?.url}`));
  const selection = await downloadZip(owner, 'q=zipped&state=succeeded&model=sketch');
  assert.equal(selection.get('metadata.jsonl')?.toString().trim().split('\n').length, 3);
  const foreign = await downloadZip(stranger, `tasks=${grid.id}`);
  assert.deepEqual([...foreign.keys()], ['metadata.jsonl']);
  assert.equal((await call(`${kinora.url}/api/task.download`)).status, 401);
  assert.equal((await owner.get('/api/task.download?account=nobody')).status, 404);
});

test('an account can run at most two downloads at once', async () => {
  const id = await makeImage('a large one --v 1');
  const { rows } = await sql(
    "select storage_key from outputs where kind = 'cell' and task_id = (select id from tasks where public_id = $1) limit 1",
    [id],
  );
  // More than the buffers hold, so that no download ends before it is read.
  await truncate(join(kinora.dataDir, 'files', rows[0].storage_key), 64 * 1024 * 1024);
  const address = `${kinora.url}/api/task.download?tasks=${id}`;
  const leaving = new AbortController();
  const headers = { cookie: owner.cookie };
  const open = [
    await fetch(address, { headers, signal: leaving.signal }),
    await fetch(address, { headers, signal: leaving.signal }),
  ];
  assert.deepEqual(
    open.map(({ status }) => status),
    [200, 200],
  );
  const third = await fetch(address, { headers });
  assert.equal(third.status, 429);
  assert.ok(Number(third.headers.get('retry-after')) > 0);
  assert.equal(((await third.json()) as any).error.code, 'downloads_too_many');
  leaving.abort();
  await until(
    () => downloadZip(owner, 'q=zipped').catch(() => undefined),
    files => files !== undefined,
  );
});

test('an aborted download leaves nothing open, and the server keeps serving', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${kinora.url}/api/task.download`, {
    headers: { cookie: owner.cookie },
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  const files = await downloadZip(owner, 'kind=image');
  assert.ok(files.size > 4);
});

async function downloadZip(client: Client, query: string): Promise<Map<string, Buffer>> {
  const response = await fetch(`${kinora.url}/api/task.download?${query}`, {
    headers: { cookie: client.cookie },
  });
  assert.equal(response.headers.get('content-type'), 'application/zip');
  const bytes = Buffer.from(await response.arrayBuffer());
  const zip = (await promisify(fromBuffer as never)(bytes, {
    lazyEntries: true,
  } as never)) as unknown as ZipFile;
  const files = new Map<string, Buffer>();
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>;
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const read = async () => {
        files.set(entry.fileName, await buffer(await open(entry)));
        zip.readEntry();
      };
      read().catch(reject);
    });
    zip.on('end', () => resolve(files));
    zip.on('error', reject);
    zip.readEntry();
  });
}
