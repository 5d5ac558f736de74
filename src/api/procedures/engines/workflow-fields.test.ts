import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graph } from './workflow-fields.ts';

const messages = (value: unknown) => graph.safeParse(value).error?.issues.map(({ message }) => message);

test('a workflow of thousands of levels is rejected with the reason', () => {
  let nested: unknown = 'end';
  for (let level = 0; level < 20_000; level++) nested = { inner: nested };
  assert.deepEqual(messages(nested), ['workflow_depth']);
});

test('a workflow that is too large or that cannot be stored is rejected with the reason', () => {
  assert.deepEqual(messages({ text: 'x'.repeat(1024 * 1024) }), ['workflow_size']);
  assert.deepEqual(messages({ text: 'a\0' }), ['workflow_text']);
  assert.equal(messages({ 1: { class_type: 'SaveImage', inputs: { images: ['2', 0] } } }), undefined);
});
