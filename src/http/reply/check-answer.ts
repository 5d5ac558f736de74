/** In tests, every JSON response must have the shape that its route declares. In production nothing is checked. */
import type { FastifyInstance } from 'fastify';
import { InvariantError } from '../../lib/invariant-error.ts';
import type { Route } from '../route.ts';

/** Checks the JSON as it is sent. A response of another shape fails the request with `internal`; the log and the report have the reason. */
export function checkAnswers(app: FastifyInstance, report: (problem: string) => void): void {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { line } = (routeOptions.config ?? {}) as { line?: Route };
    const shape = line?.answers?.[reply.statusCode]?.shape;
    const isJson = /^application\/json\b/.test(String(reply.getHeader('content-type')));
    if (!shape || !isJson || typeof payload !== 'string' || payload === '') return payload;
    const { error } = shape.safeParse(JSON.parse(payload));
    if (!error) return payload;
    const problem = `${line.method} ${line.path} answered in another shape than it declares: ${error}`;
    report(problem);
    throw new InvariantError(problem);
  });
}
