/** The server's end of a WebSocket (RFC 6455), as far as ComfyUI uses it: events out, one short text in. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface FakeSocket {
  readonly clientId: string;
  /** Whether previews name their prompt. */
  readonly wantsMetadata: boolean;
  sendText(event: object): void;
  sendFrame(bytes: Uint8Array): void;
  /** Ends the connection, as a crash does: without a closing frame. */
  cut(): void;
}

const opcodes = { text: 1, binary: 2, close: 8 } as const;

export function acceptSocket(request: IncomingMessage, connection: Duplex): FakeSocket {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const send = (opcode: number, bytes: Uint8Array) => {
    if (connection.writable) connection.write(Buffer.concat([headOf(opcode, bytes.length), bytes]));
  };
  let wantsMetadata = false;
  connection.on('error', () => {});
  connection.on('data', (bytes: Buffer) => {
    for (const { opcode, text } of readFrames(bytes)) {
      if (opcode === opcodes.close) connection.end(headOf(opcodes.close, 0));
      if (text.includes('"supports_preview_metadata":true')) wantsMetadata = true;
    }
  });
  return {
    clientId: new URL(request.url ?? '/', 'http://fake').searchParams.get('clientId') ?? '',
    get wantsMetadata() {
      return wantsMetadata;
    },
    sendText: event => send(opcodes.text, Buffer.from(JSON.stringify(event))),
    sendFrame: bytes => send(opcodes.binary, bytes),
    cut: () => connection.destroy(),
  };
}

/** Never masked: only clients mask. */
function headOf(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  const head = Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Masked frames of at most 125 bytes each, as clients send them. */
function readFrames(bytes: Buffer): { opcode: number; text: string }[] {
  if (bytes.length < 6) return [];
  const opcode = (bytes[0] ?? 0) & 0x0f;
  const end = 6 + ((bytes[1] ?? 0) & 0x7f);
  const mask = bytes.subarray(2, 6);
  const text = bytes.subarray(6, end).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return [{ opcode, text: Buffer.from(text).toString() }, ...readFrames(bytes.subarray(end))];
}
