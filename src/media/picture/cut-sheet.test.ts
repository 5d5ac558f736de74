import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { cutCell } from './cut-sheet.ts';
import { makeSheet, PictureError, toPng, type RawPicture } from './picture.ts';

function makeCell(seed: number, width: number, height: number): RawPicture {
  const data = new Uint8Array(width * height * 4).map((_, index) =>
    index % 4 === 3 ? 255 : (index * 31 + seed) % 256,
  );
  return { data, width, height };
}

test('the cells cut from a sheet equal the original cells pixel by pixel', async () => {
  const cells = [1, 60, 130, 200].map(seed => makeCell(seed, 30, 20));
  const sheet = await toPng(makeSheet(cells));
  for (const [index, cell] of cells.entries()) {
    const { data, width, height } = await cutCell(sheet, index);
    assert.deepEqual([width, height], [30, 20]);
    assert.deepEqual(Buffer.from(data), Buffer.from(cell.data));
  }
});

test('a sheet of odd size is cut into four cells of the same size, at its corners', async () => {
  const { data, info } = await sharp(Buffer.from(makeCell(9, 31, 21).data), {
    raw: { width: 31, height: 21, channels: 4 },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [31, 21]);
  const cells = await Promise.all([0, 1, 2, 3].map(index => cutCell(data, index)));
  assert.deepEqual(
    cells.map(({ width, height }) => [width, height]),
    [0, 1, 2, 3].map(() => [15, 10]),
  );
  const raw = await sharp(data).raw().toBuffer();
  const last = cells[3]!.data;
  assert.deepEqual([...last.subarray(-4, -1)], [...raw.subarray(-4, -1)]);
});

test('a picture of one pixel is rejected as a sheet', async () => {
  const dot = await toPng(makeCell(1, 1, 1));
  await assert.rejects(cutCell(dot, 0), PictureError);
});
