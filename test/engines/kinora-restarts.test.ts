/** One Kinora behind another: references, a clip, a rejection, a cancellation, and restarts of both. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, type TestApp, until } from '../support/app.ts';
import { booksOf } from '../support/books.ts';
import { accepted, imageClient, type ImageClient, plainPicture } from '../support/image-client.ts';
import { assertBalanced, restarted, startKinoraPair, tasksOf } from '../support/kinora-pair.ts';

let rear: TestApp;
let front: TestApp;
let client: ImageClient;

before(async () => {
  ({ rear, front } = await startKinoraPair());
  client = imageClient(front);
});

test('references and edits arrive', async () => {
  const data = `data:image/png;base64,${await plainPicture({ width: 64, height: 64 })}`;
  const records = await Promise.all([
    client.made('imagine', { prompt: `a red fox --draft --sref ${data}`, base64Array: [data] }),
    client.made('edits', { prompt: 'a red fox', image: data }),
    client.made('retexture', { prompt: 'a red fox', image: data }),
  ]);
  assert.deepEqual(
    records.map(({ status, failReason }) => failReason ?? status),
    ['SUCCESS', 'SUCCESS', 'SUCCESS'],
  );
});

test('a clip of a picture is made by the rear one', async () => {
  const image = await plainPicture({ width: 64, height: 64 });
  const body = { image, batchSize: 1, prompt: '', motion: 'high' };
  const clip = await client.made('video', body);
  assert.equal(clip.status, 'SUCCESS', clip.failReason ?? '');
  assert.ok(clip.videoUrl);
});

test('what the rear one rejects fails here with its words, and costs nothing', async () => {
  const before = await booksOf(front);
  const failed = await client.made('imagine', { prompt: 'qwxyz blorp zzkrt' });
  assert.equal(failed.status, 'FAILURE');
  assert.match(failed.failReason ?? '', /it rejected the job: /);
  assert.equal((await booksOf(front)).availableMicros, before.availableMicros);
});

test('a task that is cancelled here is cancelled there', async () => {
  // The rear one draws a few at a time: the last of them waits.
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () =>
      accepted(await client.submit('imagine', { prompt: 'a red fox --draft' })),
    ),
  );
  const running = await until(
    () => Promise.all(ids.map(id => client.fetch(id))),
    records => records.filter(({ status }) => status === 'IN_PROGRESS').length === 3,
  );
  const last = running.findLast(({ status }) => status === 'IN_PROGRESS');
  assert.ok(last);
  const { body } = await call(`${front.url}/mj/task/${last.id}/cancel`, { key: front.imageKey, json: {} });
  assert.equal(body.code, 1);
  for (const id of ids) assert.equal((await client.end(id)).status, id === last.id ? 'FAILURE' : 'SUCCESS');
  const { rows } = await rear.app.db.pool.query(
    `select count(*)::int as count from tasks where phase = 'cancelled'`,
  );
  assert.equal(rows[0].count, 1);
  await assertBalanced({ rear, front });
});

test('the rear one restarts midway, then the front one, and every task is asked for and charged once', async () => {
  const before = [await tasksOf(rear), await tasksOf(front)];
  const order = async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => accepted(await client.submit('imagine', { prompt: 'a red fox --draft' }))),
    );
    await until(
      () => Promise.all(ids.map(id => client.fetch(id))),
      records => records.some(({ status }) => status === 'IN_PROGRESS'),
    );
    return ids;
  };
  const first = await order();
  rear = await restarted(rear);
  const second = await order();
  front = await restarted(front);
  for (const id of [...first, ...second]) {
    const { status, failReason } = await client.end(id);
    assert.equal(status, 'SUCCESS', failReason ?? '');
  }
  assert.deepEqual(
    [await tasksOf(rear), await tasksOf(front)],
    before.map(count => count + 6),
  );
  const grid = await client.fetch(first[0] ?? '');
  const varied = await client.pressed(grid, 'V4');
  assert.equal(varied.status, 'SUCCESS', varied.failReason ?? '');
  await assertBalanced({ rear, front });
});
