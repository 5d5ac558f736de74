import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { subjectIcons } from '../subjects/subjects.ts';
import { openDataFile } from './data-file.ts';
import { toEmojiName, readEmojiNames } from './emoji-names.ts';

const data = openDataFile();

after(() => data.close());

test('the data has every illustration that the table of subjects names, and its box', () => {
  for (const icon of subjectIcons()) {
    const { bytes, width, height } = data.read(icon);
    assert.match(bytes.toString('utf8'), /^<\w/, icon);
    assert.ok(width > 0 && height > 0, icon);
  }
});

test('names of emoji are known in both languages', () => {
  const fox = readEmojiNames().get(toEmojiName('fluent-emoji:fox'));
  assert.deepEqual(fox, { label: 'fox', emoji: '🦊', chinese: '狐狸' });
});

test('what the data lacks is named', () => {
  assert.throws(() => data.read('noto:no-such-thing'), /sketch\.data has no noto:no-such-thing/);
});
