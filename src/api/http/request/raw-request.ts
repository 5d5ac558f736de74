/** What a route with `rawBodyBytes` got, as it arrived. */
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
