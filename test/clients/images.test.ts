/** Every operation of the image interface through kinora-client, against a running server. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type ImageResult, Kinora, type KinoraError } from 'kinora-client';
import { clientPicture } from '../support/clients/client-picture.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

let kinora: TestApp;
let images: Kinora['images'];
let client: Kinora;
let grid: ImageResult;
let picture: ImageResult;

before(async () => {
  kinora = await startTestApp();
  client = new Kinora({ baseUrl: `${kinora.url}/v1/`, imageToken: kinora.imageKey });
  ({ images } = client);
  grid = await images.imagine('a lighthouse at dawn --ar 16:9 --seed 7').wait();
  picture = await grid.select(2).wait();
});

test('an image of a grid is continued in every way that its record offers', async () => {
  assert.deepEqual([grid.images.length, grid.seed, picture.images.length], [4, 7, 1]);
  const results = await Promise.all([
    grid.vary(3).wait(),
    picture.vary('strong').wait(),
    picture.zoomOut().wait(),
    picture.zoomOut(1.8).wait(),
    picture.square().wait(),
    picture.pan('left').wait(),
    picture.upscale('creative').wait(),
    picture.region({ mask: await clientPicture('#ffffff'), prompt: 'a ship' }).wait(),
    picture.star().wait(),
    picture.press('Zoom Out 1.5x').wait(),
  ]);
  assert.deepEqual(
    results.map(({ record }) => record.action).join(' '),
    'VARIATION VARIATION ZOOM ZOOM ZOOM PAN UPSCALE VARIATION UPSCALE ZOOM',
  );
  const remix = await grid.vary(1, { prompt: 'a lighthouse at night' }).wait();
  assert.match(remix.record.prompt ?? '', /at night/);
});

test('what the record does not offer is refused with what it offers', () => {
  assert.throws(
    () => grid.pan('left'),
    (error: KinoraError) => error.code === 'not_offered_here' && error.message.includes('U1, U2, U3, U4'),
  );
});

test('images of the user are blended, edited, retextured, described, animated and used in prompts', async () => {
  const [one, other] = [await clientPicture('#3060a0'), await clientPicture('#a06030')];
  const [address = ''] = await images.upload([one]);
  const results = await Promise.all([
    images.blend([one, new Blob([new Uint8Array(other)])], { shape: 'landscape' }).wait(),
    images.edit(one, 'snow', { mask: await clientPicture('#ffffff') }).wait(),
    images.retexture(one, 'watercolor').wait(),
    images.imagine('a fox', { images: [one], tier: 'relax', state: 'mine' }).wait(),
    images.imagine(`${address} a cat --v 1`).wait(),
  ]);
  assert.deepEqual(
    results.map(result => result.images.length),
    [4, 4, 4, 4, 4],
  );
  assert.deepEqual([results[3]?.record.mode, results[3]?.record.state], ['RELAX', 'mine']);
  const description = await images.describe(one).wait();
  assert.match(description.text, /1️⃣/);
  assert.equal((await description.imagine(1).wait()).images.length, 4);
  const analysis = await images.shorten('a very very small red fox in the snow').wait();
  assert.ok(analysis.text.length > 0);
});

test('an image is animated, and a clip of it selected and extended', async () => {
  const clips = await images
    .animate(await clientPicture(), { motion: 'high', count: 2, prompt: 'rain' })
    .wait();
  assert.equal(clips.clips.length, 2);
  const selected = await clips.select(2).wait();
  assert.equal(selected.clips.length, 1);
  const extension = await selected.extend('low').wait();
  assert.ok((extension.clips[0]?.duration ?? 0) > (selected.clips[0]?.duration ?? 0));
});

test('a prompt with several readings is several tasks', async () => {
  const tasks = await images.imagineAll('a {red, blue} fox --v 1');
  const results = await Promise.all(tasks.map(task => task.wait()));
  assert.deepEqual(
    results.map(({ record }) => /red|blue/.exec(record.prompt ?? '')?.[0]),
    ['red', 'blue'],
  );
});

test('separate images by the fields of the Images API are generated, edited and varied', async () => {
  const generated = await images.generate({ prompt: 'a fox', n: 2, size: '512x512', seed: 3 }).wait();
  assert.equal(generated.images.length, 2);
  const { result } = await images.delivered(generated.id);
  assert.equal(result?.size, '512x512');
  const source = await clientPicture();
  const edit = await images
    .generate({ prompt: 'snow', images: [source], mask: await clientPicture('#ffffff'), n: 1 })
    .wait();
  const variation = await images.generate({ images: [source], n: 1 }).wait();
  assert.deepEqual([edit.images.length, variation.images.length], [1, 1]);
  assert.match((await images.quote({ prompt: 'a fox', n: 2 })).amount, /^0\.\d+$/);
});

test('tasks are read, listed, followed and cancelled', async () => {
  const id = grid.id;
  assert.equal((await images.get(id)).id, id);
  assert.deepEqual(
    (await images.list([id])).map(record => record.id),
    [id],
  );
  assert.ok((await images.list()).length > 1);
  assert.deepEqual(await images.queue(), []);
  assert.equal(await images.seed(id), 7);
  assert.equal(
    (await images.show(String(grid.record.properties['messageHash']))).id instanceof Promise,
    true,
  );
  const states: string[] = [];
  for await (const { status } of images.task(id).events()) states.push(status);
  assert.deepEqual(states, ['SUCCESS']);
  assert.ok((await images.models()).some(model => model.id === 'sketch'));
  await assert.rejects(images.cancel(id), { code: 'task_ended' });
  assert.equal((await client.balance()).currency, 'USD');
});

test('changes of all tasks arrive as events', async () => {
  const abortController = new AbortController();
  const events = images.events({ signal: abortController.signal });
  const first = events.next();
  const task = images.imagine('a fox --v 1');
  const ids = new Set([(await first).value?.record.id]);
  const id = await task.id;
  while (!ids.has(id)) ids.add((await events.next()).value?.record.id);
  await task.wait();
  abortController.abort();
  // What had arrived before is still delivered.
  while (!(await events.next()).done);
});

test('the files of a result are saved in a folder, or a single one under a name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-client-'));
  atEnd(() => rm(folder, { recursive: true }));
  const paths = await grid.download(join(folder, 'new'));
  assert.deepEqual(
    paths.map(path => path.slice(folder.length + 1)),
    [1, 2, 3, 4].map(index => `new/${grid.id}-${index}.png`),
  );
  const [single = ''] = await picture.download(join(folder, 'fox.png'));
  assert.equal((await readFile(single)).toString('latin1', 1, 4), 'PNG');
  assert.equal((await picture.blob()).type, 'image/png');
});

test('a repeated request with the same key is one task', async () => {
  const submit = () => images.imagine('a fox --v 1', { idempotencyKey: 'once' });
  const [one, other] = [submit(), submit()];
  assert.equal(await one.id, await other.id);
  await one.wait();
});
