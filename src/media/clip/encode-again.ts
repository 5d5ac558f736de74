/** Encodes the frames of clips again as H.264, in another size. */
import { fitTo } from '../picture/fit-picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import { openClipEncoder } from './clip.ts';
import { decodeClip } from './decode/decode-clip.ts';
import { encodableRate } from './encode-animation.ts';
import { frameTimes, shownFrames } from './decode/frame-times.ts';

/**
 * Returns a silent MP4 of the clips one after the other, in a size that can be encoded. Each frame that
 * players show keeps its time. Returns undefined if no decoder reads one of them.
 */
export async function encodeAgain(
  clips: readonly Uint8Array[],
  size: PixelSize,
): Promise<Uint8Array | undefined> {
  const timesByClip = await Promise.all(clips.map(frameTimes));
  const shownFramesByClip = timesByClip.map(times => new Set(shownFrames(times)));
  const encoder = await openClipEncoder({ ...size, framesPerSecond: meanRate(timesByClip) });
  const times: number[] = [];
  let start = 0;
  try {
    for (const [index, clip] of clips.entries()) {
      const clipTimes = timesByClip[index]!;
      const count = await decodeClip(clip, async frame => {
        if (!shownFramesByClip[index]?.has(frame.index)) return;
        encoder.addFrame((await fitTo(await frame.toPicture(), size)).data);
        times.push(start + Math.max(0, clipTimes[frame.index]!));
      });
      if (count === undefined) return undefined;
      start += clipTimes.at(-1)!;
    }
    return await encoder.finish({}, [...times, start]);
  } finally {
    encoder.close();
  }
}

function meanRate(timesByClip: readonly (readonly number[])[]): number {
  const frames = timesByClip.reduce((sum, times) => sum + shownFrames(times).length, 0);
  const seconds = timesByClip.reduce((sum, times) => sum + times.at(-1)!, 0);
  return encodableRate(frames, seconds);
}
