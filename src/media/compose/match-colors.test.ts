import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameBytes } from '../../../test/support/media/same-bytes.ts';
import { photograph } from '../../../test/support/media/photograph.ts';
import { matchColors } from './match-colors.ts';
import { maskAround } from '../picture/rectangle.ts';

const size = { width: 96, height: 64 };
const old = photograph({ ...size, grain: 2 });
const mask = maskAround({ left: 32, top: 0, width: 64, height: 64 }, size);

test('new pixels are matched to the colors of the old ones, without changing the inputs', async () => {
  const shiftedPicture = {
    ...size,
    data: old.data.map((value, index) => (index % 4 === 3 ? 255 : value + 10)),
  };
  const before = shiftedPicture.data.slice();
  const { data } = await matchColors(shiftedPicture, old, { mask });
  for (let at = 0; at < data.length; at++)
    if (mask.data[at >> 2] === 255) assert.ok(Math.abs((data[at] ?? 0) - (old.data[at] ?? 0)) <= 1);
  assertSameBytes(shiftedPicture.data, before);
});

test('pictures of different sizes are rejected', async () => {
  const other = photograph({ width: 64, height: 96, grain: 0 });
  await assert.rejects(matchColors(other, old, { mask }), { code: 'wrong_size' });
});
