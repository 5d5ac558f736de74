/**
 * Responds to bytes that are not an HTTP request, and to requests that do not arrive in time. Only
 * the socket is available then.
 */
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { STATUS_CODES, type OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorTable, errorText, type ErrorCode } from '@kinora/shared/errors/errors';

export interface ClientError extends Error {
  readonly code?: string;
}

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  KINORA_TOO_MANY_PIECES: 'body_in_pieces',
};
export const tooManyPieces: ClientError = Object.assign(new Error('too many pieces'), {
  code: 'KINORA_TOO_MANY_PIECES',
});

export function rejectUnreadable(error: ClientError, socket: Socket): void {
  const isGone = error.code === 'ECONNRESET' || !socket.writable;
  if (isGone || isAnswering(socket)) return void socket.destroy();
  const code = codes[error.code ?? ''] ?? 'request_invalid';
  const { status } = errorTable[code];
  const message = errorText(code, { ...reasonTexts(reason('http_form')) });
  const body = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * Whether a response is being sent. Writing another one would corrupt it. Node stores
 * it in this internal property.
 */
function isAnswering(socket: Socket): boolean {
  const answering = Reflect.get(socket, '_httpMessage') as OutgoingMessage | null | undefined;
  return answering?.headersSent ?? false;
}
