import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, taskLike } from './task-like.ts';
import { countOutputs, readPlace, readPlaces, listTiles } from './tiles.ts';

test('a task shows placeholders, then parts of its preview, then its images', () => {
  assert.deepEqual(
    listTiles(taskLike({})).map(({ kind, n }) => `${n} ${kind}`),
    ['1 place', '2 place', '3 place', '4 place'],
  );
  assert.equal(listTiles(taskLike({ preview: '/p.webp' }))[2]?.kind, 'part');
  const done = listTiles(taskLike({ sheet: '/s.jpg', cells: [cell('a'), cell('b')] }));
  assert.deepEqual(
    done.map(({ thumbnail }) => thumbnail),
    ['/a.webp', '/b.webp'],
  );
  assert.equal(countOutputs(taskLike({ action: 'UPSCALE' })), 1);
  assert.equal(countOutputs(taskLike({ action: 'DESCRIBE' })), 0);
});

test('candidate references in a URL are parsed, and invalid ones are ignored', () => {
  assert.deepEqual(readPlace('1795301923662004.2'), { task: '1795301923662004', n: 2 });
  assert.deepEqual(readPlace('video_01a2.1'), { task: 'video_01a2', n: 1 });
  assert.equal(readPlace('1795301923662004'), undefined);
  assert.equal(readPlaces('a.1,b.2,a.1,c.3,d.4,e.1').length, 4);
  assert.deepEqual(readPlaces(undefined), []);
});
