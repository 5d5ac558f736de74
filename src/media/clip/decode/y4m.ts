/** Reads YUV4MPEG2, in which programs hand on frames without compression: a line of text, then each frame. */
import { reason } from '@kinora/shared/errors/reason';
import { DecodeError } from './decode-error.ts';
import { maxPixels, type VideoFrame } from './video-decoder.ts';
import { yuvToRgba } from './yuv-to-rgba.ts';

/** The text of a stream is about 80 bytes long, that of a frame 6. */
const maxLineBytes = 256;

/**
 * Yields frames of 8 bits and 4:2:0. They share one buffer, so each is valid until the next one is taken.
 * Ends at the end of the stream, also within a frame. Throws DecodeError for anything else.
 */
export async function* readY4m(stream: AsyncIterable<Buffer>): AsyncGenerator<VideoFrame> {
  const bytes = openBytes(stream);
  const header = await bytes.readLine();
  if (header === undefined) return;
  const [, width, height] = (/^YUV4MPEG2 W(\d+) H(\d+) /.exec(header) ?? []).map(Number);
  if (!width || !height || width * height > maxPixels || !/ C420/.test(header))
    throw new DecodeError(reason('clip_frame_damaged'));
  const isFullRange = header.includes('COLORRANGE=FULL');
  const [chromaWidth, chromaHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const [lumaBytes, chromaBytes] = [width * height, chromaWidth * chromaHeight];
  const frame = Buffer.alloc(lumaBytes + 2 * chromaBytes);
  const planes = [
    frame.subarray(0, lumaBytes),
    frame.subarray(lumaBytes, lumaBytes + chromaBytes),
    frame.subarray(lumaBytes + chromaBytes),
  ] as const;
  const yuv = { width, height, chromaWidth, chromaHeight, planes, strides: [width, chromaWidth] } as const;
  for (;;) {
    const line = await bytes.readLine();
    // A frame of another size than the first is followed by bytes that are no line.
    if (line !== undefined && !line.startsWith('FRAME')) throw new DecodeError(reason('clip_frame_damaged'));
    if (line === undefined || !(await bytes.fill(frame))) return;
    yield { width, height, toPicture: colors => yuvToRgba(yuv, { ...colors, isFullRange }) };
  }
}

interface ByteReader {
  /** Returns undefined at the end of the stream. */
  readLine(): Promise<string | undefined>;
  /** Returns false if the stream ends before. */
  fill(target: Buffer): Promise<boolean>;
}

function openBytes(stream: AsyncIterable<Buffer>): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let remainingBytes: Buffer = Buffer.alloc(0);
  const fill = async (target: Buffer): Promise<boolean> => {
    for (let at = 0; at < target.length;) {
      if (remainingBytes.length === 0) {
        const { value, done } = await chunks.next();
        if (done) return false;
        remainingBytes = value;
      }
      const copiedBytes = remainingBytes.copy(target, at);
      remainingBytes = remainingBytes.subarray(copiedBytes);
      at += copiedBytes;
    }
    return true;
  };
  const readLine = async (): Promise<string | undefined> => {
    const byte = Buffer.alloc(1);
    for (let line = ''; line.length < maxLineBytes; line += byte.toString('latin1')) {
      if (!(await fill(byte))) return undefined;
      if (byte[0] === 0x0a) return line;
    }
    throw new DecodeError(reason('clip_frame_damaged'));
  };
  return { readLine, fill };
}
