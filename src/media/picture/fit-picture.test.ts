import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { photograph } from '../../../test/support/media/photograph.ts';
import { coverCrop, fitTo, normalizeFor, normalizePicture } from './fit-picture.ts';
import { inspectPicture, type RawPicture } from './picture.ts';

const orange = [200, 130, 90];

test('every format is converted to opaque 8-bit sRGB', async () => {
  const files: Record<string, Sharp> = {
    png: plain(orange).png(),
    jpeg: plain(orange).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
    webp: plain(orange).webp({ lossless: true }),
    gif: plain(orange).gif(),
    avif: plain(orange).avif({ quality: 100, chromaSubsampling: '4:4:4', effort: 0 }),
    'palette png': plain(orange).png({ palette: true }),
    'png of 16 bits': plain(orange).toColourspace('rgb16').png(),
    'CMYK jpeg': plain(orange).toColourspace('cmyk').jpeg({ quality: 100 }),
    'png in Display P3': plain(orange).withIccProfile('p3').png(),
  };
  for (const [description, file] of Object.entries(files)) {
    const picture = await normalizePicture(await file.toBuffer());
    assert.deepEqual(
      [picture.width, picture.height, picture.data.length],
      [32, 24, 32 * 24 * 4],
      description,
    );
    assertNear(color(picture, 100), [...orange, 255], {
      by: description === 'CMYK jpeg' ? 12 : 3,
      description,
    });
  }
});

test('the sample files have the formats that their names say', async () => {
  const metadata = async (file: Sharp) => sharp(await file.toBuffer()).metadata();
  assert.equal((await metadata(plain(orange).toColourspace('rgb16').png())).depth, 'ushort');
  assert.equal((await metadata(plain(orange).toColourspace('cmyk').jpeg())).space, 'cmyk');
  const inProfile = await plain(orange).withIccProfile('p3').png().toBuffer();
  const stored = await sharp(inProfile, { ignoreIcc: true }).raw().toBuffer();
  assert.ok(Math.abs((stored[0] ?? 0) - 200) > 8, `stored as ${stored[0]}`);
});

test('a gray picture of 16 bits keeps its brightness', async () => {
  const gray = sharp({ create: { width: 8, height: 8, channels: 3, background: '#646464' } });
  const picture = await normalizePicture(await gray.toColourspace('grey16').png().toBuffer());
  assertNear(color(picture, 0), [100, 100, 100, 255], { by: 1, description: 'gray' });
});

test('transparency becomes white', async () => {
  const raw = { width: 2, height: 1, channels: 4 } as const;
  const pixels = Buffer.from([200, 0, 0, 0, 200, 0, 0, 128]);
  const picture = await normalizePicture(await sharp(pixels, { raw }).png().toBuffer());
  assertNear(color(picture, 0), [255, 255, 255, 255], { by: 0, description: 'transparent' });
  assertNear(color(picture, 1), [227, 127, 127, 255], { by: 1, description: 'half transparent' });
});

test('a photograph is rotated according to its orientation', async () => {
  const turnedPhoto = await plain(orange).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await normalizePicture(turnedPhoto);
  assert.deepEqual([width, height], [24, 32]);
});

test('the first frame of an animation is used', async () => {
  const frames = Buffer.concat(
    [orange, [10, 20, 200]].map(rgb => Buffer.alloc(16 * 16 * 3, Buffer.from(rgb))),
  );
  const animation = sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } });
  for (const file of [animation.clone().gif(), animation.clone().webp({ lossless: true })]) {
    const bytes = await file.toBuffer();
    assert.equal((await sharp(bytes).metadata()).pages, 2);
    const picture = await normalizePicture(bytes);
    assert.deepEqual([picture.width, picture.height], [16, 16]);
    assertNear(color(picture, 0), [...orange, 255], { by: 4, description: 'first frame' });
  }
});

test('a large picture is downscaled to the given maximum edge', async () => {
  const { width, height } = await normalizePicture(await plain(orange).png().toBuffer(), { maxEdge: 16 });
  assert.deepEqual([width, height], [16, 12]);
});

test('the size of an AVIF is read, because engines may return one', async () => {
  const avif = await plain(orange).avif({ effort: 0 }).toBuffer();
  const { width = 0, height = 0 } = await sharp(avif).metadata();
  assert.deepEqual(await inspectPicture(avif), { format: 'avif', width, height });
});

test('an AVIF that takes too much memory, or has a false size, is rejected', async () => {
  const flat = { create: { width: 1024, height: 1024, channels: 3, background: 'teal' } } as const;
  const avif = await sharp(flat).avif({ effort: 0 }).toBuffer();
  const claiming = (edge: number) => {
    const bytes = Buffer.from(avif);
    const at = bytes.indexOf('ispe');
    bytes.writeUInt32BE(edge, at + 8);
    bytes.writeUInt32BE(edge, at + 12);
    return bytes;
  };
  await normalizePicture(claiming(1024));
  await assert.rejects(normalizePicture(claiming(6000)), { code: 'too_costly' });
  await assert.rejects(normalizePicture(claiming(64)), { code: 'damaged' });
});

test('an AVIF as large as the largest upscale is decoded', async () => {
  const flat = { create: { width: 4608, height: 4096, channels: 3, background: 'teal' } } as const;
  const size = { width: 4608, height: 4096 };
  const { width, height } = await normalizeFor(await sharp(flat).avif({ effort: 0 }).toBuffer(), size);
  assert.deepEqual([width, height], [4608, 4096]);
});

test('a picture that has the size already is returned unchanged', async () => {
  const picture = photograph({ width: 40, height: 30, grain: 3 });
  assert.equal(await fitTo(picture, { width: 40, height: 30 }), picture);
});

test('a picture of nearly the same aspect ratio is resized as a whole', async () => {
  const markedPicture = withMarks({ width: 101, height: 100 });
  const fittedPicture = await fitTo(markedPicture, { width: 200, height: 200 });
  assert.deepEqual([fittedPicture.width, fittedPicture.height], [200, 200]);
  assert.ok((color(fittedPicture, 0)[0] ?? 0) > 200, 'the left edge is still there');
  assert.ok((color(fittedPicture, 199)[0] ?? 0) > 200, 'the right edge is still there');
});

test('a picture of another aspect ratio is cropped around its center', async () => {
  const markedPicture = withMarks({ width: 160, height: 100 });
  for (const crop of [fitTo, coverCrop]) {
    const fittedPicture = await crop(markedPicture, { width: 100, height: 100 });
    assert.deepEqual([fittedPicture.width, fittedPicture.height], [100, 100]);
    assert.ok(
      Math.max(...fittedPicture.data.filter((_, index) => index % 4 === 0)) < 90,
      'both edges are cut off',
    );
    const middle = color(fittedPicture, 50 * 100 + 50);
    assert.ok((middle[2] ?? 0) > 200, 'the center is in the center');
  }
});

test('an encoded file is fitted like pixels', async () => {
  const file = await plain(orange).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await fitTo(file, { width: 24, height: 32 });
  assert.deepEqual([width, height], [24, 32]);
});

test('a size with too many pixels is rejected', async () => {
  await assert.rejects(
    coverCrop(photograph({ width: 4, height: 4, grain: 0 }), { width: 9000, height: 9000 }),
    {
      code: 'too_large',
    },
  );
});

function plain(rgb: readonly number[]): Sharp {
  const [r = 0, g = 0, b = 0] = rgb;
  return sharp({ create: { width: 32, height: 24, channels: 3, background: { r, g, b } } });
}

/** A picture that is red at the left and right edges, blue in the middle, and black elsewhere. */
function withMarks({ width, height }: { width: number; height: number }): RawPicture {
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    data[pixel * 4] = x < 4 || x >= width - 4 ? 255 : 0;
    data[pixel * 4 + 2] = Math.abs(x - width / 2) < 4 ? 255 : 0;
    data[pixel * 4 + 3] = 255;
  }
  return { data, width, height };
}

function color({ data }: RawPicture, pixel: number): number[] {
  return [...data.subarray(pixel * 4, pixel * 4 + 4)];
}

function assertNear(
  actual: readonly number[],
  expected: readonly number[],
  { by, description }: { by: number; description: string },
): void {
  const isNear = expected.every((value, channel) => Math.abs(value - (actual[channel] ?? -99)) <= by);
  assert.ok(isNear, `${description}: ${actual.join(' ')} instead of ${expected.join(' ')}`);
}
