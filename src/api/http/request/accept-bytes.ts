/**
 * A part of the server that parses no bodies: its handlers get the bytes that were received,
 * over which signatures are made.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyBudget } from './body-budget.ts';
import { readBody } from './read-body.ts';

/** Calls `add` with that part. */
export async function acceptBytes(
  app: FastifyInstance,
  budget: BodyBudget,
  add: (part: FastifyInstance) => void,
): Promise<void> {
  await app.register(async part => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser('*', (request: FastifyRequest) =>
      readBody(request, bytes => budget.count(request, bytes)),
    );
    add(part);
  });
}
