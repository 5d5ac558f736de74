/** Responds to bytes that are not an HTTP request, and to requests that do not arrive in time. Only the socket is available then. */
import type { OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface ClientError extends Error {
  readonly code?: string;
}

const answers: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request_timeout',
    'The request was not received in time. Send it over a faster connection, or send less data.',
  ],
  KINORA_TOO_MANY_PIECES: [
    '400 Bad Request',
    'request_invalid',
    'The body arrives in too many small pieces. Send it in chunks of at least 256 bytes, or with a Content-Length.',
  ],
};
export const tooManyPieces: ClientError = Object.assign(new Error('too many pieces'), {
  code: 'KINORA_TOO_MANY_PIECES',
});
const unreadable = ['400 Bad Request', 'request_invalid', 'The request is not valid HTTP.'] as const;

export function rejectUnreadable(error: ClientError, socket: Socket): void {
  const isGone = error.code === 'ECONNRESET' || !socket.writable;
  if (isGone || isAnswering(socket)) return void socket.destroy();
  const [status, code, message] = answers[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Whether a response is being sent. Writing another one would corrupt it. Node stores it in this internal property. */
function isAnswering(socket: Socket): boolean {
  const answering = Reflect.get(socket, '_httpMessage') as OutgoingMessage | null | undefined;
  return answering?.headersSent ?? false;
}
