/**
 * Answers polls in front of the router if no query is needed: the key and the record are cached, and
 * the record is in the scope of the key. The client gets the headers and body that the router sent
 * with that record before. All other requests go to the router, which rejects them or reads what is
 * missing. Why: decisions/004.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInScope, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import type { AccessLog } from '../access-log.ts';
import type { Authenticator } from '../auth/auth.ts';
import { requestIdHeader, readRequestId } from '../request/request-id.ts';
import { findLinkBasis, type PublicAddresses } from '../request/request-address.ts';
import { preferredLanguage, type Route } from '../route.ts';
import { variantKey, type RecordCache } from './record-cache.ts';

export interface ReadyPollDependencies {
  readonly routes: readonly PollRoute[];
  readonly authenticator: Pick<Authenticator, 'findKnown'>;
  readonly records: Pick<RecordCache, 'peek'>;
  readonly addresses: PublicAddresses;
  readonly accessLog: AccessLog | undefined;
}

type PollRoute = Pick<Route, 'method' | 'path' | 'interfaceName' | 'isPoll'>;

/**
 * Returns the route of the poll that it answered. Undefined if nothing was sent, because
 * the request is for the router.
 */
export type AnswerReady = (request: IncomingMessage, response: ServerResponse) => PollRoute | undefined;

/** Headers of requests that only the router handles: with a session, with a body, or conditional. */
const headersForRouter = ['kinora-token', 'content-length', 'transfer-encoding', 'if-none-match'] as const;

export function openReadyPolls({
  routes,
  authenticator,
  records,
  addresses,
  accessLog,
}: ReadyPollDependencies): AnswerReady {
  const polls = routes.filter(({ isPoll }) => isPoll).map(toPoll);
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET') return undefined;
    const poll = polls.find(({ start, end }) => url.startsWith(start) && url.endsWith(end));
    if (!poll || headersForRouter.some(name => headers[name] !== undefined)) return undefined;
    const { interfaceName, start, end } = poll;
    const token = authenticator.findKnown(request, interfaceName);
    if (!token) return undefined;
    const basis = findLinkBasis(request, interfaceName, addresses);
    const variant = variantKey({
      interfaceName,
      basis,
      language: preferredLanguage(headers['accept-language']),
    });
    const record = records.peek(url.slice(start.length, url.length - end.length), variant);
    if (!record?.headers || !isInScope(record.owner, scopeOfToken(token))) return undefined;
    const requestId = readRequestId(headers);
    accessLog?.watch(request, response, () => ({ requestId, route: poll.route.path, token: token.id }));
    response.writeHead(200, [...record.headers, requestIdHeader, requestId]);
    response.end(record.body);
    return poll.route;
  };
}

/** The parts of the path before and after the task's id. */
function toPoll(route: PollRoute) {
  const [start = '', end = ''] = route.path.split(':id');
  return { route, start, end, interfaceName: route.interfaceName };
}
