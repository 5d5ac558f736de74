/**
 * A fake of Discord's gateway: it sends hello, identifies, acknowledges heartbeats, and sends events as one
 * compressed stream (zlib-stream).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { constants, createDeflate } from 'node:zlib';
import { acceptWebSocket } from '../servers/web-socket.ts';

export interface Gateway {
  /** Handles a connection to the gateway. */
  connect(request: IncomingMessage, connection: Duplex): void;
  /** Sends an event to every session. */
  dispatch(type: string, data: object): void;
}

const ops = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, hello: 10, acknowledged: 11 } as const;
const heartbeatMs = 41_250;
/** The close code of a failed authentication. */
const authenticationFailed = 4004;

type Send = (op: number, more?: object) => void;

/** `address` is the URL of the gateway, to which clients reconnect to resume a session. */
export function openGateway(token: string, address: () => string): Gateway {
  const sessions = new Set<Send>();
  return {
    connect(request, connection) {
      const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
      const socket = acceptWebSocket(request, connection, text => {
        const { op, d } = JSON.parse(text) as { op: number; d: { token?: string } };
        if (op === ops.heartbeat) return send(ops.acknowledged);
        if (op !== ops.identify && op !== ops.resume) return;
        if (d.token !== token) return socket.close(authenticationFailed);
        sessions.add(send);
        if (op === ops.resume) return send(ops.dispatch, { t: 'RESUMED', s: 1, d: {} });
        const session = { v: 9, session_id: 'session-1', resume_gateway_url: address() };
        send(ops.dispatch, { t: 'READY', s: 1, d: session });
      });
      const send: Send = (op, more = {}) => void deflate.write(JSON.stringify({ op, d: null, ...more }));
      deflate.on('data', (bytes: Buffer) => socket.sendBinary(bytes));
      connection.on('close', () => sessions.delete(send));
      send(ops.hello, { d: { heartbeat_interval: heartbeatMs } });
    },
    dispatch(type, data) {
      for (const send of sessions) send(ops.dispatch, { t: type, s: 2, d: data });
    },
  };
}
