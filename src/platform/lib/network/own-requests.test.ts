import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  installationMark,
  isMarked,
  withForeignMark,
  markRequests,
  marksIn,
  viaHeader,
  viaHeaders,
} from './own-requests.ts';

const mark = installationMark('0190b3c2-0000-7000-8000-000000000001', 16_384);

test('work carries the mark of its installation, also after it has waited, and other work carries none', async () => {
  const headers = await markRequests(mark, async () => {
    await Promise.resolve();
    return viaHeaders();
  });
  assert.deepEqual(headers, { [viaHeader]: mark });
  assert.deepEqual(viaHeaders(), {});
});

test('a mark is recognized among those of other installations, and no part of one is', () => {
  const other = installationMark('0190b3c2-0000-7000-8000-000000000002', 16_384);
  assert.notEqual(other, mark);
  const copy = installationMark('0190b3c2-0000-7000-8000-000000000001', 16_385);
  assert.notEqual(copy, mark, 'a copy of the database is another installation');
  assert.ok(isMarked(`${other}, ${mark}`, mark));
  assert.ok(isMarked([other, mark], mark));
  for (const header of [undefined, '', other, mark.slice(1), `${mark}0`])
    assert.ok(!isMarked(header, mark), String(header));
});

test('work that came through other installations names them before its own', () => {
  const other = installationMark('0190b3c2-0000-7000-8000-000000000002', 16_384);
  const via = marksIn([`${other}, ${other}`, 'not a mark']);
  assert.equal(via, other);
  assert.deepEqual(
    markRequests(mark, () => withForeignMark(via, viaHeaders)),
    { [viaHeader]: `${other}, ${mark}` },
  );
  assert.deepEqual(
    markRequests(mark, () => withForeignMark(undefined, viaHeaders)),
    { [viaHeader]: mark },
  );
  for (const header of [undefined, '', 'a, b']) assert.equal(marksIn(header), undefined);
});
