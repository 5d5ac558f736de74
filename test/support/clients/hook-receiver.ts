/** A real HTTP server that receives webhooks, records them, and responds as configured. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../servers/serve.ts';

export interface ReceivedHook {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly record: any;
}

export interface HookReceiver {
  readonly url: string;
  /** The webhooks that arrived, in their order. */
  readonly hooks: ReceivedHook[];
  /** The maximum number of messages that were answered at the same time. */
  readonly mostAtOnce: number;
  /** The status of the response. 0 closes the connection. */
  answer: (hook: ReceivedHook) => number | Promise<number>;
}

/** Closed automatically when the tests of the file have ended. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const hooks: ReceivedHook[] = [];
  let atOnce = 0;
  const receiver = { url: '', hooks, mostAtOnce: 0, answer: (): number | Promise<number> => 200 };
  receiver.url = await serve(async (request, response) => {
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++atOnce);
    const body = await text(request);
    const message = {
      path: request.url ?? '',
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body,
      record: JSON.parse(body || 'null'),
    };
    hooks.push(message);
    const status = await (receiver as HookReceiver).answer(message);
    atOnce--;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { location: '/elsewhere' }).end('what a receiver says');
  });
  return receiver;
}
