/**
 * Reads when the frames of a clip are shown. Frames of phones, screen recordings
 * and animations last unevenly.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { editedSeconds } from '../../formats/mp4-edits.ts';
import { isShownVp8 } from './vp8-frame.ts';
import { ClipError } from './clip-error.ts';
import { videoTrack, withClip } from './open-clip.ts';

/**
 * Returns the times of the frames in order, in seconds from the beginning of what players show, followed by
 * the time at which it ends. Frames that an edit list hides are before 0 or after the end.
 */
export function frameTimes(clip: Uint8Array): Promise<readonly number[]> {
  return withClip(clip, async input => readFrameTimes(clip, await videoTrack(input)));
}

export async function readFrameTimes(clip: Uint8Array, track: InputVideoTrack): Promise<readonly number[]> {
  const isVp8 = (await track.getCodec()) === 'vp8';
  const times: number[] = [];
  let frames = 0;
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: !isVp8,
  })) {
    frames++;
    if (!isVp8 || isShownVp8(data)) times.push(timestamp);
  }
  times.sort((one, other) => one - other);
  const start = Math.max(0, times[0] ?? 0);
  return [...times.map(time => time - start), await shownSeconds(clip, track, frames)];
}

/**
 * Returns which frames are shown, of times from `frameTimes`: those that end after the beginning and begin
 * before the end.
 */
export function shownFrames(times: readonly number[]): readonly number[] {
  const end = times.at(-1) ?? 0;
  return times.slice(0, -1).flatMap((time, index) => {
    const next = times[index + 1] ?? end;
    return (next > shortestShown || time >= 0) && time < end - shortestShown ? index : [];
  });
}

/** Whether an edit list hides frames at the beginning or at the end. Times are as from `frameTimes`. */
export function hiddenFrames(times: readonly number[]): {
  readonly before: boolean;
  readonly after: boolean;
} {
  const shownIndexes = shownFrames(times);
  return { before: (shownIndexes[0] ?? 0) > 0, after: (shownIndexes.at(-1) ?? 0) < times.length - 2 };
}

/** Times are rounded. No frame is shown for a shorter time. */
const shortestShown = 0.002;

/**
 * Returns how long players show the video, in seconds: from time 0, unless its first frame is later, for as
 * long as its edit list specifies.
 */
async function shownSeconds(clip: Uint8Array, track: InputVideoTrack, frames: number): Promise<number> {
  return Math.min(await measureSeconds(track, frames), editedSeconds(clip) ?? Number.POSITIVE_INFINITY);
}

async function measureSeconds(track: InputVideoTrack, frames: number): Promise<number> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) throw new ClipError(reason('clip_cut_off'));
  const measuredSeconds = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp());
  // Matroska files may leave out how long the last frame is shown.
  return last.duration > 0 || frames === 1 ? measuredSeconds : (measuredSeconds * frames) / (frames - 1);
}
