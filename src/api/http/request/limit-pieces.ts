/**
 * Ends requests whose body arrives in very many small chunks. Each chunk costs the parser and the stream some
 * hundred times the byte that it may carry. Counted where the parser hands them over, so that it holds for
 * every reader of the body, and for none.
 */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The first ones are free, so that a small body may come in any way. */
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
