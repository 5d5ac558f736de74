import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { encodeMask, type Mask, type MaskForm, readMask } from './mask-file.ts';

const size = { width: 24, height: 16 };
/** A mask that is white in the left third. */
const mask: Mask = {
  ...size,
  data: Uint8Array.from({ length: 24 * 16 }, (_, pixel) => (pixel % 24 < 8 ? 255 : 0)),
};

test('each mask format marks the same area and is read back unchanged', async () => {
  const marks: Record<MaskForm, [inside: number[], outside: number[]]> = {
    white: [[255], [0]],
    black: [[0], [255]],
    transparent: [
      [255, 255, 255, 0],
      [0, 0, 0, 255],
    ],
    opaque: [
      [255, 255, 255, 255],
      [0, 0, 0, 0],
    ],
  };
  for (const [form, [inside, outside]] of Object.entries(marks) as [MaskForm, [number[], number[]]][]) {
    const file = await encodeMask(mask, form);
    const { channels, depth, format } = await sharp(file).metadata();
    assert.deepEqual({ channels, depth, format }, { channels: inside.length, depth: 'uchar', format: 'png' });
    const pixels = await sharp(file).raw().toBuffer();
    assert.deepEqual([...pixels.subarray(0, channels)], inside, form);
    assert.deepEqual([...pixels.subarray(-channels)], outside, form);
    assert.deepEqual(new Uint8Array((await readMask(file, size, form)).data), mask.data, form);
  }
});

test('a soft mask keeps its gray values in a file', async () => {
  const soft = { ...size, data: mask.data.map((_, pixel) => pixel % 256) };
  for (const [form, isInverted, channel] of [
    ['white', false, 0],
    ['black', true, 0],
    ['opaque', false, 3],
    ['transparent', true, 3],
  ] as const) {
    const { data, info } = await sharp(await encodeMask(soft, form))
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [pixel, value] of soft.data.entries())
      assert.equal(data[pixel * info.channels + channel], isInverted ? 255 - value : value, form);
  }
});

test('a mask of any size, format and color is converted to black and white at the given size', async () => {
  const gray = sharp(await encodeMask(mask)).resize(240, 100, { kernel: 'nearest' });
  for (const file of [gray.clone().jpeg(), gray.clone().webp(), gray.clone().toColourspace('srgb').png()])
    assert.deepEqual(new Uint8Array((await readMask(await file.toBuffer(), size)).data), mask.data);
  const smaller = await sharp(await encodeMask(mask))
    .resize(12, 8, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const read = await readMask(smaller, size);
  assert.deepEqual(new Set(read.data), new Set([0, 255]));
  // libvips shifts enlarged pictures half a pixel to the right.
  for (const [pixel, value] of read.data.entries())
    if (pixel % 24 !== 8) assert.equal(value, mask.data[pixel]);
});

test('transparent pixels of a gray mask are not generated again', async () => {
  const white = { width: 2, height: 1, channels: 4 } as const;
  const pixels = Buffer.from([255, 255, 255, 255, 255, 255, 255, 0]);
  const file = await sharp(pixels, { raw: white }).png().toBuffer();
  assert.deepEqual([...(await readMask(file, { width: 2, height: 1 })).data], [255, 0]);
  const black = await sharp(Buffer.from([0, 0, 0, 255, 0, 0, 0, 0]), { raw: white })
    .png()
    .toBuffer();
  assert.deepEqual([...(await readMask(black, { width: 2, height: 1 }, 'black')).data], [255, 0]);
});

test('a file that is no picture is rejected as a mask', async () => {
  await assert.rejects(readMask(Buffer.from('hello'), size), { code: 'not_a_picture' });
});
