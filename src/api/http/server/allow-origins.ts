/**
 * What pages of other origins may send and read: everything but cookies. A preflight is allowed the headers
 * that it asks for, because SDKs add headers of their own with each version, and Firefox and Safari even
 * announce a User-Agent that a page sets.
 */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { sessionTokenHeader } from '../auth/session-token.ts';

const requestedHeadersName = 'access-control-request-headers';

export async function allowOrigins(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    // The exception: it lets a session use a token, and is for the Console only.
    if (method === 'OPTIONS' && headers[requestedHeadersName] !== undefined)
      headers[requestedHeadersName] = splitNames(headers[requestedHeadersName])
        .filter(name => name !== sessionTokenHeader)
        .join(', ');
    done();
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposedHeaders:
      'etag, content-range, accept-ranges, content-disposition, retry-after, openai-poll-after-ms, x-should-retry, x-request-id, location, x-kinora-version, x-kinora-task, x-kinora-price, x-kinora-ignored, x-kinora-expires, www-authenticate, mcp-session-id, mcp-protocol-version',
    maxAge: 86_400,
    strictPreflight: false,
  });
}

function splitNames(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
}
