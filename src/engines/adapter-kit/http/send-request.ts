/**
 * Sends one HTTP request, and reports how far it got: whether a connection was made,
 * and whether all of it was sent.
 */
import { reason } from '@kinora/shared/errors/reason';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { TcpNetConnectOpts } from 'node:net';
import { EngineError } from '../../contract/engine-error.ts';
import { ConnectTimeout, noConnection } from './connection-failure.ts';

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** The connections that are kept open. Absent means a new connection. */
  readonly agent?: http.Agent | undefined;
  /** Called as soon as the last byte of the request was handed to the network. */
  readonly onSent?: (() => void) | undefined;
}

const connectTimeoutMs = 10_000;
/** How soon the check for a peer that vanished during a long request begins. */
const keepAliveMs = 30_000;

/**
 * Resolves with the head of the response, regardless of its status. Redirects are not followed. Rejects with
 * an EngineError: `notStarted` if no connection was made, so that the engine has certainly read nothing.
 */
export function sendRequest(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, agent, onSent } = outgoing;
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const options: http.RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
      method,
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
      signal,
      agent: agent ?? false,
      // The default of Node, 250 ms, is too short for distant hosts.
      autoSelectFamilyAttemptTimeout: 2000,
    };
    let isConnected = false;
    const request = (isSecure ? https : http).request(url, options);
    request.once('socket', socket => {
      socket.setKeepAlive(true, keepAliveMs);
      if (!socket.connecting) isConnected = true;
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
    AbortSignal.timeout(connectTimeoutMs).addEventListener('abort', () => {
      if (!isConnected) request.destroy(new ConnectTimeout('no connection within the time limit'));
    });
    if (onSent) request.once('finish', onSent);
    request.once('response', resolve);
    // The listener stays after the response, because an abort then emits an error too.
    // Rejecting again has no effect.
    request.on('error', cause => reject(isConnected ? brokenConnection(cause) : noConnection(cause, signal)));
    request.end(body);
  });
}

/**
 * Makes the failure of a connection that ended before the response was complete. It is unknown whether the
 * request was carried out.
 */
export function brokenConnection(cause: unknown): EngineError {
  return new EngineError('engine_unavailable', reason('connection_closed'), {
    retryable: true,
    cause,
  });
}
