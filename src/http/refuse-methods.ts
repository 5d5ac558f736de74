/** A path that exists with another method gets 405 and is told which; any other that leads nowhere 404. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { handleError } from './handle.ts';
import type { Route } from './route.ts';

export function refuseMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: patternOf(path),
    isOpen: /[:*]/.test(path),
  }));
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    const plain = matching.filter(({ isOpen }) => !isOpen);
    const allowed = (plain.length > 0 ? plain : matching).map(({ method }) => method);
    const error =
      allowed.length > 0
        ? notAllowed(request, allowed)
        : new AppError('route_unknown', { method: request.method, path });
    return handleError(error, request, reply);
  };
  // Before the body is read: what is wrong with it does not matter where nothing would take it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
  for (const shadow of shadowsOf(routes)) refuseShadow(app, shadow);
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`);
}

function notAllowed({ method }: FastifyRequest, allowed: readonly string[]): AppError {
  return new AppError('method_not_allowed', { method, allowed: [...new Set(allowed)].join(', ') });
}

interface Shadow {
  readonly route: Route;
  readonly methods: readonly string[];
  readonly allowed: readonly string[];
}

/** Paths as they stand (`/v1/videos/edits`) that would be taken for an id by another route (`/v1/videos/:id`). */
function shadowsOf(routes: readonly Route[]): Shadow[] {
  const open = routes
    .filter(({ path }) => path.includes(':'))
    .map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  const plain = Map.groupBy(
    routes.filter(({ path }) => !path.includes(':')),
    ({ path }) => path,
  );
  return [...plain].flatMap(([path, lines]): Shadow[] => {
    const allowed = lines.map(({ method }) => method);
    const methods = open.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    const missing = [...new Set(methods)].filter(method => !allowed.includes(method));
    const [route] = lines;
    return route && missing.length > 0 ? [{ route, methods: missing, allowed }] : [];
  });
}

function refuseShadow(app: FastifyInstance, { route, methods, allowed }: Shadow): void {
  app.route({
    method: [...methods],
    url: route.path,
    config: { family: route.family } as object,
    schema: { hide: true } as object,
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      handleError(notAllowed(request, allowed), request, reply),
  });
}
