/**
 * Unpacks a WOFF font into the TrueType or OpenType font that it contains. The library that writes documents
 * unpacks one itself, but frees the memory while documents still read it, which ends a process whose memory
 * is given back to the system (bin/server-memory.js).
 */
import { inflateSync } from 'node:zlib';
import { InvariantError } from '@kinora/shared/errors/invariant-error';

const headerBytes = 44;
const entryBytes = 20;

/** https://www.w3.org/TR/WOFF/: a header, a directory, and tables that are each deflated or uncompressed. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new InvariantError('Not a WOFF font');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(headerBytes + index * entryBytes);
    const table = readTable(woff, entry);
    const at = 12 + 16 * index;
    entry.copy(head, at, 0, 4);
    head.writeUInt32BE(entry.readUInt32BE(16), at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    end += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: Buffer): Buffer {
  const [offset, packedLength, plain] = [
    entry.readUInt32BE(4),
    entry.readUInt32BE(8),
    entry.readUInt32BE(12),
  ];
  const bytes = woff.subarray(offset, offset + packedLength);
  return packedLength < plain ? inflateSync(bytes) : bytes;
}
