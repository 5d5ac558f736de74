/**
 * GET /openapi.json. Anybody may request it, so it is made, serialized and compressed once, and
 * sent to one client in each turn.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { nextTurn } from '../../../platform/lib/async/next-turn.ts';
import type { Call } from '../route.ts';

interface SerializedDocument {
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

export function sendOpenApi({ openApi }: { readonly openApi: () => Promise<object> }) {
  let cachedDocument: Promise<SerializedDocument> | undefined;
  // Its megabyte is copied to the system for each client.
  const turns = openGate({ places: 1 });
  return async ({ request, reply }: Call) => {
    const body = await (cachedDocument ??= openApi().then(serialize));
    await turns.run({ holder: '' }, nextTurn);
    reply.type('application/json').header('vary', 'accept-encoding');
    if (!/\bgzip\b(?!;\s?q=0)/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.send(body.plain);
    return reply.header('content-encoding', 'gzip').send(body.gzip);
  };
}

async function serialize(document: object): Promise<SerializedDocument> {
  const plain = Buffer.from(JSON.stringify(document));
  return { plain, gzip: await promisify(gzip)(plain) };
}
