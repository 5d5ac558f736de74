import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaskId, searchQuery } from './search-words.ts';

test('every word must occur, each as the beginning of a word', () => {
  assert.equal(searchQuery('red fo'), "'red':* & 'fo':*");
});

test('characters of an unspaced script are searched for as a phrase', () => {
  assert.equal(searchQuery('小屋'), "('小' <-> '屋')");
  assert.equal(searchQuery('fox小屋'), "'fox':* & ('小' <-> '屋')");
});

test('characters with a meaning in a tsquery never reach it', () => {
  assert.equal(searchQuery("a'b | c:* & !(d)"), "'a':* & 'b':* & 'c':* & 'd':*");
  assert.equal(searchQuery('nul\u0000l'), "'nul':* & 'l':*");
});

test('a text without words finds nothing', () => {
  assert.equal(searchQuery(''), undefined);
  assert.equal(searchQuery(' -- !?'), undefined);
});

test('no more than twenty words are searched for', () => {
  const words = Array.from({ length: 30 }, (_, index) => `w${index}`);
  assert.equal(searchQuery(words.join(' '))?.split(' & ').length, 20);
});

test('ids of both interfaces are told from words', () => {
  assert.equal(isTaskId('1700000000000123'), true);
  assert.equal(isTaskId(`video_${'a'.repeat(32)}`), true);
  assert.equal(isTaskId('1700'), false);
  assert.equal(isTaskId('video_fox'), false);
});
