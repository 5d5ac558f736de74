/** Writes an XMP packet into PNG, JPEG and MP4 files without changing the media, and finds it again. */
import { crc32 } from 'node:zlib';
import { jpegSegments } from '../formats/jpeg-markers.ts';
import { mp4Boxes } from '../formats/mp4-boxes.ts';
import { maxParts } from '../formats/max-parts.ts';
import { pngChunks } from '../formats/png-chunks.ts';

/** Thrown if a file is not a complete PNG, JPEG or MP4, so that nothing can be written into it. */
export class UnstampableFile extends Error {
  override readonly name = 'UnstampableFile';
}

/** The maximum size of XMP in one JPEG segment, in bytes (XMP specification part 3, section 1.1.3). */
export const MAX_JPEG_XMP_BYTES = 65_502;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_XMP = 'XML:com.adobe.xmp';
const PNG_TEXT = 'parameters';
/** `TXt`, the end of the type of all chunks of text. */
const textType = 0x545874;
const JPEG_XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
/** The MP4 box of XMP (XMP specification part 3, section 1.2.7.1). */
const MP4_XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** `uuid`. */
const uuidType = 0x75756964;

export type StampedFormat = 'png' | 'jpeg' | 'mp4';

export function detectStampedFormat(bytes: Uint8Array): StampedFormat | undefined {
  const file = view(bytes);
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (file.length > 3 && file.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  return file.toString('latin1', 4, 8) === 'ftyp' ? 'mp4' : undefined;
}

/**
 * Inserts the packet as an iTXt chunk after the header, followed by a `parameters` chunk
 * of plain text for image tools.
 */
export function putIntoPng(bytes: Uint8Array, packet: string, text: string): Uint8Array {
  const chunks = [...pngChunks(bytes)];
  if (chunks.length === maxParts) throw new UnstampableFile(`The PNG has more than ${maxParts} chunks.`);
  const [header, ...rest] = chunks.filter(chunk => ![PNG_XMP, PNG_TEXT].includes(readKeyword(chunk) ?? ''));
  if (!header) throw new UnstampableFile('The PNG has no header chunk.');
  return Buffer.concat([
    PNG_SIGNATURE,
    header,
    textChunk(PNG_XMP, packet),
    textChunk(PNG_TEXT, text.replaceAll('\0', '')),
    ...rest,
  ]);
}

export function putIntoJpeg(bytes: Uint8Array, packet: string): Uint8Array {
  const file = view(bytes);
  const payload = Buffer.concat([JPEG_XMP, Buffer.from(packet)]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(payload.length + 2, 2);
  const segments = [...jpegSegments(file)];
  const tail = file.subarray(2 + segments.reduce((sum, { length }) => sum + length, 0));
  const otherSegments = segments.filter(other => !isJpegXmp(other));
  // The JFIF segment must be first and the Exif segment second.
  const first = otherSegments.findIndex(other => other[1] !== 0xe0 && other[1] !== 0xe1);
  const at = first < 0 ? otherSegments.length : first;
  return Buffer.concat([
    file.subarray(0, 2),
    ...otherSegments.slice(0, at),
    segment,
    payload,
    ...otherSegments.slice(at),
    tail,
  ]);
}

/** Appends a box at the end, so that no offset in the file changes. */
export function putIntoMp4(bytes: Uint8Array, packet: string): Uint8Array {
  const file = view(bytes);
  const boxes = [...mp4Boxes(file)];
  if (boxes.reduce((sum, { length }) => sum + length, 0) !== file.length) {
    throw new UnstampableFile('The MP4 does not end where its last box ends.');
  }
  const last = boxes.at(-1);
  const media = last && isMp4Xmp(last) ? file.subarray(0, -last.length) : file;
  const payload = Buffer.from(packet);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(24 + payload.length, 0);
  head.write('uuid', 4, 'latin1');
  return Buffer.concat([media, head, MP4_XMP_UUID, payload]);
}

/** The text of the packet. Returns undefined if there is none. Never throws, for any bytes. */
export function findXmp(bytes: Uint8Array): string | undefined {
  const file = view(bytes);
  switch (detectStampedFormat(file)) {
    case 'png':
      return readText(
        pngChunks(file).find(chunk => readKeyword(chunk) === PNG_XMP),
        // After the keyword: compression flag and method, then language and translated keyword, both empty.
        { start: 8 + PNG_XMP.length + 5, tailBytes: 4 },
      );
    case 'jpeg':
      return readText(jpegSegments(file).find(isJpegXmp), { start: 4 + JPEG_XMP.length });
    case 'mp4':
      return readText(lastItem(mp4Boxes(file).filter(isMp4Xmp)), { start: 24 });
    case undefined:
      return isMatroska(file) ? scanForPacket(file) : undefined;
  }
}

/** WebM, too: an EBML header. */
function isMatroska(file: Buffer): boolean {
  return file.length > 4 && file.readUInt32BE(0) === 0x1a45dfa3;
}

/** A packet has a few kilobytes. What is far longer is not read. */
const maxPacketBytes = 1024 * 1024;

function readText(
  part: Buffer | undefined,
  { start, tailBytes = 0 }: { readonly start: number; readonly tailBytes?: number },
): string | undefined {
  if (!part || part.length > maxPacketBytes) return undefined;
  return part.toString('utf8', start, part.length - tailBytes);
}

function lastItem<Item>(items: Iterable<Item>): Item | undefined {
  let last: Item | undefined;
  for (const item of items) last = item;
  return last;
}

/**
 * Packets are made to be found without knowing the container (XMP specification part 1, section 7.3.2). Tags
 * are at either end of a file.
 */
function scanForPacket(file: Buffer): string | undefined {
  const ends = [file.subarray(-maxPacketBytes), file.subarray(0, maxPacketBytes)];
  return ends.map(packetIn).find(packet => packet !== undefined);
}

function packetIn(part: Buffer): string | undefined {
  const start = part.lastIndexOf('<?xpacket begin=');
  const end = part.indexOf('<?xpacket end=', Math.max(0, start));
  return start < 0 || end < 0 ? undefined : part.toString('utf8', start, end);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the keyword of a chunk of text: tEXt, zTXt or iTXt. */
function readKeyword(chunk: Buffer): string | undefined {
  // Compared as a number, because strings of thousands of chunks take milliseconds.
  if ((chunk.readUInt32BE(4) & 0xffffff) !== textType) return undefined;
  return chunk.toString('latin1', 8, Math.max(8, chunk.indexOf(0, 8)));
}

/** PNG specification, third edition, section 11.3.3.4: not compressed, no language. */
function textChunk(keyword: string, text: string): Buffer {
  const data = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return chunk;
}

function isJpegXmp(segment: Buffer): boolean {
  return segment[1] === 0xe1 && segment.subarray(4, 4 + JPEG_XMP.length).equals(JPEG_XMP);
}

function isMp4Xmp(box: Buffer): boolean {
  return box.readUInt32BE(4) === uuidType && box.subarray(8, 24).equals(MP4_XMP_UUID);
}
