import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOperations, searchOperations, codesIn, type Operation } from './document.ts';
import { fillAddress, fillHeaders, jsonFault, findMissing, writeSnippet } from './request.ts';

const text = { type: 'string' };
const [show, make] = listOperations({
  info: { version: '1' },
  paths: {
    '/v1/videos/{id}': {
      get: {
        operationId: 'get_v1_videos_id',
        summary: 'Retrieve a clip',
        tags: ['video'],
        security: [{ key: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text },
          { name: 'after', in: 'query', schema: text },
          { name: 'If-None-Match', in: 'header', schema: text },
        ],
        responses: { 200: { description: 'The clip.' } },
      },
    },
    '/mj/submit/imagine': {
      post: {
        operationId: 'post_mj_submit_imagine',
        summary: 'Words to pictures',
        tags: ['image'],
        security: [{ key: [] }],
        requestBody: { content: { 'application/json': { schema: {} } } },
        responses: {
          200: { description: 'Accepted.' },
          401: { description: 'No: `key_missing`, `key_invalid`' },
        },
      },
    },
  },
}) as [Operation, Operation];
const origin = 'https://kinora.example';
const values = { 'path id': 'a/b', 'query after': '3 4', 'header If-None-Match': 'x' };

test('operations are grouped by path, and state the required key and whether they cost money', () => {
  assert.deepEqual(
    [show.group, show.needs, show.isSpending, show.isChanging],
    ['video', 'video key', false, false],
  );
  assert.deepEqual([make.group, make.needs, make.isSpending], ['image', 'image key', true]);
});

test('a search finds operations that have every word', () => {
  const operations = [show, make];
  assert.deepEqual(searchOperations(operations, 'clip RETRIEVE'), [show]);
  assert.deepEqual(searchOperations(operations, 'post imagine'), [make]);
  assert.deepEqual(searchOperations(operations, ''), operations);
  assert.deepEqual(searchOperations(operations, 'clip nothing'), []);
});

test('the error codes of a response are read from its description', () => {
  assert.deepEqual(codesIn(make.answers['401']?.description ?? ''), ['key_missing', 'key_invalid']);
});

test('a URL contains its parameters, percent-encoded', () => {
  assert.equal(fillAddress(show, { values, body: '' }), '/v1/videos/a%2Fb?after=3+4');
  assert.equal(fillAddress(show, { values: {}, body: '' }), '/v1/videos/{id}');
  assert.deepEqual(fillHeaders(show, { values, body: '' }), { 'if-none-match': 'x' });
  assert.equal(findMissing(show, { values: {}, body: '' }), 'id');
  assert.equal(findMissing(show, { values, body: '' }), undefined);
});

test('an invalid JSON body is reported with the reason', () => {
  assert.equal(jsonFault('{"a":1}'), undefined);
  assert.match(String(jsonFault('{a:1}')), /JSON/);
});

test('code snippets use a placeholder for the key and escape quotes', () => {
  const draft = { values: {}, body: `{"prompt": "it's", "hd": true}` };
  const curl = writeSnippet('curl', { operation: make, draft, origin });
  assert.match(curl, /^curl -s 'https:\/\/kinora\.example\/mj\/submit\/imagine' \\\n/);
  assert.match(curl, /-H 'authorization: Bearer <your key>'/);
  assert.ok(curl.includes(String.raw`it'\''s`));
  assert.match(writeSnippet('javascript', { operation: make, draft, origin }), /method: 'POST'/);
  const python = writeSnippet('python', { operation: make, draft, origin });
  assert.match(python, /requests\.post\(/);
  assert.match(python, /"prompt": "it's", "hd": True/);
});
