/**
 * Reads the edit list of an MP4 or MOV file, which says which part of its video players show (ISO/IEC
 * 14496-12, 8.6.6).
 */
import { boxAt, findChild, findChildren, headerBytes } from './mp4-tree.ts';

/**
 * Returns how many seconds of the video are shown by its edit list, or undefined if that does not say. Of
 * several edits, the first one with media counts: most players show no other.
 */
export function editedSeconds(bytes: Uint8Array): number | undefined {
  const movie = findChild(bytes, 'moov');
  const video = movie && findChildren(movie, 'trak').find(isVideo);
  const list = video && boxAt(video, 'edts', 'elst');
  const header = movie && findChild(movie.subarray(headerBytes), 'mvhd');
  if (!list || !header) return undefined;
  const timescale = header.readUInt32BE(headerBytes + (header[headerBytes] === 1 ? 20 : 12));
  const duration = firstDuration(list);
  return duration && timescale ? duration / timescale : undefined;
}

function isVideo(track: Buffer): boolean {
  const handler = boxAt(track, 'mdia', 'hdlr');
  return handler?.toString('latin1', headerBytes + 8, headerBytes + 12) === 'vide';
}

/** Returns the duration in units of the movie. An empty edit, which delays the video, has no media. */
function firstDuration(list: Buffer): number | undefined {
  const isLong = list[headerBytes] === 1;
  const entryBytes = isLong ? 20 : 12;
  const entries = headerBytes + 8;
  for (let at = entries; at + entryBytes <= list.length; at += entryBytes) {
    const mediaTime = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    if (mediaTime !== -1) return isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
  }
  return undefined;
}
