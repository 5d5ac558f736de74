import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedResponse } from './submit-response.ts';

const task = { publicId: '1764000000000001', existed: false, waitingAhead: 0 };

test('a submit that joins an existing task says so, and keeps the code that every client takes as accepted', () => {
  assert.deepEqual(acceptedResponse([{ ...task, existed: true }], 'en'), {
    code: 1,
    description: 'Submitted before',
    result: task.publicId,
    properties: { existed: true },
  });
});

test('a submit that creates a task says nothing of the kind, whether it waits or not', () => {
  assert.deepEqual(acceptedResponse([task], 'en').properties, {});
  assert.deepEqual(acceptedResponse([{ ...task, waitingAhead: 2 }], 'en').properties, { numberOfQueues: 2 });
});
