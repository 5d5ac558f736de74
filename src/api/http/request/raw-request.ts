/** Reads the headers and the body that a route with `rawBodyBytes` gets, as they arrived. */
import type { FastifyRequest } from 'fastify';

/** The headers by names in lower case. A header that was sent several times is joined by commas. */
export function joinedHeaders({
  headers,
}: Pick<FastifyRequest, 'headers'>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

export function rawBody({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}
