/** A part of the server that parses no bodies: its handlers get the bytes that were received, over which signatures are made. */
import type { FastifyInstance } from 'fastify';

/** Calls `add` with that part. */
export async function acceptBytes(app: FastifyInstance, add: (part: FastifyInstance) => void): Promise<void> {
  await app.register(async part => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    add(part);
  });
}
