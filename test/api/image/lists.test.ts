/** GET /mj/task/list and /mj/task/queue: their order, and the fields that a record echoes. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { acceptedTask, imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: ImageClient;

before(async () => {
  kinora = await startScriptedApp();
  client = imageClient(kinora);
});

test('the list is newest first, the queue oldest first, by the time of the submit', async () => {
  const first = await client.make('imagine', { prompt: 'one --v 1' });
  const second = await client.make('imagine', { prompt: 'two --v 1' });
  const list = await call(`${kinora.url}/mj/task/list`, { key: kinora.imageKey });
  assert.deepEqual(
    list.body.slice(0, 2).map((record: { id: string }) => record.id),
    [second.id, first.id],
  );
  const slow = await Promise.all(
    Array.from({ length: 8 }, () =>
      client.submit('imagine', { prompt: String.raw`\{"checks":100000\} --v 1` }),
    ),
  );
  const ids = slow.map(answer => acceptedTask(answer));
  const queue = await until(
    async () => (await call(`${kinora.url}/mj/task/queue`, { key: kinora.imageKey })).body,
    waiting => waiting.length === 4,
  );
  assert.ok(queue.every(({ status }: { status: string }) => status === 'NOT_START'));
  const listTimes = (records: { submitTime: number }[]) => records.map(({ submitTime }) => submitTime);
  assert.deepEqual(
    listTimes(queue),
    listTimes(queue).toSorted((a, b) => a - b),
  );
  assert.ok(slow.some(({ body }) => body.code === 22 && body.properties.numberOfQueues > 0));
  for (const id of ids) await client.cancel(id);
});

test("tasks of the same time are listed in order of creation, an answered modal by its button's time", async () => {
  const { db } = kinora.app;
  const grid = await client.make('imagine', { prompt: 'a tree --v 5.2' });
  const image = await client.pressAndWait(grid, 'upsample::1');
  const blocking = await Promise.all(
    Array.from({ length: 4 }, () =>
      client.submit('imagine', { prompt: String.raw`\{"checks":100000\} --v 1` }),
    ),
  );
  const modal = acceptedTask(await client.press(image, 'Custom Zoom'));
  const permutationAnswer = await client.submit('imagine', { prompt: 'a {red, green, blue} ball --v 1' });
  const turbo = await call(`${kinora.url}/mj-turbo/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a cat --v 1' },
  });
  acceptedTask(await client.modal(modal, {}));
  const { taskIds } = permutationAnswer.body.properties;
  const created = [modal, ...taskIds, turbo.body.result];
  const listIds = async (path: string): Promise<string[]> => {
    const { body } = await call(`${kinora.url}/mj/task/${path}`, { key: kinora.imageKey });
    return body.map(({ id }: { id: string }) => id).filter((id: string) => created.includes(id));
  };
  assert.deepEqual(await listIds('queue'), created);
  assert.deepEqual(await listIds('list'), created.toReversed());
  // All with the same time, as in a burst.
  await db.pool.query('update tasks set created_at = now() where public_id = any($1)', [created]);
  assert.deepEqual(await listIds('queue'), created);
  assert.deepEqual(await listIds('list'), created.toReversed());
  // As from a node whose clock is behind: its ids are lower than its times suggest.
  const postponeCreation = "update tasks set created_at = created_at + interval '1 s' where public_id = $1";
  await db.pool.query(postponeCreation, [created[0]]);
  const byTime = [...created.slice(1), created[0]];
  assert.deepEqual(await listIds('queue'), byTime);
  assert.deepEqual(await listIds('list'), byTime.toReversed());
  for (const id of [...created, ...blocking.map(acceptedTask)]) await client.cancel(id);
});

test('a state of more than 255 characters is rejected', async () => {
  const submit = (length: number) =>
    client.submit('imagine', { prompt: 'a cat --v 1', state: 's'.repeat(length) });
  acceptedTask(await submit(255));
  const { body } = await submit(256);
  assert.deepEqual([body.code, body.result], [4, null]);
  assert.match(body.description, /"state": expected at most 255 characters, not 256/);
});
