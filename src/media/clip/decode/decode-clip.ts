/** Decodes the frames of a clip. Runs in a process of its own (clip-process.ts), because the bytes come from outside. */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import type { PixelSize } from '../../picture/picture-file.ts';
import type { RawPicture } from '../../picture/picture.ts';
import { ClipError, videoTrack, withClip } from '../open-clip.ts';
import { openVideoDecoder } from './open-video-decoder.ts';
import type { YuvFrame } from './video-decoder.ts';
import { type YuvColors, yuvToRgba } from './yuv-to-rgba.ts';

/** A frame, converted only on request. */
export interface DecodedFrame {
  /** In order of time, from 0. */
  readonly index: number;
  /** May be called until the callback ends. */
  toPicture(): RawPicture;
}

/** Containers and frames may differ by the blocks that a codec fills up. */
const sizeTolerance = 16;
/** Some encoders leave frames at the end that cannot be shown. */
export const leastDecoded = 0.9;

/**
 * Calls `onFrame` with every frame of the clip, and waits for it before it goes on. Returns how many there were, or undefined if no decoder reads the clip. Throws ClipError if
 * the clip is damaged, or if its frames are not what its container says.
 */
export async function decodeClip(
  clip: Uint8Array,
  onFrame: (frame: DecodedFrame) => Promise<void> | void,
): Promise<number | undefined> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const declared = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
    const colors = await colorsOf(track, declared);
    let count = 0;
    const pending: unknown[] = [];
    const decoder = await openVideoDecoder(track, frame => {
      if (count === 0) checkSize(frame, declared);
      pending.push(onFrame({ index: count++, toPicture: () => yuvToRgba(frame, colors) }));
    });
    if (!decoder) return undefined;
    let packets = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      decoder.decode(data);
      await Promise.all(pending.splice(0));
      packets++;
    }
    decoder.flush();
    await Promise.all(pending);
    if (count < Math.max(1, packets * leastDecoded))
      throw new ClipError(`Only ${count} of ${packets} frames can be decoded.`);
    return count;
  });
}

function checkSize(frame: YuvFrame, declared: PixelSize): void {
  const isNear = (one: number, other: number) => Math.abs(one - other) < sizeTolerance;
  if (isNear(frame.width, declared.width) && isNear(frame.height, declared.height)) return;
  throw new ClipError(
    `The clip says that it has ${declared.width}x${declared.height} pixels, and has ${frame.width}x${frame.height}.`,
  );
}

/** What is not declared is what players assume: BT.709 for HD, BT.601 below, limited range. */
async function colorsOf(track: InputVideoTrack, { height }: PixelSize): Promise<YuvColors> {
  const { matrix, fullRange } = await track.getColorSpace();
  const isFullRange = fullRange ?? false;
  if (matrix === 'bt709') return { matrix, isFullRange };
  if (matrix === 'smpte170m' || matrix === 'bt470bg') return { matrix: 'bt601', isFullRange };
  return { matrix: height >= 720 ? 'bt709' : 'bt601', isFullRange };
}
