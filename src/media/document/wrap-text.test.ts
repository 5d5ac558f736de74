import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wrapText } from './wrap-text.ts';

/** Every letter is one wide. */
const measure = (text: string) => [...text].length;

test('text breaks at spaces, at Chinese letters, and in words that fill a line', () => {
  assert.deepEqual(wrapText('one two three', 8, measure), ['one two', 'three']);
  assert.deepEqual(wrapText('北京市朝阳区', 4, measure), ['北京市朝', '阳区']);
  assert.deepEqual(wrapText('No. 5 北京市朝', 7, measure), ['No. 5 北', '京市朝'.slice(0, 3)]);
  assert.deepEqual(wrapText('abcdefgh', 3, measure), ['abc', 'def', 'gh']);
  assert.deepEqual(wrapText('a\n\nb', 9, measure), ['a', '', 'b']);
  assert.deepEqual(wrapText('', 9, measure), ['']);
});

test('no line is too wide, and no letter is lost', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '京', '。', '\n'), maxLength: 60 });
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 12 }), (text, room) => {
      const lines = wrapText(text, room, measure);
      assert.ok(lines.every(line => measure(line) <= room));
      assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
    }),
  );
});
