import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIdHeader, readRequestId } from './request-id.ts';

const requestIdPattern = /^req_[\da-f]{32}$/;

test('the request ID of a client is kept if it is safe in logs and headers', () => {
  for (const id of ['a', 'req_1', '0193-a:b.c/d+e=', 'x'.repeat(128)])
    assert.equal(readRequestId({ [requestIdHeader]: id }), id);
});

test('a missing or unsafe request ID is replaced with a new one', () => {
  for (const id of [undefined, '', 'a b', 'a\n', 'é', '"', '<b>', 'a,b', 'x'.repeat(129), ['a', 'b']])
    assert.match(readRequestId({ [requestIdHeader]: id as string }), requestIdPattern, String(id));
  assert.notEqual(readRequestId({}), readRequestId({}));
});
