/**
 * Images and clips of an engine that are damaged, mislabeled or meant to exhaust memory: their
 * tasks fail without a charge.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { pixelKind, replacedFiles } from '../../support/engines/pixel-engine.ts';
import { videoClient, type VideoClient } from '../../support/clients/video-client.ts';
import { isFullRun } from '../../support/depth.ts';

let kinora: TestApp;
let images: ImageClient;
let videos: VideoClient;

const size = { resolution: '480p', aspect_ratio: '1:1' };
const readClip = (name: string) => readFile(new URL(`../../fixtures/clips/${name}`, import.meta.url));
const gray = sharp({ create: { width: 96, height: 96, channels: 3, background: 'gray' } });

before(async () => {
  kinora = await startTestApp({ kinds: [plannedKind(pixelKind)] });
  [images, videos] = [imageClient(kinora), videoClient(kinora)];
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  const settings = { knows: 'generate,inpaint,clip' };
  await operator.done('engine add', { engine: 'liar', kind: 'pixels', settings });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'photo', kind: 'image', versions: ['7'], price });
  await operator.done('model add', {
    model: 'film',
    kind: 'video',
    longest_seconds: 10,
    // The clips of the fixtures are small.
    accepts: 'any-size',
    references: { input_reference: { max: 1 } },
    parameters: {
      seconds: { type: 'integer', enum: [2], default: 2 },
      resolution: { type: 'string', enum: ['480p'], default: '480p' },
      aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
      fps: { type: 'integer', enum: [16], default: 16 },
      audio: { type: 'boolean', default: false },
    },
    price: { ...price, unit: 'second' },
  });
  for (const model of ['photo', 'film']) await operator.done('route add', { model, engine: 'liar' });
});

/** A PNG whose header claims this size. */
async function pngWithSize(width: number, height: number): Promise<Buffer> {
  const png = await gray.clone().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

async function hostilePictures(): Promise<Record<string, Buffer>> {
  const noise = sharp({
    create: {
      width: 256,
      height: 256,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const pictures: Record<string, Buffer> = {
    'no bytes': Buffer.alloc(0),
    'a web page': Buffer.from('<!doctype html><title>Bad gateway</title>'),
    'an SVG that names a file': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    ),
    'a PDF': Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    'a TIFF': await gray.clone().tiff().toBuffer(),
    'a clip': await readClip('h264-high.mp4'),
    'a PNG of 4 gigapixels by its header': await pngWithSize(65_000, 65_000),
    'a PNG of another size than its header says': await pngWithSize(500, 500),
    'a PNG of 81 megapixels': await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: 'gray' },
    })
      .png()
      .toBuffer(),
    'a GIF of 65535x65535': Buffer.from('R0lGODlh//////AAAAAAACwAAAAA//////AAAAIChFEAOw==', 'base64'),
  };
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
    const fullPicture = await noise.clone().toFormat(format).toBuffer();
    pictures[`a ${format} that is cut off`] = fullPicture.subarray(0, fullPicture.length * 0.6);
  }
  const damagedPng = await noise.clone().png().toBuffer();
  pictures['a PNG with overwritten pixels'] = damagedPng.fill(0x5a, 4000, 6000);
  return pictures;
}

async function hostileClips(): Promise<Record<string, Buffer>> {
  const mp4 = await readClip('h264-high.mp4');
  const wide = await readClip('h264.mov');
  const entry = wide.indexOf('avc1') + 4;
  wide.writeUInt16BE(16_384, entry + 24);
  const miscountedClip = await readClip('vp9.mp4');
  const count = miscountedClip.indexOf('stsz') + 4;
  miscountedClip.writeUInt32BE(8, count + 4);
  miscountedClip.writeUInt32BE(1_000_000_000, count + 8);
  const overwrittenClip = Buffer.from(mp4);
  overwrittenClip.fill(0x5a, mp4.indexOf('mdat') + 44, mp4.indexOf('mdat') + 800);
  const frames = Buffer.concat([40, 90, 140, 190].map(level => Buffer.alloc(64 * 48 * 3, level)));
  const raw = { width: 64, height: 192, channels: 3, pageHeight: 48 } as const;
  const animation = await sharp(frames, { raw })
    .webp({ delay: [500, 500, 500, 500] })
    .toBuffer();
  const clips: Record<string, Buffer> = {
    'no bytes': Buffer.alloc(0),
    'a playlist': Buffer.from('#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1/secret.ts\n'),
    'a still picture': await gray.clone().png().toBuffer(),
    'a still GIF': await gray.clone().gif().toBuffer(),
    'a clip of 16384 pixels by its header': wide,
    'a clip of a billion frames by its index': miscountedClip,
    'a clip with overwritten frames': overwrittenClip,
    'an animated WebP that is cut off': animation.subarray(0, animation.length - 60),
    'an index without media': mp4.subarray(0, mp4.indexOf('mdat') - 4),
    'media without an index': Buffer.concat([mp4.subarray(0, 32), mp4.subarray(mp4.indexOf('mdat') - 4)]),
  };
  for (const name of ['h264-high.mp4', 'h265.mp4', 'vp9.webm', 'av1.mp4', 'av1.webm', 'vp8.webm']) {
    const fullClip = await readClip(name);
    clips[`${name} that is cut off`] = fullClip.subarray(0, fullClip.length * 0.7);
  }
  return clips;
}

/** A quick run tries one of each way in which a file can be unusable. */
const someOfPictures = [
  'no bytes',
  'a web page',
  'a PNG of 4 gigapixels by its header',
  'a jpeg that is cut off',
];
const someOfClips = [
  'no bytes',
  'a playlist',
  'a clip of a billion frames by its index',
  'h264-high.mp4 that is cut off',
  'media without an index',
];

function selectFiles(
  files: Record<string, Buffer>,
  some: readonly string[],
): [name: string, bytes: Buffer][] {
  return Object.entries(files).filter(([name]) => isFullRun || some.includes(name));
}

test('an unusable image fails the task without a charge', async () => {
  const picture = (await gray.clone().png().toBuffer()).toString('base64');
  const mask = await sharp({ create: { width: 96, height: 96, channels: 3, background: 'white' } })
    .composite([
      { input: { create: { width: 48, height: 96, channels: 3, background: 'black' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  const edit = {
    prompt: 'a lake',
    image: `data:image/png;base64,${picture}`,
    maskBase64: `data:image/png;base64,${mask.toString('base64')}`,
  };
  for (const [name, bytes] of selectFiles(await hostilePictures(), someOfPictures)) {
    replacedFiles.set('liar', bytes);
    // Unchanged, and composed with old pixels.
    for (const record of [
      await images.make('imagine', { prompt: `hills --draft` }),
      await images.make('edits', edit),
    ]) {
      assert.equal(record.status, 'FAILURE', name);
      assert.match(record.failReason ?? '', /returned no usable file/, `${name}: ${record.failReason}`);
      assert.deepEqual([record.imageUrl, record.usage.charged], [null, false], name);
    }
  }
  await assertNothingCharged();
});

test('an unusable clip fails the task without a charge', async () => {
  replacedFiles.set('liar', await readClip('h264-high.mp4'));
  const first = await videos.make({ model: 'film', prompt: 'hills', ...size });
  const before = (await checkLedger(kinora)).chargedMicros;
  for (const [name, bytes] of selectFiles(await hostileClips(), someOfClips)) {
    replacedFiles.set('liar', bytes);
    const { body: clip } = await videos.create({ model: 'film', prompt: 'hills', ...size });
    const { body: longer } = await videos.post('videos/extensions', { video: { id: first.id }, seconds: 2 });
    for (const { id } of [clip, longer]) {
      const record = await videos.end(id);
      assert.deepEqual(
        [record.status, record.error?.code, record.usage.charged],
        ['failed', 'engine_media_invalid', false],
        `${name}: ${record.error?.message}`,
      );
    }
  }
  await assertNothingCharged(before);
});

async function assertNothingCharged(before = 0n): Promise<void> {
  const { chargedMicros, heldMicros, problems } = await checkLedger(kinora);
  assert.deepEqual([chargedMicros, heldMicros, problems], [before, 0n, []]);
}
