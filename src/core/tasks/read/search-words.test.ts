import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaskId, searchQuery } from './search-words.ts';

test('a search matches all words, each as a prefix', () => {
  assert.equal(searchQuery('red fo'), "'red':* & 'fo':*");
});

test('characters of scripts without spaces are matched as a phrase', () => {
  assert.equal(searchQuery('小屋'), "('小' <-> '屋')");
  assert.equal(searchQuery('fox小屋'), "'fox':* & ('小' <-> '屋')");
});

test('special characters of tsquery are removed', () => {
  assert.equal(searchQuery("a'b | c:* & !(d)"), "'a':* & 'b':* & 'c':* & 'd':*");
  assert.equal(searchQuery('nul\u0000l'), "'nul':* & 'l':*");
});

test('a search without words matches nothing', () => {
  assert.equal(searchQuery(''), undefined);
  assert.equal(searchQuery(' -- !?'), undefined);
});

test('a search uses at most twenty words', () => {
  const words = Array.from({ length: 30 }, (_, index) => `w${index}`);
  assert.equal(searchQuery(words.join(' '))?.split(' & ').length, 20);
});

test('task IDs of both interfaces are distinguished from words', () => {
  assert.equal(isTaskId('1700000000000123'), true);
  assert.equal(isTaskId(`video_${'a'.repeat(32)}`), true);
  assert.equal(isTaskId('1700'), false);
  assert.equal(isTaskId('video_fox'), false);
});
