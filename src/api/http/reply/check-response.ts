/**
 * In tests, every JSON response must have the shape that its route declares. In
 * production nothing is checked.
 */
import type { FastifyInstance } from 'fastify';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Route } from '../route.ts';

/**
 * Checks the JSON as it is sent. A response of another shape fails the request with `internal`. The log and
 * the report contain the reason.
 */
export function checkResponses(app: FastifyInstance, report: (problem: string) => void): void {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { declaration } = (routeOptions.config ?? {}) as { declaration?: Route };
    const shape = declaration?.responses?.[reply.statusCode]?.shape;
    const isJson = /^application\/json\b/.test(String(reply.getHeader('content-type')));
    if (!shape || !isJson || typeof payload !== 'string' || payload === '') return payload;
    const { error } = shape.safeParse(JSON.parse(payload));
    if (!error) return payload;
    const problem = `${declaration.method} ${declaration.path} sent a response that does not match its declared shape: ${error}`;
    report(problem);
    throw new InvariantError(problem);
  });
}
