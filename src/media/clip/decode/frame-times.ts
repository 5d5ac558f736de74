/** Reads when the frames of a clip are shown. Frames of phones, screen recordings and animations last unevenly. */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { isShownVp8 } from './vp8-frame.ts';
import { ClipError } from './clip-error.ts';
import { videoTrack, withClip } from './open-clip.ts';

/** Of the frames that are shown: in seconds from the first one, in order of time, and the end of the clip as the last one. */
export function frameTimes(clip: Uint8Array): Promise<readonly number[]> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
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
    const [first = 0] = times;
    return [...times.map(time => time - first), await secondsOf(track, frames)];
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
