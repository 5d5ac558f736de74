import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rgbaToYuv420 } from './clip-frame.ts';

// Values of ITU-R BT.709 at 8 bits, limited range.
const knownColors = [
  { name: 'white', rgb: [255, 255, 255], yuv: [235, 128, 128] },
  { name: 'black', rgb: [0, 0, 0], yuv: [16, 128, 128] },
  { name: 'middle gray', rgb: [128, 128, 128], yuv: [126, 128, 128] },
  { name: 'red', rgb: [255, 0, 0], yuv: [63, 102, 240] },
  { name: 'green', rgb: [0, 255, 0], yuv: [173, 42, 26] },
  { name: 'blue', rgb: [0, 0, 255], yuv: [32, 240, 118] },
] as const;

for (const { name, rgb, yuv } of knownColors) {
  test(`${name} is converted according to BT.709`, () => {
    assert.deepEqual(convert(Array.from({ length: 4 }, () => [...rgb])), [
      yuv[0],
      yuv[0],
      yuv[0],
      yuv[0],
      yuv[1],
      yuv[2],
    ]);
  });
}

test('four pixels share their mean color and keep their own brightness', () => {
  const yuv = convert([
    [255, 0, 0],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 255],
  ]);
  assert.deepEqual(yuv, [63, 63, 32, 32, 171, 179]);
});

test('rows and planes are laid out as the encoder expects', () => {
  const rgba = new Uint8Array(4 * 2 * 4);
  rgba.fill(255, 8, 16);
  rgba.fill(255, 24, 32);
  const yuv = new Uint8Array(12);
  rgbaToYuv420(rgba, yuv, 4);
  assert.deepEqual([...yuv], [16, 16, 235, 235, 16, 16, 235, 235, 128, 128, 128, 128]);
});

/** Converts a frame of 2x2 pixels. */
function convert(pixels: readonly (readonly number[])[]): number[] {
  const yuv = new Uint8Array(6);
  rgbaToYuv420(Uint8Array.from(pixels.flatMap(rgb => [...rgb, 255])), yuv, 2);
  return [...yuv];
}
