/**
 * The server's end of a WebSocket (RFC 6455), as far as clients of the fakes need it: short texts in,
 * texts and binary frames out.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface WebSocketEnd {
  sendText(text: string): void;
  sendBinary(bytes: Uint8Array): void;
  close(code: number): void;
  /** Ends the connection without a closing frame, as a crash does. */
  cut(): void;
}

const opcodes = { text: 1, binary: 2, close: 8 } as const;

export function acceptWebSocket(
  request: IncomingMessage,
  connection: Duplex,
  onText: (text: string) => void,
): WebSocketEnd {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  connection.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const send = (opcode: number, bytes: Uint8Array) => {
    if (connection.writable) connection.write(Buffer.concat([frameHeader(opcode, bytes.length), bytes]));
  };
  let received = Buffer.alloc(0);
  connection.on('error', () => {});
  connection.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    for (let frame = readFrame(received); frame; frame = readFrame(received)) {
      received = received.subarray(frame.end);
      if (frame.opcode === opcodes.close) connection.end(frameHeader(opcodes.close, 0));
      if (frame.opcode === opcodes.text) onText(frame.payload.toString());
    }
  });
  return {
    sendText: text => send(opcodes.text, Buffer.from(text)),
    sendBinary: bytes => send(opcodes.binary, bytes),
    close: code => {
      const payload = Buffer.alloc(2);
      payload.writeUInt16BE(code);
      send(opcodes.close, payload);
      connection.end();
    },
    cut: () => connection.destroy(),
  };
}

/** Never masked: only clients mask. */
function frameHeader(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length]);
  const head = Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** The offset of the next frame. */
  readonly end: number;
}

/** The first frame, masked as clients send it. Returns undefined if it is incomplete. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const maskAt = short === 127 ? 10 : short === 126 ? 4 : 2;
  const start = maskAt + 4;
  if (bytes.length < start) return undefined;
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = start + length;
  if (bytes.length < end) return undefined;
  const payload = bytes
    .subarray(start, end)
    .map((byte, index) => byte ^ (bytes[maskAt + (index % 4)] ?? 0)) as Buffer;
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: Buffer.from(payload), end };
}
