/** Makes a clip of an animated WebP or GIF. */
import { reason } from '@kinora/shared/errors/reason';
import { openAnimation } from '../picture/animation.ts';
import { fitTo } from '../picture/fit-picture.ts';
import { openClipEncoder } from './clip.ts';
import { ClipError } from './decode/clip-error.ts';
import { maxBlocks } from './encode/h264-encoder.ts';

/** Ten minutes at 30 frames per second. */
const maxFrames = 18_000;

/**
 * Returns an MP4, or undefined if the bytes are neither WebP nor GIF. Throws ClipError for a still picture
 * and for too long an animation.
 */
export async function encodeAnimation(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const animation = await openAnimation(bytes);
  if (!animation) return undefined;
  const frames = animation.delaysMs.length;
  if (frames < 2) throw new ClipError(reason('clip_still'));
  if (frames > maxFrames)
    throw new ClipError(reason('animation_frames', { count: frames, limit: maxFrames }));
  const size = encodableSize(animation);
  const times = toFrameTimes(animation.delaysMs);
  const framesPerSecond = encodableRate(frames, times.at(-1)!);
  const encoder = await openClipEncoder({ ...size, framesPerSecond });
  try {
    for await (const frame of animation.frames()) encoder.addFrame((await fitTo(frame, size)).data);
    return await encoder.finish({}, times);
  } finally {
    encoder.close();
  }
}

/** Returns when each frame is shown, in seconds, followed by the end. */
function toFrameTimes(delaysMs: readonly number[]): number[] {
  const times = [0];
  for (const delay of delaysMs) times.push(times.at(-1)! + delay / 1000);
  return times;
}

/** The encoder takes even sizes from 16 to 4096, and no more blocks than H.264 allows. */
export function encodableSize({ width, height }: { readonly width: number; readonly height: number }) {
  const area = Math.ceil(width / 16) * Math.ceil(height / 16);
  const scale = Math.min(1, 4096 / Math.max(width, height), Math.sqrt(maxBlocks / area));
  const edge = (pixels: number) => Math.max(16, Math.floor((pixels * scale) / 2) * 2);
  return { width: edge(width), height: edge(height) };
}

/** The average rate, as far as the encoder takes it. */
export function encodableRate(frames: number, seconds: number): number {
  return Math.min(120, Math.max(1, frames / seconds));
}
