/** The parts of a response of server-sent events that all of them have. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { systemClock } from '@kinora/shared/clock';
import { unreadTimeoutMs } from '../request/drop-unread.ts';

/** Takes the response over from Fastify, with the headers that it has so far. */
export function beginEvents(reply: FastifyReply): FastifyReply['raw'] {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  });
  return raw;
}

const heartbeatMs = 15_000;

/**
 * Sends heartbeats, so that proxies keep a quiet stream open and a lost connection is noticed. A client that
 * has taken nothing for `unreadTimeoutMs` is disconnected here, because each heartbeat counts as activity.
 */
export async function sendHeartbeats(raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  let unread = 0;
  while (!signal.aborted) {
    await systemClock.sleep(heartbeatMs, signal);
    if (signal.aborted || raw.writableEnded) continue;
    unread = raw.writableLength > 0 ? unread + 1 : 0;
    if (unread * heartbeatMs >= unreadTimeoutMs) raw.destroy();
    else raw.write(': still here\n\n');
  }
}
