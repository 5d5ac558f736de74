/**
 * The span of a request. Probes and pages of the site have none, nor do polls that are answered from memory.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasCurrentSpan, openSpan, type OpenSpan } from '../../../platform/lib/trace/spans.ts';
import { readReceivedTrace } from '../../../platform/lib/trace/trace-context.ts';
import type { Route } from '../route.ts';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** If the HTTP instrumentation of an SDK has opened a span for the request, that one is the span. */
export function openRequestSpan(
  request: FastifyRequest,
  reply: FastifyReply,
  { method, path, interfaceName }: Pick<Route, 'method' | 'path' | 'interfaceName'>,
): void {
  if (interfaceName === 'site' || hasCurrentSpan()) return;
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'kinora.interface': interfaceName,
    'kinora.request.id': request.id,
  };
  const parent = readReceivedTrace(request.headers);
  const span = openSpan(`${method} ${path}`, { kind: 'server', parent, attributes });
  if (!span) return;
  spans.set(request, span);
  reply.raw.once('close', () => {
    const { statusCode } = reply.raw;
    span.set({ 'http.response.status_code': statusCode });
    span.end(statusCode >= 500 ? String(statusCode) : undefined);
  });
}

/** Runs a part of the work on a request in its span. */
export function inRequestSpan<Result>(request: FastifyRequest, work: () => Result): Result {
  const span = spans.get(request);
  return span ? span.run(work) : work();
}
