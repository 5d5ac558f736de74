import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import {
  decodePicture,
  encodeJpeg,
  encodePng,
  encodeWebp,
  inspectPicture,
  makeSheet,
  makeThumbnail,
  PictureError,
  type RawPicture,
} from './picture.ts';
import { readProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';

const provenance: Provenance = {
  engine: 'sketch',
  model: 'sketch-1',
  prompt: 'a red fox',
  seed: 7,
  parameters: {},
  taskId: '1700000000000001',
  createdAt: '2026-11-21T10:00:00.000Z',
  digitalSourceType: 'algorithmicMedia',
};

test('a PNG keeps every pixel and carries its provenance', async () => {
  const picture = gradient(31, 17);
  const png = await encodePng(picture, provenance);
  assert.deepEqual(await inspectPicture(png), { format: 'png', width: 31, height: 17 });
  assert.deepEqual(plain(await decodePicture(png)), plain(picture));
  assert.deepEqual(readProvenance(png), provenance);
});

test('a PNG file is not encoded again, and keeps its transparency', async () => {
  const raw = { width: 4, height: 4, channels: 4 } as const;
  const original = await sharp(Buffer.alloc(64, 90), { raw }).png().toBuffer();
  const png = await encodePng(original, provenance);
  const pixels = (file: Uint8Array) => Buffer.from(file).subarray(Buffer.from(file).indexOf('IDAT'));
  assert.deepEqual(pixels(png), pixels(original));
  assert.equal((await sharp(png).raw().toBuffer())[3], 90);
});

test('a file in another format is converted to PNG', async () => {
  const png = await encodePng(await encodeWebp(gradient(20, 10)), provenance);
  assert.deepEqual(await inspectPicture(png), { format: 'png', width: 20, height: 10 });
});

test('a JPEG looks like the picture, keeps fine color and carries its provenance', async () => {
  const picture = gradient(64, 48);
  const jpeg = await encodeJpeg(picture, provenance);
  assert.deepEqual(await inspectPicture(jpeg), { format: 'jpeg', width: 64, height: 48 });
  assert.ok(meanDifference(await decodePicture(jpeg), picture) < 4);
  assert.equal((await sharp(jpeg).metadata()).chromaSubsampling, '4:4:4');
  assert.deepEqual(readProvenance(jpeg), provenance);
});

test('transparent pixels become white in a JPEG', async () => {
  const raw = { width: 8, height: 8, channels: 4 } as const;
  const clear = await sharp(Buffer.alloc(256), { raw }).png().toBuffer();
  assert.deepEqual(
    [...(await decodePicture(await encodeJpeg(clear, provenance))).data.subarray(0, 4)],
    whitePixel,
  );
});

test('transparent pixels become white when a picture is decoded', async () => {
  const raw = { width: 8, height: 8, channels: 4 } as const;
  const clear = await sharp(Buffer.alloc(256), { raw }).png().toBuffer();
  for (const options of [{}, { maxEdge: 4 }])
    assert.deepEqual([...(await decodePicture(clear, options)).data.subarray(0, 4)], whitePixel);
});

test('a WebP looks like the picture', async () => {
  const picture = gradient(64, 48);
  const webp = await encodeWebp(picture);
  assert.deepEqual(await inspectPicture(webp), { format: 'webp', width: 64, height: 48 });
  assert.ok(meanDifference(await decodePicture(webp), picture) < 8);
});

test('a thumbnail fits the given square and keeps its aspect ratio', async () => {
  const { contentType, bytes, ...size } = await makeThumbnail(gradient(200, 100), 64);
  assert.deepEqual({ contentType, ...size }, { contentType: 'image/webp', width: 64, height: 32 });
  assert.deepEqual(await inspectPicture(bytes), { format: 'webp', ...size });
});

test('a thumbnail of a small picture is not larger than the picture', async () => {
  const { width, height } = await makeThumbnail(gradient(20, 30), 64);
  assert.deepEqual([width, height], [20, 30]);
});

test('a sheet shows its cells top left, top right, bottom left, bottom right', () => {
  const cells = [10, 20, 30, 40].map(value => ({
    data: new Uint8Array(2 * 1 * 4).fill(value),
    width: 2,
    height: 1,
  }));
  const sheet = makeSheet(cells);
  assert.deepEqual([sheet.width, sheet.height], [4, 2]);
  const values = Array.from({ length: 8 }, (_, index) => sheet.data[index * 4]);
  assert.deepEqual(values, [10, 10, 20, 20, 30, 30, 40, 40]);
});

test('a sheet requires 4 or 16 cells of one size', () => {
  const cell = gradient(4, 4);
  assert.throws(() => makeSheet([cell, cell, cell]), { code: 'wrong_size', message: /4 cells or 16, not 3/ });
  assert.throws(() => makeSheet([cell, cell, cell, gradient(4, 5)]), { message: 'Cell 3 is 4x5, not 4x4.' });
  const tornCell = { ...cell, data: cell.data.subarray(1) };
  assert.throws(() => makeSheet([cell, cell, cell, tornCell]), { code: 'wrong_size' });
});

test('pixel data that does not match its size is rejected', async () => {
  await assert.rejects(encodeWebp({ data: new Uint8Array(10), width: 2, height: 2 }), { code: 'wrong_size' });
  await assert.rejects(encodeWebp({ data: new Uint8Array(0), width: 0, height: 0 }), { code: 'wrong_size' });
});

test('a file that is not a picture is rejected before it is decoded', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const text of ['', 'hello', svg, '%PDF-1.7', 'RIFF0000WAVEfmt ']) {
    await assert.rejects(inspectPicture(Buffer.from(text)), { name: 'PictureError', code: 'not_a_picture' });
    await assert.rejects(decodePicture(Buffer.from(text)), { code: 'not_a_picture' });
    await assert.rejects(encodePng(Buffer.from(text), provenance), PictureError);
  }
});

test('a truncated picture is rejected when it is decoded', async () => {
  for (const completePicture of [
    await encodePng(noise(200), provenance),
    await encodeJpeg(noise(200), provenance),
    await encodeWebp(noise(200)),
  ]) {
    await assert.rejects(decodePicture(completePicture.subarray(0, completePicture.length / 2)), {
      code: 'damaged',
    });
    await assert.rejects(inspectPicture(completePicture.subarray(0, 16)), { code: 'damaged' });
  }
});

test('a small file that claims a huge size is rejected without decoding it', async () => {
  const bomb = Buffer.from(await encodePng(gradient(8, 8), provenance));
  bomb.writeUInt32BE(8200, 16);
  bomb.writeUInt32BE(8200, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  await assert.rejects(inspectPicture(bomb), { code: 'too_large' });
  await assert.rejects(decodePicture(bomb), { code: 'too_large' });
});

test('a photograph is decoded upright, according to its orientation', async () => {
  const lying = await sharp(Buffer.from(gradient(40, 20).data), {
    raw: { width: 40, height: 20, channels: 4 },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.deepEqual(await inspectPicture(lying), { format: 'jpeg', width: 20, height: 40 });
  const { width, height } = await decodePicture(lying);
  assert.deepEqual([width, height], [20, 40]);
});

test('gray, 16-bit and animated files are decoded to one frame of 8-bit RGBA', async () => {
  const gray = await sharp(Buffer.alloc(16, 128), { raw: { width: 4, height: 4, channels: 1 } })
    .png()
    .toBuffer();
  const deep = await sharp(gray).toColourspace('rgb16').png().toBuffer();
  const gif = await sharp(gray).gif().toBuffer();
  for (const file of [gray, deep, gif]) {
    const { data, width, height } = await decodePicture(file);
    assert.deepEqual([data.length, width, height], [64, 4, 4]);
    assert.deepEqual([...data.subarray(0, 4)], [128, 128, 128, 255]);
  }
  assert.equal((await sharp(deep).metadata()).depth, 'ushort');
});

const whitePixel = [255, 255, 255, 255];

function gradient(width: number, height: number): RawPicture {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index++) {
    const [x, y] = [index % width, Math.floor(index / width)];
    data.set([(x * 255) / width, (y * 255) / height, 128], index * 4);
  }
  return { data, width, height };
}

/** Incompressible pixels, so that half the file holds half the picture. */
function noise(edge: number): RawPicture {
  const data = new Uint8Array(edge * edge * 4);
  for (let index = 0; index < data.length; index++) data[index] = Math.imul(index, 2654435761) >>> 13;
  return { data, width: edge, height: edge };
}

function plain({ data, width, height }: RawPicture) {
  return { data: [...data], width, height };
}

function meanDifference(one: RawPicture, other: RawPicture): number {
  assert.equal(one.data.length, other.data.length);
  let sum = 0;
  for (const [index, value] of one.data.entries()) sum += Math.abs(value - (other.data[index] ?? 0));
  return sum / one.data.length;
}

test('other files can be read while many large pictures are decoded', async () => {
  const large = { create: { width: 6000, height: 6000, channels: 3, background: 'teal' } } as const;
  const picture = await sharp(large).png().toBuffer();
  let decoded = 0;
  const decoding = Array.from({ length: 8 }, () => makeThumbnail(picture, 8).then(() => (decoded += 1)));
  // The decoding has made its first requests by now.
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
  await readFile(new URL(import.meta.url));
  // Behind eight decodings in the four threads of the pool, it would have waited for five of them.
  assert.ok(decoded < 4, `the read waited for ${decoded} decodings`);
  await Promise.all(decoding);
});

test('a large picture is downscaled during decoding on request', async () => {
  const large = { create: { width: 800, height: 400, channels: 3, background: 'teal' } } as const;
  const picture = await sharp(large).jpeg().toBuffer();
  const { width, height } = await decodePicture(picture, { maxEdge: 100 });
  assert.deepEqual([width, height], [100, 50]);
  const fullPicture = await decodePicture(picture, { maxEdge: 1000 });
  assert.deepEqual([fullPicture.width, fullPicture.height], [800, 400]);
});
