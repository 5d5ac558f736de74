/** Frames of finished clips as pixels. */
import { reason } from '@kinora/shared/errors/reason';
import type { PixelSize } from '../picture/picture-file.ts';
import type { RawPicture } from '../picture/picture.ts';
import type { FramePick } from './decode/pick-frames.ts';
import { ClipError } from './decode/clip-error.ts';
import { runClipWork } from './run-clip-work.ts';

/** 16 positions from the first frame to the last. */
export const evenly16: readonly number[] = Array.from({ length: 16 }, (_, index) => index / 15);

/**
 * The last frame in full size, for a clip that continues this one. Throws ClipError if the clip is
 * damaged or no decoder reads it.
 */
export async function lastFrame(clip: Uint8Array): Promise<RawPicture> {
  const [frame] = await framesAt(clip, { positions: [1] });
  if (!frame) throw new ClipError(reason('clip_without_frames'));
  return frame;
}

/**
 * Returns the frames at these positions, in the same order. `evenly16` has 16 evenly spaced positions. Throws
 * ClipError like `lastFrame`.
 */
export async function framesAt(clip: Uint8Array, pick: FramePick): Promise<readonly RawPicture[]> {
  const pickedFrames = await runClipWork({ kind: 'pick', clip, picks: [pick] });
  if (!pickedFrames) throw new ClipError(reason('clip_codec'));
  return pickedFrames[0] ?? [];
}

/** The clip in another size, as an MP4. Throws ClipError like `lastFrame`. */
export function resizedClip(clip: Uint8Array, size: PixelSize): Promise<Uint8Array> {
  return runClipWork({ kind: 'resize', clip, size });
}

/** Joins two clips, see append-clip.ts. */
export function joinTwoClips(first: Uint8Array, second: Uint8Array): Promise<Uint8Array> {
  return runClipWork({ kind: 'append', first, second });
}
