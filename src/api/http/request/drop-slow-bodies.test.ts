/** Request bodies that arrive too slowly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { openSlowBodyCheck } from './drop-slow-bodies.ts';

test('a body that received too few bytes between two checks is dropped, and a faster one is kept', () => {
  const requests = [0, 70_000].map(
    perLook =>
      // The only fields of a request that the check reads.
      ({ perLook, raw: { socket: { bytesRead: 500 } } }) as unknown as FastifyRequest & { perLook: number },
  );
  const droppedRequests: FastifyRequest[] = [];
  const arriving = new Set<FastifyRequest>(requests);
  const look = openSlowBodyCheck({ arriving }, request => droppedRequests.push(request));
  look();
  assert.deepEqual(droppedRequests, [], 'the first check only records the progress');
  for (const { raw, perLook } of requests) Object.assign(raw.socket, { bytesRead: 500 + perLook });
  look();
  assert.deepEqual(droppedRequests, [requests[0]]);
});
