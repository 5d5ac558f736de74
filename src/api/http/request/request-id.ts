/**
 * The id of a request, in its log lines and its response: the client's, if it is safe
 * in both, otherwise a new one.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { newRowId } from '../../../platform/lib/id.ts';

export const requestIdHeader = 'x-request-id';

const safe = /^[\w.:=+/-]{1,128}$/;

/**
 * The digits of this process: making an id of random bits for each request takes as long as
 * the rest of a poll's lookup.
 */
const ownDigits = newRowId().replaceAll('-', '').slice(-22);
let requests = 0;

export function readRequestId(headers: IncomingHttpHeaders): string {
  const clientRequestId = headers[requestIdHeader];
  return typeof clientRequestId === 'string' && safe.test(clientRequestId) ? clientRequestId : newId();
}

function newId(): string {
  return `req_${ownDigits}${(++requests).toString(16).padStart(10, '0')}`;
}
