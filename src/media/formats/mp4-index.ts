/** Compares what the index of an MP4 says with itself (ISO/IEC 14496-12, 8.6.1.2 and 8.7.3). */
import { boxAt, findChild, findChildren, headerBytes } from './mp4-tree.ts';

/** The frames of a track that have a time, and those that have a size: as many, unless the file lies. */
export interface IndexCounts {
  readonly timedCount: number;
  readonly sizedCount: number;
}

/** Counts the frames of each track that has both tables. A file in fragments has no frames there. */
export function readIndexCounts(bytes: Uint8Array): readonly IndexCounts[] {
  const movie = findChild(bytes, 'moov');
  return findChildren(movie ?? Buffer.alloc(0), 'trak').flatMap(track => {
    const table = boxAt(track, 'mdia', 'minf', 'stbl');
    const [times, sizes] = [table && boxAt(table, 'stts'), table && boxAt(table, 'stsz')];
    if (!times || !sizes || sizes.length < headerBytes + 12) return [];
    return [{ timedCount: countTimed(times), sizedCount: sizes.readUInt32BE(headerBytes + 8) }];
  });
}

function countTimed(times: Buffer): number {
  const entryBytes = 8;
  let frameCount = 0;
  for (let at = headerBytes + 8; at + entryBytes <= times.length; at += entryBytes)
    frameCount += times.readUInt32BE(at);
  return frameCount;
}
