/**
 * One Kinora as an engine of another: every button, describe and shorten. The rear server
 * gets one submit for each task.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, type TestApp } from '../../support/servers/app.ts';
import {
  acceptedTask,
  findButton,
  imageClient,
  type ImageClient,
  type ImageRecord,
  pixelsAt,
  plainPicture,
} from '../../support/clients/image-client.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { assertBalanced, startKinoraPair, countTasks } from '../../support/setups/kinora-pair.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { cutLeftHalf } from '../../support/setups/primitives-app.ts';

let rear: TestApp;
let front: TestApp;
let client: ImageClient;
let grid: ImageRecord;
let picture: ImageRecord;

before(async () => {
  ({ rear, front } = await startKinoraPair());
  client = imageClient(front);
  grid = await client.make('imagine', { prompt: 'a red fox in snow --draft' });
  assert.equal(grid.status, 'SUCCESS', grid.failReason ?? '');
  picture = await client.pressAndWait(grid, 'U2');
  assert.equal(picture.status, 'SUCCESS', picture.failReason ?? '');
});

/** Presses a button and answers its modal. Returns the id of the task. */
async function press(from: ImageRecord, customId: string, more: object = {}): Promise<string> {
  const { body } = await client.press(from, customId, more);
  assert.ok([1, 21, 22].includes(body.code), `${customId}: ${JSON.stringify(body)}`);
  if (body.code === 21) {
    const maskBase64 = await cutLeftHalf(await pixelsAt(from.imageUrl));
    const isZoom = customId.includes('CustomZoom');
    const answer = isZoom
      ? { prompt: 'a red fox in snow --zoom 1.3' }
      : { prompt: 'a blue lake', maskBase64 };
    acceptedTask(await client.modal(body.result, answer));
  }
  return body.result;
}

test('a grid has the images of the rear server, and selecting candidates sends it no request', async () => {
  for (const index of [1, 3, 4]) {
    const { status, imageUrl } = await client.pressAndWait(grid, `U${index}`);
    assert.equal(status, 'SUCCESS');
    const [selection, candidate] = await Promise.all(
      [imageUrl, grid.imageUrls?.[index - 1]?.url].map(url => pixelsAt(url)),
    );
    assert.ok(selection?.data.equals(candidate?.data ?? Buffer.alloc(0)), `U${index}`);
  }
  assert.equal(await countTasks(rear), 1);
  assert.deepEqual([grid.imageWidth, grid.imageHeight, grid.imageUrls?.length], [1024, 1024, 4]);
  const { rows } = await rear.app.db.pool.query('select public_id from tasks');
  const { body } = await call(`${rear.url}/mj/task/${rows[0].public_id}/fetch`, { key: rear.imageKey });
  const [frontPixels, rearPixels] = [
    await pixelsAt(grid.imageUrls?.[1]?.url),
    await pixelsAt(body.imageUrls[1].url),
  ];
  assert.ok(frontPixels.data.equals(rearPixels.data));
  assert.ok((await pixelsAt(picture.imageUrl)).data.equals(rearPixels.data));
  assert.equal(body.seed, grid.seed);
});

test('every button works and is one task of the rear server, after one U', async () => {
  const before = await countTasks(rear);
  const isStillButton = ({ customId }: { customId: string }) => !/BOOKMARK|animate|upsample::/.test(customId);
  const pressing: Promise<string>[] = [
    ...grid.buttons.filter(isStillButton).map(({ customId }) => press(grid, customId)),
    ...picture.buttons.filter(isStillButton).map(({ customId }) => press(picture, customId)),
    press(grid, findButton(grid, 'V3').customId, { enableRemix: true }),
  ];
  const ids = await Promise.all(pressing);
  assert.ok(ids.length >= 17, `${ids.length} buttons`);
  for (const id of ids) {
    const { status, failReason, description } = await client.end(id);
    assert.equal(status, 'SUCCESS', `${description}: ${failReason}`);
  }
  // The candidate is selected once, however many follow-ups need it.
  assert.equal((await countTasks(rear)) - before, ids.length + 1);
  await assertBalanced({ rear, front });
});

test('describe and shorten return the texts of the rear server', async () => {
  const before = await countTasks(rear);
  const describeTask = await client.make('describe', { base64: await plainPicture() });
  assert.equal(describeTask.status, 'SUCCESS', describeTask.failReason ?? '');
  assert.equal(describeTask.properties['finalPrompt']?.split('\n\n').length, 4);
  const shortenTask = await client.make('shorten', { prompt: 'a very beautiful red fox in deep snow' });
  assert.equal(shortenTask.status, 'SUCCESS', shortenTask.failReason ?? '');
  assert.match(shortenTask.properties['finalPrompt'] ?? '', /## Shortened prompts\n1️⃣ /);
  assert.equal((await countTasks(rear)) - before, 2);
});

test('a rear account without balance is left for another engine, and no client reads what it has', async () => {
  const operator = await signedIn(front, 'operator');
  const { imageKey: secret } = await anotherAccount(rear, 0n);
  const instance = { kind: 'mj-proxy', url: rear.url, secret, settings: { dialect: 'kinora' } };
  await operator.done('engine add', { engine: 'poor', ...instance });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  for (const model of ['either', 'poor-only']) {
    await operator.done('model add', { model, kind: 'image', price });
    await operator.done('route add', { model, engine: 'poor' });
  }
  await operator.done('route add', { model: 'either', engine: 'rear', priority: 1 });
  const image = await client.make('imagine', { prompt: 'a red fox --draft --model either' });
  assert.equal(image.status, 'SUCCESS', image.failReason ?? '');
  const [route] = await operator.done('route list', { engine: 'poor', model: 'either' });
  // On a slow machine, its pause may be over by now.
  assert.match(route.state, /^(open|half_open)$/);
  assert.match(JSON.stringify(route), /its account has no balance left/);
  const { id, status, failReason } = await client.make('imagine', {
    prompt: 'a red fox --model poor-only',
  });
  assert.equal(status, 'FAILURE');
  assert.equal(
    failReason,
    'The account of this server at the engine has no balance left. An operator must top it up.',
  );
  // Only operators read how much is missing.
  assert.match(
    JSON.stringify(await operator.done('task show', { task: id })),
    /The balance is too low: the request costs 0\.04 USD/,
  );
});
