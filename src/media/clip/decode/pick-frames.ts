/** Picks frames of a clip by their position in time. */
import { reason } from '@kinora/shared/errors/reason';
import { resizePicture, type RawPicture } from '../../picture/picture.ts';
import { ClipError } from './clip-error.ts';
import { frameTimes } from './frame-times.ts';
import { decodeClip, type DecodedFrame, leastDecoded } from './decode-clip.ts';

export interface FramePick {
  /** Positions in time: 0 is the first frame, 1 the last. */
  readonly positions: readonly number[];
  /** The longest edge in pixels. Larger frames are shrunk to it. Absent means full size. */
  readonly maxEdge?: number;
}

/**
 * The frames of each pick, in the order of its positions. Returns undefined if no decoder reads the clip.
 */
export async function pickFrames(
  clip: Uint8Array,
  picks: readonly FramePick[],
): Promise<readonly (readonly RawPicture[])[] | undefined> {
  if (picks.length === 0) return [];
  const times = (await frameTimes(clip)).slice(0, -1);
  const indexesByPick = picks.map(({ positions }) => positions.map(time => findShownFrame(times, time)));
  const picturesByPick = picks.map(() => new Map<number, RawPicture>());
  let lastPicture: RawPicture | undefined;
  const take = async (frame: DecodedFrame): Promise<void> => {
    const isWanted = indexesByPick.some(indexes => indexes.includes(frame.index));
    // Frames that the container names and the codec does not show lie at the end: the last existing frame is
    // used in their place.
    if (!isWanted && frame.index < times.length * leastDecoded - 1) return;
    const picture = await frame.toPicture();
    lastPicture = picture;
    for (const [pick, { maxEdge }] of picks.entries())
      if (indexesByPick[pick]?.includes(frame.index))
        picturesByPick[pick]?.set(frame.index, await shrink(picture, maxEdge));
  };
  if ((await decodeClip(clip, take, { neededFrames: indexesByPick.flat() })) === undefined) return undefined;
  const pictureAt = async (pick: number, index: number): Promise<RawPicture> => {
    const picture = picturesByPick[pick]?.get(index);
    if (picture) return picture;
    if (!lastPicture) throw new ClipError(reason('clip_without_frames'));
    return shrink(lastPicture, picks[pick]?.maxEdge);
  };
  return Promise.all(
    indexesByPick.map((indexes, pick) => Promise.all(indexes.map(index => pictureAt(pick, index)))),
  );
}

/**
 * The frame that is shown at this position, or the next one if it is nearer than half of the shortest frame.
 */
function findShownFrame(times: readonly number[], position: number): number {
  const shortest = Math.min(...times.slice(1).map((time, index) => time - times[index]!));
  const latest = times.at(-1)! * position + Math.min(shortest, 1) / 2 + 1e-6;
  return times.findLastIndex(start => start <= latest);
}

async function shrink(picture: RawPicture, maxEdge = Number.POSITIVE_INFINITY): Promise<RawPicture> {
  const scale = maxEdge / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const edge = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return resizePicture(picture, { width: edge(picture.width), height: edge(picture.height) });
}
