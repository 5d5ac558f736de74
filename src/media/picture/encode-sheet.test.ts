import assert from 'node:assert/strict';
import { test } from 'node:test';
import { photograph } from '../../../test/support/media/photograph.ts';
import { encodeSheet } from './encode-sheet.ts';
import { encodeJpeg, makeSheet } from './picture.ts';

const provenance = {
  engine: 'comfy',
  model: 'flux',
  prompt: 'waves',
  seed: 1,
  parameters: {},
  taskId: 'test',
  createdAt: '2026-01-02T03:04:05.000Z',
  digitalSourceType: 'trainedAlgorithmicMedia',
} as const;
const cells = [1, 2, 3, 4].map(seed => photograph({ width: 37, height: 22, grain: 40, seed }));

test('a sheet encoded from its cells equals one that is assembled first', async () => {
  const sheet = await encodeSheet(cells, provenance);
  assert.deepEqual([sheet.width, sheet.height], [74, 44]);
  const expected = await encodeJpeg(makeSheet(cells), provenance);
  assert.ok(Buffer.from(sheet.bytes).equals(Buffer.from(expected)));
});

test('a sheet whose cells are not copied in one go is complete', async () => {
  const large = [1, 2, 3, 4].map(seed => photograph({ width: 640, height: 450, grain: 40, seed }));
  const sheet = await encodeSheet(large, provenance);
  const expected = await encodeJpeg(makeSheet(large), provenance);
  assert.ok(Buffer.from(sheet.bytes).equals(Buffer.from(expected)));
});

test('cells of different sizes are rejected', async () => {
  const other = photograph({ width: 36, height: 22, grain: 0 });
  await assert.rejects(encodeSheet([...cells.slice(1), other], provenance), { code: 'wrong_size' });
});
