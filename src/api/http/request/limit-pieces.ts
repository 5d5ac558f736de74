/**
 * Ends requests whose body arrives in very many small chunks. Each chunk costs the parser and the stream some
 * hundred times as much as the byte that it may carry. Chunks are counted where the parser hands them over,
 * so that the limit also holds if nothing reads the body.
 */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The number of chunks that every body may have, however small they are. */
const freePieces = 4000;
const bytesPerPiece = 256;

/** Calls `reject` once with the socket of a request that exceeds the limit. */
export function limitPieces(request: IncomingMessage, reject: (socket: Socket) => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let [pieces, bytes] = [0, 0];
  request.push = (piece: Uint8Array | null, encoding?: BufferEncoding) => {
    if (piece) {
      pieces++;
      bytes += piece.length;
      if (pieces > freePieces + bytes / bytesPerPiece) {
        request.push = () => false;
        reject(request.socket);
        return false;
      }
    }
    return IncomingMessage.prototype.push.call(request, piece, encoding);
  };
}
