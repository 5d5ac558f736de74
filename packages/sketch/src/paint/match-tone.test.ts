import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchTone } from './match-tone.ts';

const [width, height] = [160, 100];

function plain(tone: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++)
    data.fill(tone(at % width, Math.floor(at / width)), at * 4, at * 4 + 4);
  return { data, width, height };
}
const isInside = (x: number, y: number) => x >= 50 && x < 110 && y >= 30 && y < 70;
const shares = Uint8Array.from({ length: width * height }, (_, index) =>
  isInside(index % width, Math.floor(index / width)) ? 255 : 0,
);
const at = ({ data }: { data: Uint8Array }, x: number, y: number) => data[(y * width + x) * 4];

test('a repainted part takes the tone of what is around it, and only inside', () => {
  const picture = plain(x => 100 + Math.round(x / 8));
  const pixels = plain(() => 130);
  matchTone(pixels, picture, shares);
  for (const [x, y] of [
    [52, 32],
    [80, 50],
    [107, 68],
  ] as const)
    assert.ok(Math.abs(at(pixels, x, y) - at(picture, x, y)) <= 3, `${at(pixels, x, y)} at ${x}, ${y}`);
  assert.equal(at(pixels, 20, 50), 130);
});

test('another thing beside the part is no difference of tone', () => {
  const pixels = plain(() => 130);
  matchTone(
    pixels,
    plain(() => 230),
    shares,
  );
  assert.equal(at(pixels, 80, 50), 130);
});

test('without anything around it a part stays as it is', () => {
  const pixels = plain(() => 130);
  matchTone(
    pixels,
    plain(() => 120),
    new Uint8Array(width * height).fill(255),
  );
  assert.equal(at(pixels, 80, 50), 130);
});
