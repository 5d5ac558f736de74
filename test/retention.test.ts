/** Files are kept for a limited time, then deleted; what is still kept is not touched. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { statement } from '../src/db/statement.ts';
import { sweepExpired } from '../src/media/retention.ts';
import { imageEnd, imagine, startTestApp, type TestApp } from './support/app.ts';
import { cardsForPuppet } from './support/cards.ts';
import { puppetEngine } from './support/puppet-engine.ts';
import { startPuppet } from './support/puppet.ts';

let kinora: TestApp;
before(async () => {
  const puppet = await startPuppet();
  kinora = await startTestApp({ engines: [puppetEngine(puppet.url)], cards: cardsForPuppet });
});

const expire = statement(
  'test_expire',
  `update tasks set expires_at = now() - interval '1 second' where public_id = $1`,
);

async function filesKept(): Promise<number> {
  return (await Array.fromAsync(kinora.app.storage.list())).length;
}

test('the sweep deletes the files of expired tasks, and only those, once', async () => {
  const [old, fresh] = [
    await imageEnd(kinora, await imagine(kinora, 'old --v 1')),
    await imageEnd(kinora, await imagine(kinora, 'fresh --v 1')),
  ];
  const kept = await filesKept();
  await kinora.app.db.query(expire, [old.id]);
  assert.equal((await fetch(old.imageUrl)).status, 410, 'gone before the sweep has come');
  const swept: [number, number][] = [];
  const events = { filesSwept: (tasks: number, files: number) => swept.push([tasks, files]) } as never;
  assert.equal(await sweepExpired({ db: kinora.app.db, storage: kinora.app.storage, events }), 1);
  assert.equal(await sweepExpired({ db: kinora.app.db, storage: kinora.app.storage, events }), 0);
  assert.deepEqual(swept, [[1, 9]]);
  assert.equal(await filesKept(), kept - 9);
  assert.equal((await fetch(old.imageUrl)).status, 410);
  assert.equal((await fetch(fresh.imageUrl)).status, 200);
});

test('a task names when its files go: the retention after its end', async () => {
  const id = await imagine(kinora, 'kept --v 1');
  await imageEnd(kinora, id);
  const hours = statement(
    'test_hours',
    'select extract(epoch from expires_at - finished_at)::int / 3600 as hours from tasks where public_id = $1',
  );
  assert.deepEqual(await kinora.app.db.query(hours, [id]), [{ hours: 72 }]);
});
