import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsToMap, newRow, mapToRows } from './parameter-map.ts';

test('a parameter map is the same after it was shown as rows', () => {
  const map = {
    rename: { quality: 'steps' },
    set: { steps: 30, tiled: true, sampler: 'euler', version: '30', quoted: '"a"', flag: 'true' },
  };
  assert.deepEqual(rowsToMap(mapToRows(map)), map);
});

test('a typed value is a number or a boolean if it looks like one, and a text otherwise', () => {
  const set = (value: string) => rowsToMap([{ key: 0, does: 'set', name: ' steps ', value }]).set['steps'];
  assert.deepEqual(['30', '0.5', 'true', 'euler', '"30"', ''].map(set), [30, 0.5, true, 'euler', '30', '']);
  assert.deepEqual(rowsToMap([newRow([])]), { rename: {}, set: {} }, 'a row without a name is left out');
});
