/**
 * Divides a clip at its key frames, so that frames in the middle are decoded without all those before them.
 */
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';

/** Packets that are decoded without any others. */
export interface Segment {
  /** The index of its first frame, in order of time. */
  readonly index: number;
  readonly packets: number;
  /** When it begins, in seconds. Absent means at the beginning. */
  readonly startsAt?: number;
}

/** All packets as one segment. */
export function wholeSegment(packets: number): Segment & { readonly until?: number } {
  return { index: 0, packets };
}

/**
 * Returns the segments in which frames are needed. The last one is decoded to its end, where frames may be
 * missing.
 */
export function segmentsWith(
  neededFrames: readonly number[],
  segments: readonly Segment[],
): (Segment & { readonly until?: number })[] {
  return segments.flatMap((segment, position) => {
    const { index, packets } = segment;
    const segmentFrames = neededFrames.filter(frame => frame >= index && frame < index + packets);
    if (segmentFrames.length === 0) return [];
    return position === segments.length - 1 ? segment : { ...segment, until: Math.max(...segmentFrames) };
  });
}

/**
 * Begins a segment at each key frame that separates the clip in time, too: all packets before it are shown
 * before it, and all after it afterwards. Some codecs have frames that follow a key frame in the file, are
 * shown before it, and refer to what came before.
 */
export async function findSegments(track: InputVideoTrack): Promise<readonly Segment[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  }))
    packets.push(packet);
  const earliestAfter = packets.map(({ timestamp }) => timestamp);
  for (let position = packets.length - 2; position >= 0; position--)
    earliestAfter[position] = Math.min(earliestAfter[position]!, earliestAfter[position + 1]!);
  let latestTime = Number.NEGATIVE_INFINITY;
  const starts: number[] = [];
  for (const [position, { type, timestamp }] of packets.entries()) {
    if (position === 0 || (type === 'key' && latestTime < timestamp && earliestAfter[position] === timestamp))
      starts.push(position);
    latestTime = Math.max(latestTime, timestamp);
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? packets.length;
    return { index: start, packets: end - start, startsAt: packets[start]!.timestamp };
  });
}
