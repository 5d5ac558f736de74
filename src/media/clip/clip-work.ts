/** What the process for clips does (clip-process.ts), and the messages to and from it. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { adoptedSize } from '../picture/adopted-size.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import type { RawPicture } from '../picture/picture.ts';
import type { ClipTags } from '../provenance/clip-tags.ts';
import { appendClip } from './append-clip.ts';
import { cropClip } from './crop-clip.ts';
import { frameTimes, hiddenFrames } from './decode/frame-times.ts';
import { leastDecoded } from './decode/decode-clip.ts';
import { type FramePick, pickFrames } from './decode/pick-frames.ts';
import { encodableSize, encodeAnimation } from './encode-animation.ts';
import { ClipError } from './decode/clip-error.ts';
import { maxPixels } from './decode/video-decoder.ts';
import { type ClipFacts, probeClip } from './probe-clip.ts';
import { remuxClip } from './remux-clip.ts';

/** Checks a clip and brings it into the form in which it is stored. */
export interface PrepareWork {
  readonly kind: 'prepare';
  readonly clip: Uint8Array;
  /** The size that the client requested. A clip of another aspect ratio is cut to it. */
  readonly requestedSize: PixelSize;
  readonly tags: ClipTags;
  /** Frames of the finished clip. */
  readonly picks: readonly FramePick[];
}

export interface PreparedClip {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly facts: ClipFacts;
  /** The size of the clip before it was cut. */
  readonly original: PixelSize;
  /** The pictures of each pick. Absent if no decoder reads the clip, or not in time. */
  readonly pictures?: readonly (readonly RawPicture[])[];
}

/** Picks frames of a clip. */
export interface PickWork {
  readonly kind: 'pick';
  readonly clip: Uint8Array;
  readonly picks: readonly FramePick[];
}

/** Joins two clips. */
export interface AppendWork {
  readonly kind: 'append';
  readonly first: Uint8Array;
  readonly second: Uint8Array;
}

/** Scales a clip until it covers a size, and cuts off the rest. */
export interface ResizeWork {
  readonly kind: 'resize';
  readonly clip: Uint8Array;
  readonly size: PixelSize;
}

export type ClipWork = PrepareWork | PickWork | AppendWork | ResizeWork;

export interface ClipResults {
  readonly prepare: PreparedClip;
  readonly pick: readonly (readonly RawPicture[])[] | undefined;
  readonly append: Uint8Array;
  readonly resize: Uint8Array;
}

/**
 * Comes before the answer: the clip is finished, and its pictures follow. If they take too
 * long, it is stored without them.
 */
export interface ClipProgress {
  readonly preparedClip: PreparedClip;
}

export type ClipAnswer =
  | { readonly ok: true; readonly result: Awaited<ReturnType<typeof doClipWork>> }
  | { readonly ok: false; readonly reason: Reason };

/** Ten minutes at 60 frames per second. */
const maxFrames = 36_000;

/** The result does not contain what `onProgress` has received. */
export async function doClipWork(
  work: ClipWork,
  onProgress: (progress: ClipProgress) => Promise<void>,
): Promise<ClipResults[keyof ClipResults] | Pick<PreparedClip, 'pictures'>> {
  if (work.kind === 'prepare') {
    const preparedClip = await prepareClip(work);
    await onProgress({ preparedClip });
    const pictures = await pickFrames(preparedClip.bytes, work.picks).catch(ignoreCostly);
    return pictures ? { pictures } : {};
  }
  if (work.kind === 'append') return appendClip(work.first, (await openClip(work.second)).openedClip);
  if (work.kind === 'resize') return resizeClip(work);
  await probeWithinLimits(work.clip);
  return pickFrames(work.clip, work.picks);
}

/** A clip whose pictures take too much time or memory is stored without them. Throws other errors. */
function ignoreCostly(error: unknown): undefined {
  if (!(error instanceof ClipError && error.reason.code === 'clip_costly')) throw error;
}

async function resizeClip({ clip, size }: ResizeWork): Promise<Uint8Array> {
  const resizedClip = await cropClip(clip, await probeWithinLimits(clip), encodableSize(size));
  if (!resizedClip) throw new ClipError(reason('clip_codec'));
  return resizedClip;
}

async function prepareClip({ clip, requestedSize, tags }: PrepareWork): Promise<PreparedClip> {
  const { openedClip, facts: before } = await openClip(clip);
  const croppedClip =
    (await cropToAspect(openedClip, before, requestedSize)) ?? (await withoutHiddenEnd(openedClip, before));
  const { contentType, bytes } = await remuxClip(croppedClip ?? openedClip, tags);
  const facts = await probeClip(bytes);
  // What comes before the first readable key frame is left out.
  if (facts.frames < before.frames * leastDecoded)
    throw new ClipError(reason('clip_frames_read', { count: facts.frames, expected: before.frames }));
  return { contentType, bytes, facts, original: { width: before.width, height: before.height } };
}

/** Checks that a clip is within the limits. An animation is returned as an MP4. */
async function openClip(clip: Uint8Array): Promise<{ openedClip: Uint8Array; facts: ClipFacts }> {
  const openedClip = (await encodeAnimation(clip)) ?? clip;
  return { openedClip, facts: await probeWithinLimits(openedClip) };
}

async function probeWithinLimits(clip: Uint8Array): Promise<ClipFacts> {
  const facts = await probeClip(clip);
  const { width, height, frames, durationMs } = facts;
  if (width * height > maxPixels || width * height === 0)
    throw new ClipError(reason('clip_pixels', { size: `${width}x${height}`, limit: maxPixels }));
  if (frames > maxFrames) throw new ClipError(reason('clip_frames', { count: frames, limit: maxFrames }));
  if (!(durationMs > 0)) throw new ClipError(reason('clip_without_length'));
  return facts;
}

/**
 * Copies of frames would be shown longer than the edit list specifies, because the copy has none that cuts
 * the end. Returns undefined if nothing is cut, or if no decoder reads the clip: then all of it is delivered.
 */
async function withoutHiddenEnd(clip: Uint8Array, facts: ClipFacts): Promise<Uint8Array | undefined> {
  if (!hiddenFrames(await frameTimes(clip)).after) return undefined;
  return cropClip(clip, facts, encodableSize(facts));
}

/** Returns undefined if the clip stays as it is. */
async function cropToAspect(
  clip: Uint8Array,
  facts: ClipFacts,
  requestedSize: PixelSize,
): Promise<Uint8Array | undefined> {
  const size = adoptedSize(facts, requestedSize);
  if (size.width === facts.width && size.height === facts.height) return undefined;
  return cropClip(clip, facts, encodableSize(size));
}
