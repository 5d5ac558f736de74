/** The event socket of a ComfyUI server: events go out, and one short text comes in. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptWebSocket } from '../servers/web-socket.ts';

export interface FakeSocket {
  readonly clientId: string;
  /** Whether previews name their prompt. */
  readonly wantsMetadata: boolean;
  sendText(event: object): void;
  sendFrame(bytes: Uint8Array): void;
  /** Ends the connection without a closing frame, as a crash does. */
  cut(): void;
}

export function acceptSocket(request: IncomingMessage, connection: Duplex): FakeSocket {
  let wantsMetadata = false;
  const socket = acceptWebSocket(request, connection, text => {
    if (text.includes('"supports_preview_metadata":true')) wantsMetadata = true;
  });
  return {
    clientId: new URL(request.url ?? '/', 'http://fake').searchParams.get('clientId') ?? '',
    get wantsMetadata() {
      return wantsMetadata;
    },
    sendText: event => socket.sendText(JSON.stringify(event)),
    sendFrame: socket.sendBinary,
    cut: socket.cut,
  };
}
