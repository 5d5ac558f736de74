import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openMcpForwarder } from './mcp-forwarder.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, message: any) => void;

/**
 * A server that answers each request by the next of the answers, and what a program reads from the forwarder.
 */
async function open(answers: Answer[]) {
  const receivedHeaders: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => (text += String(chunk)));
    request.on('end', () => {
      receivedHeaders.push(request.headers);
      answers.shift()?.(request, response, JSON.parse(text));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const writtenMessages: any[] = [];
  const waitingReplies = new Map<unknown, () => void>();
  const forwarder = openMcpForwarder({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    key: 'k',
    write: message => {
      writtenMessages.push(message);
      waitingReplies.get((message as { id?: unknown }).id)?.();
    },
  });
  return {
    seen: receivedHeaders,
    written: writtenMessages,
    forwarder,
    /** Resolves when the message is answered. */
    send: (message: { readonly id: unknown } & Record<string, unknown>) =>
      new Promise<void>(resolve => {
        waitingReplies.set(message.id, resolve);
        forwarder.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
      }),
    close: async () => {
      await forwarder.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface ScriptedReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

function json(
  response: ServerResponse,
  body: object,
  { status = 200, headers = {} }: ScriptedReply = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
const result: Answer = (_, response, { id }) => json(response, { jsonrpc: '2.0', id, result: {} });

test('a message is repeated when the server asks for it, and when its connection is lost', async () => {
  const place = await open([
    (_, response) => json(response, { jsonrpc: '2.0', id: null, error: {} }, { status: 503 }),
    request => void request.socket.destroy(),
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
    result,
  ]);
  await place.send({ id: 1, method: 'tools/call', params: { name: 'get_task' } });
  assert.deepEqual([place.written, place.seen.length], [[{ jsonrpc: '2.0', id: 1, result: {} }], 4]);
  await place.close();
});

test('the headers repeat what the protocol demands, and the session of the handshake stays', async () => {
  const place = await open([
    (_, response, { id }) =>
      json(
        response,
        { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18' } },
        { headers: { 'mcp-session-id': 's' } },
      ),
    result,
    result,
  ]);
  await place.send({ id: 1, method: 'initialize', params: {} });
  await place.send({ id: 2, method: 'tools/list' });
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  await place.send({ id: 3, method: 'resources/read', params: { uri: 'kinora://图', _meta: meta } });
  const [, list, readHeaders] = place.seen;
  assert.deepEqual([list?.['mcp-session-id'], list?.['mcp-protocol-version']], ['s', '2025-06-18']);
  const name = `=?base64?${Buffer.from('kinora://图').toString('base64')}?=`;
  assert.deepEqual([readHeaders?.['mcp-method'], readHeaders?.['mcp-name']], ['resources/read', name]);
  await place.close();
});

test('events before the response are passed on, and an error without an id gets that of its message', async () => {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
  const place = await open([
    (_, response, { id }) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(event(progress) + event({ jsonrpc: '2.0', id, result: {} })),
    (_, response) => json(response, { jsonrpc: '2.0', id: null, error: { code: -32000 } }, { status: 401 }),
  ]);
  await place.send({ id: 'a', method: 'tools/call' });
  await place.send({ id: 'b', method: 'tools/call' });
  assert.deepEqual(
    place.written.map(({ id, method }) => id ?? method),
    ['notifications/progress', 'a', 'b'],
  );
  await place.close();
});

test('a cancelled message ends its request and is not answered', async () => {
  const disconnection = Promise.withResolvers<void>();
  const place = await open([request => void request.socket.once('close', disconnection.resolve), result]);
  place.forwarder.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }));
  while (place.seen.length === 0) await new Promise(setImmediate);
  place.forwarder.receive(
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  );
  await disconnection.promise;
  await place.send({ id: 2, method: 'ping' });
  assert.deepEqual(
    place.written.map(({ id }) => id),
    [2],
  );
  await place.close();
});

test('a line that is no message is answered with a parse error', async () => {
  const place = await open([]);
  place.forwarder.receive('nonsense');
  place.forwarder.receive('');
  assert.deepEqual(
    place.written.map(({ error }) => error.code),
    [-32700],
  );
  await place.close();
});
