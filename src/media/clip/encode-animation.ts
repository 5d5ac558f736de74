/** Makes a clip of an animated WebP or GIF. */
import { type Animation, openAnimation } from '../picture/animation.ts';
import { fitTo } from '../picture/fit-picture.ts';
import { openClipEncoder } from './clip.ts';
import { ClipError } from './open-clip.ts';

const maxFramesPerSecond = 60;
/** Ten minutes at 30 frames per second. */
const maxFrames = 18_000;

/** Returns an MP4. Undefined if the bytes are neither WebP nor GIF. Throws ClipError for a still picture and for too long an animation. */
export async function encodeAnimation(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const animation = await openAnimation(bytes);
  if (!animation) return undefined;
  const { delaysMs } = animation;
  if (delaysMs.length < 2) throw new ClipError('This is a still picture, not a clip.');
  const framesPerSecond = rateOf(delaysMs);
  const repeats = repeatsOf(delaysMs, framesPerSecond);
  const frames = repeats.reduce((sum, count) => sum + count, 0);
  if (frames > maxFrames) throw new ClipError(`The animation has ${frames} frames. Allowed: ${maxFrames}.`);
  return encode(animation, { framesPerSecond, repeats });
}

/** The rate of the shortest frame, so that none is lost. */
function rateOf(delaysMs: readonly number[]): number {
  const shortest = Math.min(...delaysMs.slice(0, maxFrames));
  return Math.min(maxFramesPerSecond, Math.max(1, Math.round(1000 / shortest)));
}

/** How many frames of the clip show each frame of the animation. They are rounded together, so that the clip is as long as the animation. */
function repeatsOf(delaysMs: readonly number[], framesPerSecond: number): readonly number[] {
  let shownMs = 0;
  let written = 0;
  return delaysMs.map(delay => {
    shownMs += delay;
    const count = Math.max(1, Math.round((shownMs / 1000) * framesPerSecond) - written);
    written += count;
    return count;
  });
}

async function encode(
  animation: Animation,
  { framesPerSecond, repeats }: { readonly framesPerSecond: number; readonly repeats: readonly number[] },
): Promise<Uint8Array> {
  const size = encodableSize(animation);
  const encoder = await openClipEncoder({ ...size, framesPerSecond });
  try {
    let index = 0;
    for await (const frame of animation.frames()) {
      const { data } = await fitTo(frame, size);
      for (let count = repeats[index++] ?? 0; count > 0; count--) encoder.addFrame(data);
    }
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

/** The encoder takes even sizes from 16 to 4096. */
export function encodableSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, 4096 / Math.max(width, height));
  const edge = (pixels: number) => Math.max(16, Math.floor((pixels * scale) / 2) * 2);
  return { width: edge(width), height: edge(height) };
}
