/**
 * POST /mcp: the Model Context Protocol over Streamable HTTP, for agents. Every request is complete in
 * itself: there are no sessions.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { beginEvents } from '../http/streams/event-response.ts';
import { ClientGoneError } from '../http/request/client-gone.ts';
import { goneSignal } from '../http/request/socket-gone.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { clientName } from './client-name.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { openMcpHandler, type McpHandler } from './open-handler.ts';
import { rejectForeignOrigin } from './reject-foreign-origin.ts';

export function mcpRoutes(parts: McpDependencies): Route[] {
  let handler: Promise<McpHandler> | undefined;
  return [
    route({
      interfaceName: 'mcp',
      auth: 'any-key',
      method: 'POST',
      path: '/mcp',
      summary: 'Call tools as an agent does (Model Context Protocol, Streamable HTTP)',
      // Messages of JSON-RPC, not operations: tools describe themselves.
      hidden: true,
      body: z.unknown().describe('A JSON-RPC message of the protocol.'),
      responses: {
        200: {
          description: 'A JSON-RPC response, or server-sent events that end with it.',
          types: ['application/json', 'text/event-stream'],
        },
        202: { description: 'A notification was received.' },
      },
      authorize: async request => rejectForeignOrigin(parts, request),
      // Opened by the first request: few servers have agents.
      handle: async call => answer(await (handler ??= openMcpHandler(parts)), call),
    }),
  ];
}

const bothTypes = 'application/json, text/event-stream';
const passedHeaders = /^(accept|content-type|user-agent|last-event-id|mcp-.+)$/;

async function answer(handler: McpHandler, call: Call): Promise<unknown> {
  const { request } = call;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (passedHeaders.test(name) && value !== undefined) headers.set(name, String(value));
  // Simple clients accept anything.
  if (/^$|\*\/\*/.test(headers.get('accept') ?? '')) headers.set('accept', bothTypes);
  // A signal of its own, because each request adds listeners to it and a
  // connection may have thousands of them.
  const signal = AbortSignal.any([goneSignal(request.raw.socket)]);
  const webRequest = new Request(`${call.baseUrl}/mcp`, { method: 'POST', headers, signal });
  const mcpCall = { ...call, client: clientName(request), canAsk: false, knowsTasks: false };
  const response = await handler(webRequest, mcpCall, request.body).catch((error: unknown) => {
    throw signal.aborted ? new ClientGoneError() : error;
  });
  return send(call, response);
}

async function send({ reply }: Call, response: Response): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  for (const [name, value] of response.headers) if (!ownHeaders.includes(name)) reply.header(name, value);
  const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '');
  if (!isStream || !response.body) return reply.code(response.status).send(await response.text());
  const raw = beginEvents(reply);
  // A client that leaves ends the stream, which cancels the work of the handler by its signal.
  await pipeline(Readable.fromWeb(response.body as never), raw).catch(() => {});
  return reply;
}

/** Fastify writes them itself. */
const ownHeaders = ['content-length', 'connection', 'cache-control', 'keep-alive', 'transfer-encoding'];
