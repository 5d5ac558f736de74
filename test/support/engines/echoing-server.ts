/**
 * An engine that repeats in its responses, by status, body and header, the headers that it received: one of
 * them contains the key. A server behind it does the work.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../servers/serve.ts';

export interface EchoingServer {
  /**
   * Append `/` and a status, which is then the response to every request. `/302`
   * redirects to the other origin.
   */
  readonly url: string;
  /** The keys that its requests were sent with, once each. */
  readonly keys: ReadonlySet<string>;
  /** The names of the headers that it repeats. */
  readonly headers: ReadonlySet<string>;
  /** Method and path of the requests at the other origin. */
  readonly elsewhere: readonly string[];
  /** The URL of a server behind this one, whose responses get a header with the key. */
  before(url: string): string;
}

/** Closed automatically when the tests of the file have ended. */
export async function startEchoingServer(): Promise<EchoingServer> {
  const elsewhere: string[] = [];
  const other = await listen(async ({ method, url }, response) => {
    elsewhere.push(`${method} ${url}`);
    response.end();
  });
  const keys = new Set<string>();
  const headers = new Set<string>();
  const url = await listen(async (request, response) => {
    const extraHeaders = ownHeaders(request);
    for (const name of Object.keys(extraHeaders)) headers.add(name);
    const key = Object.values(extraHeaders).join(' ');
    keys.add(key);
    const [, mode = '', ...path] = (request.url ?? '').split('/');
    if (mode === 'before') return forward(request, decodeURIComponent(path[0] ?? ''), response);
    const errorText = `the key ${key.replace(/^\w+ /, '')} (${key}) is wrong`;
    const body = {
      error: { message: errorText, type: errorText, code: errorText },
      detail: errorText,
      message: errorText,
    };
    response.writeHead(Number(mode), errorText.replaceAll(' ', '-'), {
      'content-type': 'application/json',
      'www-authenticate': errorText,
      ...(mode === '302' && { location: `${other}/${encodeURIComponent(key)}` }),
    });
    response.end(JSON.stringify(body));
  });
  return { url, keys, headers, elsewhere, before: behind => `${url}/before/${encodeURIComponent(behind)}` };
}

const standard = /^(accept|connection|content-.*|host|traceparent|transfer-encoding|user-agent)$/;

/** Every header that contains the key, and the other headers that an adapter sends. */
function ownHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !standard.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

async function forward(request: IncomingMessage, to: string, response: ServerResponse): Promise<void> {
  const { method = 'GET' } = request;
  const extraHeaders = ownHeaders(request);
  const rest = (request.url ?? '').split('/').slice(3).join('/');
  const answer = await fetch(`${to}/${rest}`, {
    method,
    headers: { ...extraHeaders, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: new Uint8Array(await buffer(request)) }),
  });
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? '',
    'x-key': Object.values(extraHeaders).join(' '),
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  return serve((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
}
