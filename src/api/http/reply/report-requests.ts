/** Reports each request that was answered by the router, with the route that it matched. */
import type { FastifyInstance } from 'fastify';
import type { ReportRequest } from '../../../platform/lib/ended-request.ts';
import type { Route } from '../route.ts';

export function reportRequests(app: FastifyInstance, report: ReportRequest): void {
  app.addHook('onResponse', ({ routeOptions, method }, { statusCode, elapsedTime }, done) => {
    const { declaration } = (routeOptions.config ?? {}) as { declaration?: Route };
    report({ route: declaration, method, status: statusCode, durationMs: elapsedTime });
    done();
  });
}
