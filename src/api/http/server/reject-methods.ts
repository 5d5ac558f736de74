/** Sends 405 with the allowed methods if the path exists with another method, otherwise 404. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { absentRoute, unknownRoute } from './absent-routes.ts';
import type { HandleError } from './handle-error.ts';
import type { Route } from '../route.ts';

export function rejectMethods(
  app: FastifyInstance,
  routes: readonly Route[],
  handleError: HandleError,
): void {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: toPattern(path),
    isOpen: /[:*]/.test(path),
  }));
  const reject = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    const plain = matching.filter(({ isOpen }) => !isOpen);
    const isAbsent = plain.length === 0 && absentRoute(path) !== undefined;
    const allowedMethods = isAbsent ? [] : (plain.length > 0 ? plain : matching).map(({ method }) => method);
    const error =
      allowedMethods.length > 0 ? notAllowed(request, allowedMethods) : unknownRoute(request.method, path);
    return handleError(error, request, reply);
  };
  // Runs before the body is read, because no handler would use it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return reject(request, reply);
  });
  app.setNotFoundHandler(reject);
  for (const shadow of findShadows(routes)) rejectShadow(app, shadow);
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`);
}

function notAllowed({ method }: FastifyRequest, allowedMethods: readonly string[]): AppError {
  return new AppError('method_not_allowed', { method, allowed: [...new Set(allowedMethods)].join(', ') });
}

interface Shadow {
  readonly route: Route;
  readonly methods: readonly string[];
  readonly allowedMethods: readonly string[];
}

/** Fixed paths (`/v1/videos/edits`) that another route would read as an id (`/v1/videos/:id`). */
function findShadows(routes: readonly Route[]): Shadow[] {
  const open = routes
    .filter(({ path }) => path.includes(':'))
    .map(({ method, path }) => ({ method, pattern: toPattern(path) }));
  const plain = Map.groupBy(
    routes.filter(({ path }) => !path.includes(':')),
    ({ path }) => path,
  );
  return [...plain].flatMap(([path, sameRoutes]): Shadow[] => {
    const allowedMethods = sameRoutes.map(({ method }) => method);
    const methods = open.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    const missing = [...new Set(methods)].filter(method => !allowedMethods.includes(method));
    const [route] = sameRoutes;
    return route && missing.length > 0 ? [{ route, methods: missing, allowedMethods }] : [];
  });
}

function rejectShadow(app: FastifyInstance, { route, methods, allowedMethods }: Shadow): void {
  app.route({
    method: [...methods],
    url: route.path,
    config: { interfaceName: route.interfaceName } as object,
    schema: { hide: true } as object,
    // Runs before the body is read, as above.
    onRequest: async request => {
      throw notAllowed(request, allowedMethods);
    },
    handler: async () => {},
  });
}
