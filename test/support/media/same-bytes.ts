/**
 * Compares files and pixels. When large arrays differ, `assert.deepEqual` takes all memory to describe how.
 */
import assert from 'node:assert/strict';

export function assertSameBytes(
  actual: Uint8Array | Uint8ClampedArray,
  expected: Uint8Array | Uint8ClampedArray,
  subject = 'the bytes',
): void {
  assert.equal(actual.length, expected.length, `the length of ${subject}`);
  const at = actual.findIndex((value, index) => value !== expected[index]);
  assert.equal(at, -1, `${subject} differ first at ${at}: ${actual[at]} instead of ${expected[at]}`);
}
