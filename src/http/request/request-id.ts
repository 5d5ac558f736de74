/** The id of a request, in its log lines and its response: the client's, if it is safe in both, otherwise a new one. */
import type { IncomingHttpHeaders } from 'node:http';
import { newRowId } from '../../lib/id.ts';

export const requestIdHeader = 'x-request-id';

const safe = /^[\w.:=+/-]{1,128}$/;

export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && safe.test(given) ? given : `req_${newRowId().replaceAll('-', '')}`;
}
