/**
 * Every operation of the image interface through a complete Kinora, on a photograph, with a
 * ComfyUI server that needs no model.
 */
import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { comfyuiKindWith } from '../../../src/engines/kinds/comfyui/comfyui-kind.ts';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { systemClock } from '@kinora/shared/clock';
import { framesAt } from '../../../src/media/clip/clip-frames.ts';
import { probeClip } from '../../../src/media/clip/probe-clip.ts';
import { type RawPicture, toPng } from '../../../src/media/picture/picture.ts';
import { startTestApp } from '../servers/app.ts';
import { cut, difference } from '../media/compare-pictures.ts';
import { signedIn } from '../clients/console-client.ts';
import {
  acceptedTask,
  bytesAt,
  imageClient,
  pixelsAt,
  type ImageClient,
  type ImageRecord,
  type RgbPicture,
} from '../clients/image-client.ts';
import { photograph } from '../media/photograph.ts';
import { stillFamilies } from './still-family.ts';

/** A kind of its own, because the ComfyUI kind has only the shipped workflows. */
const kind = { ...comfyuiKindWith(stillFamilies), kind: 'still' };
const picturesOnly = 'grid,variation,upscale,outpaint,edit,retexture,describe,shorten'.split(',');
const size = { width: 384, height: 256 };
/** H.264 loses a little in each of the two encodings. */
const mostAtSeam = 3;
const directions = ['left', 'right', 'up', 'down'] as const;

let client: ImageClient;
let photo: string;
let sheet: ImageRecord;
let picture: ImageRecord;
let old: RgbPicture;

export function testOperations(url: string): void {
  before(async () => {
    client = await openStudio(url);
    photo = `data:image/png;base64,${await base64Of(photograph({ ...size, grain: 6 }))}`;
    sheet = await client.make('imagine', { prompt: 'hills --ar 3:2', base64Array: [photo] });
    picture = await waitForSuccess(client, acceptedTask(await client.press(sheet, 'U1')));
    old = await pixelsAt(picture.imageUrl);
  });

  testPictures();
  testButtons();
  testMedia();
  testReferences();
}

function testPictures(): void {
  test('pans keep every old pixel', async t => {
    for (const direction of directions) {
      const picture = await pressButton(`pan_${direction}`, t);
      const part = {
        left: direction === 'left' ? picture.width - old.width : 0,
        top: direction === 'up' ? picture.height - old.height : 0,
        width: old.width,
        height: old.height,
      };
      assert.equal(difference(old, await cut(picture, { part })), 0, direction);
    }
  });

  test('a zoom keeps the image in the middle, and Make Square keeps all of it', async t => {
    const zoomedPicture = await pressButton('Zoom Out 2x', t);
    const part = { left: old.width / 4, top: old.height / 4, width: old.width / 2, height: old.height / 2 };
    assert.ok(difference(await cut(old, { to: part }), await cut(zoomedPicture, { part })) < 1);
    assert.deepEqual(pictureSize(await pressButton('Zoom Out 1.5x', t)), pictureSize(old));
    const square = await pressButton('Make Square', t);
    assert.equal(square.width, square.height);
    assert.ok(square.width * square.height <= 100_000, 'as many pixels as the model makes');
  });

  test('a region changes only inside its mask', async () => {
    const modal = await client.press(picture, 'Vary (Region)');
    acceptedTask(
      await client.modal(modal.body.result, { prompt: 'a lake', maskBase64: await cutLeftHalf(old) }),
    );
    const record = await waitForSuccess(client, modal.body.result);
    const result = await pixelsAt(record.imageUrls?.[0]?.url);
    assert.equal(
      difference(old, result, x => x >= old.width / 2),
      0,
    );
    assert.ok(difference(old, result, x => x < old.width / 4) > 5);
  });

  test('variations keep the size, and upscales double it, without an offset', async t => {
    for (const button of ['Vary (Subtle)', 'Vary (Strong)'])
      assert.deepEqual(pictureSize(await pressButton(button, t)), pictureSize(old));
    for (const button of ['Upscale (Subtle)', 'Upscale (Creative)']) {
      const result = await pressButton(button, t);
      assert.deepEqual(pictureSize(result), { width: old.width * 2, height: old.height * 2 });
      // At a quarter of the size, the scaling of noise does not matter, and an offset of two pixels does.
      const to = { width: old.width / 4, height: old.height / 4 };
      const meanDifference = difference(await cut(old, { to }), await cut(result, { to }));
      t.diagnostic(`${button} differs by ${meanDifference.toFixed(1)}`);
      assert.ok(meanDifference < 4, button);
    }
  });
}

function testButtons(): void {
  test('each candidate has its own variations, and a grid can be rerolled', async () => {
    const sheets: Buffer[] = [await bytesAt(sheet.imageUrl)];
    for (const button of ['V1', 'V2', 'V3', 'V4', 'reroll']) {
      const record = await waitForSuccess(client, acceptedTask(await client.press(sheet, button)));
      assert.equal(record.imageUrls?.length, 4, button);
      sheets.push(await bytesAt(record.imageUrl));
    }
    assert.equal(
      new Set(sheets.map(bytes => bytes.toString('base64'))).size,
      sheets.length,
      'all are different',
    );
  });

  test('a custom zoom keeps the image in the middle', async t => {
    const modal = await client.press(picture, 'CustomZoom');
    acceptedTask(await client.modal(modal.body.result, { prompt: 'hills --zoom 1.6' }));
    const result = await pixelsAt((await waitForSuccess(client, modal.body.result)).imageUrls?.[0]?.url);
    assert.deepEqual(pictureSize(result), pictureSize(old));
    const part = {
      width: Math.round(old.width / 1.6),
      height: Math.round(old.height / 1.6),
      left: Math.round((old.width * 0.6) / 3.2),
      top: Math.round((old.height * 0.6) / 3.2),
    };
    const meanDifference = difference(await cut(old, { to: part }), await cut(result, { part }));
    t.diagnostic(`The middle differs by ${meanDifference.toFixed(2)}`);
    assert.ok(meanDifference < 1);
  });
}

function testMedia(): void {
  test("edits, retextures, blends and references use the client's images", async () => {
    const other = `data:image/png;base64,${await base64Of(photograph({ ...size, grain: 6, detail: 0 }))}`;
    const address = String(
      (await client.submit('upload-discord-images', { base64Array: [other] })).body.result,
    );
    const works: [string, object][] = [
      ['edits', { prompt: 'at night', image: photo }],
      ['retexture', { prompt: 'made of paper', image: photo }],
      ['blend', { base64Array: [photo, other], dimensions: 'LANDSCAPE' }],
      ['imagine', { prompt: `hills --ar 3:2 --sref ${address}` }],
      ['imagine', { prompt: `hills --ar 3:2 --oref ${address}` }],
      ['imagine', { prompt: `hills --ar 3:2 --v 6.1 --cref ${address} --cw 50` }],
    ];
    for (const [name, body] of works) {
      const record = await waitForSuccess(client, acceptedTask(await client.submit(name, body)));
      assert.equal(record.imageUrls?.length, 4, name);
    }
  });

  test('an image is described, and a prompt is shortened', async () => {
    for (const [name, body] of [
      ['describe', { base64: photo }],
      ['shorten', { prompt: 'a very quiet green hill in the morning' }],
    ] as const)
      await waitForSuccess(client, acceptedTask(await client.submit(name, body)));
  });

  test('an image is animated, and one of its clips is selected', async () => {
    const clips = await waitForSuccess(client, acceptedTask(await client.press(picture, 'animate_low')));
    assert.equal(clips.videoUrls?.length, 4);
    const clip = await waitForSuccess(client, acceptedTask(await client.press(clips, 'U1')));
    assert.ok(clip.videoUrl);
  });

  test('a clip with a last frame is extended from it', async t => {
    const [image, endImage] = await Promise.all(
      ([1, 0] as const).map(async detail => base64Of(photograph({ ...size, grain: 0, detail }))),
    );
    const body = { image, endImage, batchSize: 1, prompt: 'calm' };
    const parent = await waitForSuccess(client, acceptedTask(await client.submit('video', body)));
    const longer = await waitForSuccess(
      client,
      acceptedTask(await client.press(parent, 'animate_low_extend')),
    );
    const [before, after] = await Promise.all([bytesAt(parent.videoUrl), bytesAt(longer.videoUrl)]);
    const [old, all] = await Promise.all([probeClip(before), probeClip(after)]);
    assert.ok(all.durationMs > old.durationMs + 3_000);
    const positions = [0, old.frames - 1, old.frames].map(index => index / (all.frames - 1));
    const [first, last, next] = (await framesAt(after, { positions })).map(frame => rgb(frame));
    assert.ok(first && last && next);
    t.diagnostic(`The frames at the seam differ by ${difference(last, next).toFixed(2)}`);
    assert.ok(difference(first, last) > 10, 'the clip shows both images');
    assert.ok(difference(last, next) < mostAtSeam);
  });

  test('a clip begins and ends with given images', async () => {
    const loop = { taskId: picture.id, index: 0, loop: true, batchSize: 1, prompt: 'calm' };
    const record = await waitForSuccess(client, acceptedTask(await client.submit('video', loop)));
    const [start, end] = await framesAt(await bytesAt(record.videoUrl), { positions: [0, 1] });
    assert.ok(start && end && difference(rgb(start), rgb(end)) < 6);
  });
}

function testReferences(): void {
  test('a workflow with the slot $style gets the style references of its prompt', async () => {
    const pictureAddress = async (background: string) => {
      const flat = await sharp({ create: { ...size, channels: 3, background } })
        .png()
        .toBuffer();
      const dataUrl = `data:image/png;base64,${flat.toString('base64')}`;
      return String((await client.submit('upload-discord-images', { base64Array: [dataUrl] })).body.result);
    };
    const [red, green] = [await pictureAddress('#f00'), await pictureAddress('#0f0')];
    const readMeans = async (references: string) => {
      const body = { prompt: `hills --ar 3:2 --model styled ${references}` };
      const record = await waitForSuccess(client, acceptedTask(await client.submit('imagine', body)));
      const { channels } = await sharp(await bytesAt(record.imageUrls?.[0]?.url)).stats();
      return channels.map(({ mean }) => Math.round(mean / 64));
    };
    assert.deepEqual(await readMeans(''), [0, 0, 0]);
    assert.deepEqual(await readMeans(`--sref ${red}`), [2, 0, 0]);
    assert.deepEqual(await readMeans(`--sref ${red} ${green}`), [1, 2, 0], 'both, in their order');
    const { body } = await client.submit('imagine', {
      prompt: `hills --model styled --sref ${red} ${green} ${red}`,
    });
    assert.match(body.description, /at most 2 style/);
  });
}

/** Presses a button and returns the first candidate. */
async function pressButton(button: string, t: TestContext, from = picture): Promise<RgbPicture> {
  const startMs = systemClock.now();
  const record = await waitForSuccess(client, acceptedTask(await client.press(from, button)));
  t.diagnostic(`${button}: ${systemClock.now() - startMs} ms`);
  return pixelsAt(record.imageUrls?.[0]?.url ?? record.imageUrl);
}

/** A Kinora with the server as its only engine. */
async function openStudio(url: string): Promise<ImageClient> {
  const kinora = await startTestApp({ kinds: [plannedKind(kind)] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  await operator.done('engine add', { engine: 'gpu', kind: kind.kind, url });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  const sizes = { multiple: 16, maxPixels: 100_000 };
  const models = [
    { model: 'photo', operations: picturesOnly, versions: ['7', '6.1'], sizes, price },
    { model: 'styled', operations: ['grid'], sizes, price },
    { model: 'moves', operations: ['clip'], longest_seconds: 21, price: { ...price, unit: 'clip' } },
  ];
  for (const model of models) {
    await operator.done('model add', { kind: 'image', ...model });
    await operator.done('route add', {
      model: model.model,
      engine: 'gpu',
      upstream: model.model === 'styled' ? 'styled' : 'still',
    });
  }
  return imageClient(kinora);
}

async function waitForSuccess(client: ImageClient, id: string): Promise<ImageRecord> {
  const record = await client.end(id);
  assert.equal(record.status, 'SUCCESS', `${record.action}: ${record.failReason}`);
  return record;
}

const pictureSize = ({ width, height }: RgbPicture) => ({ width, height });

async function base64Of(picture: RawPicture): Promise<string> {
  return Buffer.from(await toPng(picture)).toString('base64');
}

function cutLeftHalf({ width, height }: RgbPicture): Promise<string> {
  const data = new Uint8Array(width * height * 4).map((_, index) =>
    Math.floor(index / 4) % width < width / 2 || index % 4 === 3 ? 255 : 0,
  );
  return base64Of({ data, width, height });
}

function rgb({ data, width, height }: RawPicture): RgbPicture {
  return { width, height, data: Buffer.from(data.filter((_, index) => index % 4 < 3)) };
}
