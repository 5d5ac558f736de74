/** Files are kept for a limited time and then deleted. Files that are still kept are not touched. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { advisoryLocks } from '../../src/platform/db/advisory-locks.ts';
import { lockBackup } from '../../src/platform/db/backup-lock.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { statement } from '../../src/platform/db/statement.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { keepStarred } from '../../src/media/storage/keep-starred.ts';
import { eraseWords } from '../../src/api/image/tasks/erase-words.ts';
import { sweepExpired } from '../../src/media/storage/retention.ts';
import { imageEnd, imagine, type TestApp } from '../support/servers/app.ts';
import { openSilentConnection } from '../support/crashes/silent-connection.ts';
import { imageClient } from '../support/clients/image-client.ts';
import { startScriptedApp } from '../support/setups/scripted-app.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startScriptedApp();
});

const disabledRetention = { hours: 0, quotaBytes: 1e9, retentionHours: 72 };

const expire = statement(
  'test_expire',
  `update tasks set expires_at = now() - interval '1 second' where public_id = $1`,
);

/** A sheet and four cells, which are small enough to be their own thumbnails. */
const filesOfGrid = 5;

async function countFiles(): Promise<number> {
  return (await Array.fromAsync(kinora.app.storage.list())).length;
}

test('the sweep deletes the files of expired tasks only, and only once', async () => {
  const [old, fresh] = [
    await imageEnd(kinora, await imagine(kinora, 'old --v 1')),
    await imageEnd(kinora, await imagine(kinora, 'fresh --v 1')),
  ];
  const fileCount = await countFiles();
  await kinora.app.db.query(expire, [old.id]);
  assert.equal((await fetch(old.imageUrl)).status, 410, 'gone before the sweep');
  const sweeps: [number, number][] = [];
  const events = { filesSwept: (tasks: number, files: number) => sweeps.push([tasks, files]) } as never;
  assert.equal(
    await sweepExpired({
      db: kinora.app.db,
      storage: kinora.app.storage,
      events,
      starredFiles: disabledRetention,
      eraseWords,
    }),
    1,
  );
  assert.equal(
    await sweepExpired({
      db: kinora.app.db,
      storage: kinora.app.storage,
      events,
      starredFiles: disabledRetention,
      eraseWords,
    }),
    0,
  );
  assert.deepEqual(sweeps, [[1, filesOfGrid]]);
  assert.equal(await countFiles(), fileCount - filesOfGrid);
  assert.equal((await fetch(old.imageUrl)).status, 410);
  assert.equal((await fetch(fresh.imageUrl)).status, 200);
});

test('while a backup runs, no file is deleted, and no other backup begins', async () => {
  const { db, storage } = kinora.app;
  const old = await imageEnd(kinora, await imagine(kinora, 'old --v 1'));
  const fileCount = await countFiles();
  await kinora.app.db.query(expire, [old.id]);
  const events = { filesSwept: () => {} } as never;
  const lock = await lockBackup(db);
  assert.equal(await lockBackup(db), undefined);
  assert.equal(await sweepExpired({ db, storage, events, starredFiles: disabledRetention, eraseWords }), 0);
  assert.equal(await countFiles(), fileCount);
  await lock?.release();
  assert.equal(await sweepExpired({ db, storage, events, starredFiles: disabledRetention, eraseWords }), 1);
  assert.equal(await countFiles(), fileCount - filesOfGrid);
});

test('a backup detects that its lock is lost, also when its connection was dropped silently', async () => {
  const { db } = kinora.app;
  const lock = await lockBackup(db);
  assert.equal(await lock?.isHeld(), true);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and (classid, objid) = (${advisoryLocks.backup})
       and database = (select oid from pg_database where datname = current_database())`,
  );
  assert.equal(await lock?.isHeld(), false);
  await lock?.release();

  const connection = await openSilentConnection(kinora.databaseUrl);
  const remoteDatabase = openDatabase({ connectionString: connection.databaseUrl }, 2);
  const idle = await lockBackup(remoteDatabase, 200);
  assert.equal(await idle?.isHeld(), true);
  connection.fallSilent();
  assert.equal(await idle?.isHeld(), false);
  await idle?.release();
  await remoteDatabase.close();
});

test('a task shows when its files expire: the retention after its end', async () => {
  const id = await imagine(kinora, 'kept --v 1');
  await imageEnd(kinora, id);
  const hours = statement(
    'test_hours',
    'select extract(epoch from expires_at - finished_at)::int / 3600 as hours from tasks where public_id = $1',
  );
  assert.deepEqual(await kinora.app.db.query(hours, [id]), [{ hours: 72 }]);
});

const selectKeptFiles = statement(
  'test_kept',
  `select public_id as id, kept_bytes::float8 as bytes, extract(epoch from expires_at - finished_at)::int / 3600 as hours
   from tasks where public_id = any($1::text[]) order by bookmarked_at nulls last, id`,
);
const sizeOf = statement(
  'test_size',
  'select sum(size_bytes)::float8 as bytes from outputs join tasks on tasks.id = task_id where public_id = $1',
);
const unstar = statement('test_unstar', 'update tasks set bookmarked_at = null where public_id = $1');

test('starred files are kept longer up to the quota, oldest stars first, on any number of nodes', async () => {
  const { db } = kinora.app;
  const ids = await Promise.all(['one', 'two', 'three', 'plain'].map(name => makeImage(`${name} --v 1`)));
  const [one = '', two = '', three = '', plain = ''] = ids;
  for (const id of [one, two, three]) await db.query(star, [id]);
  const [{ bytes = 0 } = {}] = await db.query<{ bytes: number }>(sizeOf, [one]);
  const rows = () => db.query<{ id: string; bytes: number | null; hours: number }>(selectKeptFiles, [ids]);
  await keepStarred(db, disabledRetention);
  assert.ok(
    (await rows()).every(row => row.hours === 72 && row.bytes === null),
    'turned off',
  );
  const starSettings = { hours: 1000, quotaBytes: Math.round(bytes * 2.5), retentionHours: 72 };
  await Promise.all(Array.from({ length: 4 }, () => keepStarred(db, starSettings)));
  const extendedRows = await rows();
  assert.deepEqual(
    extendedRows.map(({ id, hours }) => [id, hours]),
    [
      [one, 1000],
      [two, 1000],
      [three, 72],
      [plain, 72],
    ],
  );
  const sum = extendedRows.reduce((total, row) => total + (row.bytes ?? 0), 0);
  assert.ok(sum > 0 && sum <= starSettings.quotaBytes, `${sum} of ${starSettings.quotaBytes}`);
  await db.query(unstar, [one]);
  await keepStarred(db, starSettings);
  const after = new Map((await rows()).map(row => [row.id, row]));
  assert.equal(after.get(one)?.hours, 72, 'without its star it expires at the usual time');
  assert.equal(after.get(three)?.hours, 1000, 'its share of the quota goes to the next');
});

test('without any setting, the files of a starred task are kept for ten years', async () => {
  const { db } = kinora.app;
  const id = await makeImage('a favorite --v 1');
  await db.query(star, [id]);
  await keepStarred(db, loadConfig({}).starred);
  assert.equal((await db.query<{ hours: number }>(selectKeptFiles, [[id]]))[0]?.hours, 87_600);
});

test('a star does not restore expired files', async () => {
  const { db } = kinora.app;
  const id = await makeImage('too late --v 1');
  await db.query(expire, [id]);
  await db.query(star, [id]);
  await keepStarred(db, { hours: 1000, quotaBytes: 1e9, retentionHours: 72 });
  assert.equal((await db.query<{ bytes: number | null }>(selectKeptFiles, [[id]]))[0]?.bytes, null);
});

const star = statement(
  'test_star',
  'update tasks set bookmarked_at = clock_timestamp() where public_id = $1',
);

async function makeImage(prompt: string): Promise<string> {
  const id = await imagine(kinora, prompt);
  await imageEnd(kinora, id);
  return id;
}

test('a button whose image has expired is rejected, and one whose image is kept renews it', async () => {
  const client = imageClient(kinora);
  const source = await client.make('imagine', { prompt: 'source --v 1' });
  const image = await client.make('imagine', { prompt: `${source.imageUrls?.[0]?.url} beside it --v 1` });
  const { id: sourceId } = source;
  const answer = await client.press(image, 'reroll');
  assert.equal(answer.body.code, 1);
  await client.end(answer.body.result);
  await kinora.app.db.query(expire, [sourceId]);
  const { body } = await client.press(image, 'reroll');
  assert.equal(body.properties.errorCode, 'input_expired');
});
