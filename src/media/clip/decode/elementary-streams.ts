/** Writes packets as streams without a container, or with one that only marks where frames begin. */
import type { EncodedPacket, VideoCodec } from 'mediabunny';
import { readHevcDescription, toAnnexB } from './annex-b.ts';

interface StreamFormat {
  /** The name of the format in ffmpeg. */
  readonly name: string;
  /** `description` is what the container keeps apart from the packets: `hvcC` or `av1C`. */
  readonly write: (
    packets: AsyncIterable<EncodedPacket>,
    description?: Uint8Array,
  ) => AsyncIterable<Uint8Array>;
}

export const streamFormats: Partial<Record<VideoCodec, StreamFormat>> = {
  hevc: { name: 'hevc', write: writeAnnexB },
  vp8: { name: 'ivf', write: packets => writeIvf('VP80', packets) },
  vp9: { name: 'ivf', write: packets => writeIvf('VP90', packets) },
  av1: {
    name: 'ivf',
    write: (packets, description) => writeIvf('AV01', packets, sequenceHeader(description)),
  },
};

async function* writeAnnexB(packets: AsyncIterable<EncodedPacket>, description?: Uint8Array) {
  const sets = description && readHevcDescription(description);
  if (sets) yield sets.bytes;
  for await (const { data } of packets) yield sets ? toAnnexB(data, sets.lengthBytes) : data;
}

/** Returns what follows the four bytes of settings in `av1C`. Packets need not repeat it. */
function sequenceHeader(description?: Uint8Array): Uint8Array | undefined {
  return description?.subarray(4);
}

/** Each frame after a header of 12 bytes. Decoders find the size of the frames themselves. */
async function* writeIvf(codec: string, packets: AsyncIterable<EncodedPacket>, start?: Uint8Array) {
  const header = Buffer.alloc(32);
  header.write(`DKIF\0\0\x20\0${codec}`, 'latin1');
  // One tick per frame.
  header.writeUInt32LE(1, 16);
  header.writeUInt32LE(1, 20);
  yield header;
  let index = 0;
  for await (const { data } of packets) {
    const frame = index === 0 && start ? Buffer.concat([start, data]) : data;
    const frameHeader = Buffer.alloc(12);
    frameHeader.writeUInt32LE(frame.length, 0);
    frameHeader.writeUInt32LE(index++, 4);
    yield frameHeader;
    yield frame;
  }
}
