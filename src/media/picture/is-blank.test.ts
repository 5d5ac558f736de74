import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlank } from './is-blank.ts';

const makePicture = (pixel: (index: number) => readonly number[]) => {
  const pixels = Array.from({ length: 64 * 48 }, (_, index) => pixel(index));
  return { data: Uint8ClampedArray.from(pixels.flat()), width: 64, height: 48 };
};

test('a picture is blank if all of it is black', () => {
  assert.equal(isBlank(makePicture(() => [0, 0, 0, 255])), true);
  assert.equal(
    isBlank(makePicture(index => [index % 7, 3, 9, 255])),
    true,
    'as a lossy format returns black',
  );
  assert.equal(isBlank(makePicture(() => [0, 0, 0, 0])), true);
});

test('a picture of another color, with a spot, or of black lines on a transparent background is not', () => {
  assert.equal(isBlank(makePicture(() => [200, 200, 200, 255])), false);
  assert.equal(isBlank(makePicture(index => [index === 1500 ? 255 : 0, 0, 0, 255])), false);
  assert.equal(isBlank(makePicture(index => [0, 0, 0, index % 5 === 0 ? 255 : 0])), false);
});
