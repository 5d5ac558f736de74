/** Reads when the frames of a clip are shown. Frames of phones, screen recordings and animations last unevenly. */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { ClipError, videoTrack, withClip } from './open-clip.ts';

/** In seconds from the first frame, in order of time, and the end of the clip as the last one. */
export function frameTimes(clip: Uint8Array): Promise<readonly number[]> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const times: number[] = [];
    for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    }))
      times.push(timestamp);
    times.sort((one, other) => one - other);
    const [first = 0] = times;
    return [...times.map(time => time - first), await secondsOf(track, times.length)];
  });
}

/** How long the video is shown, in seconds. */
export async function secondsOf(track: InputVideoTrack, frames: number): Promise<number> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) throw new ClipError('The clip is cut off.');
  const measured = (await track.computeDuration()) - (await track.getFirstTimestamp());
  // Matroska files may leave out how long the last frame is shown.
  return last.duration > 0 || frames === 1 ? measured : (measured * frames) / (frames - 1);
}
