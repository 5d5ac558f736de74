/**
 * The access log: a line for each request when its response has ended. It names the route and not the path,
 * which may contain ids, and never the query, which may contain keys.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { systemClock } from '@kinora/shared/clock';

export interface AccessedRequest {
  readonly requestId: string;
  /** The path in the route table. Undefined if no route matches. */
  readonly route: string | undefined;
  /** The id of the token, not its key. */
  readonly token: string | undefined;
}

export interface AccessLog {
  /** Call it when a request has arrived. `describe` is called when its response has ended. */
  watch(request: IncomingMessage, response: ServerResponse, describe: () => AccessedRequest): void;
}

/** The lines are written regardless of the log level. */
export function openAccessLog(log: Logger): AccessLog {
  const lines = log.child({}, { level: 'info' });
  return {
    watch(request, response, describe) {
      const { socket, method } = request;
      const startMs = systemClock.now();
      const sentBefore = socket.bytesWritten;
      response.once('close', () => {
        lines.info(
          {
            ...describe(),
            method,
            status: response.statusCode,
            ms: systemClock.now() - startMs,
            bytes: socket.bytesWritten - sentBefore,
            ...(!response.writableFinished && { aborted: true }),
          },
          'request',
        );
      });
    },
  };
}
