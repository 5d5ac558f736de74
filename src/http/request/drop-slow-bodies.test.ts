/** Bodies that arrive too slowly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { openSlowBodyCheck } from './drop-slow-bodies.ts';

test('a body that brings too little between two looks is dropped, one that brings enough is not', () => {
  const requests = [0, 70_000].map(
    perLook =>
      // All that is read of a request.
      ({ perLook, raw: { socket: { bytesRead: 500 } } }) as unknown as FastifyRequest & { perLook: number },
  );
  const dropped: FastifyRequest[] = [];
  const arriving = new Set<FastifyRequest>(requests);
  const look = openSlowBodyCheck({ arriving }, request => dropped.push(request));
  look();
  assert.deepEqual(dropped, [], 'the first look only notes how far each is');
  for (const { raw, perLook } of requests) Object.assign(raw.socket, { bytesRead: 500 + perLook });
  look();
  assert.deepEqual(dropped, [requests[0]]);
});
