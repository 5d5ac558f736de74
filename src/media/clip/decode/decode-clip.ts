/** Decodes the frames of a clip. Runs in a process of its own (clip-process.ts), because the bytes come from outside. */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import type { PixelSize } from '../../picture/picture-file.ts';
import type { RawPicture } from '../../picture/picture.ts';
import { ClipError, videoTrack, withClip } from '../open-clip.ts';
import { openVideoDecoder } from './open-video-decoder.ts';
import { presentationOf, upright } from './upright.ts';
import type { YuvFrame } from './video-decoder.ts';
import { type YuvColors, yuvToRgba } from './yuv-to-rgba.ts';

/** A frame, converted only on request. */
export interface DecodedFrame {
  /** In order of time, from 0. */
  readonly index: number;
  /** As players show it: turned, mirrored and stretched. May be called until the callback ends. */
  toPicture(): Promise<RawPicture>;
}

/** Containers and frames may differ by the blocks that a codec fills up. */
const sizeTolerance = 16;
/** Some encoders leave frames at the end that cannot be shown. */
export const leastDecoded = 0.9;

/**
 * Calls `onFrame` with every frame of the clip in order of time, each when the one before has been dealt with. Returns how many there were,
 * or undefined if no decoder reads the clip. Throws ClipError if the clip is damaged, or if its frames are not what its container says.
 */
export async function decodeClip(
  clip: Uint8Array,
  onFrame: (frame: DecodedFrame) => Promise<void> | void,
): Promise<number | undefined> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const declared = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
    const colors = await colorsOf(track, declared);
    const presentation = await presentationOf(track);
    const decoder = await openVideoDecoder(track);
    if (!decoder) return undefined;
    const checkSize = sizeCheck(declared);
    let count = 0;
    const take = async (frames: Iterable<YuvFrame>): Promise<void> => {
      for (const frame of frames) {
        checkSize(frame);
        const toPicture = () => upright(yuvToRgba(frame, colors), presentation);
        await onFrame({ index: count++, toPicture });
      }
    };
    let packets = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      await take(decoder.decode(data));
      packets++;
    }
    await take(decoder.flush());
    if (count < Math.max(1, packets * leastDecoded))
      throw new ClipError(`Only ${count} of ${packets} frames can be decoded.`);
    return count;
  });
}

/** The first frame must have about the size that the container says, and all others the size of the first. */
function sizeCheck(declared: PixelSize): (frame: PixelSize) => void {
  const isNear = (one: number, other: number) => Math.abs(one - other) < sizeTolerance;
  let first: PixelSize | undefined;
  return ({ width, height }) => {
    if (first && (width !== first.width || height !== first.height))
      throw new ClipError(
        `The size of the clip changes from ${first.width}x${first.height} to ${width}x${height}.`,
      );
    if (!first && !(isNear(width, declared.width) && isNear(height, declared.height)))
      throw new ClipError(
        `The clip says that it has ${declared.width}x${declared.height} pixels, and has ${width}x${height}.`,
      );
    first ??= { width, height };
  };
}

/** What is not declared is what players assume: BT.709 for HD, BT.601 below, limited range. */
async function colorsOf(track: InputVideoTrack, { height }: PixelSize): Promise<YuvColors> {
  const { matrix, fullRange } = await track.getColorSpace();
  const isFullRange = fullRange ?? false;
  if (matrix === 'bt709') return { matrix, isFullRange };
  if (matrix === 'smpte170m' || matrix === 'bt470bg') return { matrix: 'bt601', isFullRange };
  return { matrix: height >= 720 ? 'bt709' : 'bt601', isFullRange };
}
