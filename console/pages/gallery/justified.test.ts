import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, type Measures, type Shape } from './justified.ts';
import { moveFrom } from './move.ts';

const measures: Measures = { width: 1000, height: 200, gap: 10, dayHeight: 40 };

function shapes(count: number, day = '2026-11-21', from = 0): Shape[] {
  return Array.from({ length: count }, (_, index) => ({
    day,
    key: `${day} ${from + index}`,
    width: [1024, 1456, 896][(from + index) % 3] ?? 1024,
    height: [1024, 816, 1344][(from + index) % 3] ?? 1024,
  }));
}

test('full rows are exactly as wide as the page, and at most as high as the target', () => {
  const { rows } = layOut(shapes(50), measures);
  const tiles = rows.filter(row => row.kind === 'tiles');
  for (const row of tiles.slice(0, -1)) {
    const width = row.tiles.reduce((sum, tile) => sum + tile.width, 0) + 10 * (row.tiles.length - 1);
    assert.equal(width, 1000);
    assert.ok(row.height <= 200);
  }
  assert.equal(tiles.at(-1)?.to, 50);
});

test('each day begins under its own heading; a row never spans two days', () => {
  const items = [...shapes(3, '2026-11-21'), ...shapes(2, '2026-11-20')];
  const { rows } = layOut(items, measures);
  assert.deepEqual(
    rows.filter(row => row.kind === 'day').map(({ day }) => day),
    ['2026-11-21', '2026-11-20'],
  );
  for (const row of rows)
    if (row.kind === 'tiles') assert.equal(new Set(row.tiles.map(({ item }) => item.day)).size, 1);
});

test('an incomplete row keeps the target height', () => {
  const { rows } = layOut(shapes(1), measures);
  assert.equal(rows.at(-1)?.height, 200);
});

test('loading more keeps full rows and gives the same layout as a layout from scratch', () => {
  const all = [...shapes(200), ...shapes(100, '2026-11-20', 200)];
  for (const end of [1, 7, 199, 200, 201, 230]) {
    const before = layOut(all.slice(0, end), measures);
    const after = layOut(all, measures, before);
    assert.deepEqual(after.rows, layOut(all, measures).rows, `after ${end}`);
    if (end === 230) assert.equal(after.rows[1], before.rows[1]);
  }
});

test('removing an item in the middle updates the layout after it', () => {
  const all = shapes(100);
  const less = all.filter((_, index) => index !== 50);
  assert.deepEqual(layOut(less, measures, layOut(all, measures)).rows, layOut(less, measures).rows);
});

test('loading one more page after 100,000 tasks keeps existing rows', () => {
  const all = shapes(400_000);
  const before = layOut(all.slice(0, 399_800), measures);
  const after = layOut(all, measures, before);
  assert.equal(after.rows.at(-1)?.to, 400_000);
  assert.equal(after.rows[1], before.rows[1]);
});

test('arrow keys move across the ends of rows and across days', () => {
  const { rows } = layOut([...shapes(3, '2026-11-21'), ...shapes(9, '2026-11-20', 3)], measures);
  assert.equal(moveFrom(rows, '2026-11-21 2', 'right')?.key, '2026-11-20 3');
  assert.equal(moveFrom(rows, '2026-11-20 3', 'left')?.key, '2026-11-21 2');
  assert.equal(moveFrom(rows, '2026-11-21 0', 'left'), undefined);
  assert.equal(moveFrom(rows, '2026-11-21 0', 'down')?.key, '2026-11-20 3');
  assert.equal(moveFrom(rows, '2026-11-20 11', 'down'), undefined);
  assert.equal(moveFrom(rows, '2026-11-20 3', 'up')?.key, '2026-11-21 0');
});
