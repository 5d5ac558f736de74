/**
 * Decodes the frames of a clip. Runs in a process of its own (clip-process.ts), because
 * the bytes come from outside.
 */
import { sizeText } from '../../picture/size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import type { PixelSize } from '../../picture/picture-file.ts';
import type { RawPicture } from '../../picture/picture.ts';
import { ClipError } from './clip-error.ts';
import { videoTrack, withClip } from './open-clip.ts';
import { openVideoDecoder } from './open-video-decoder.ts';
import { type Segment, findSegments, segmentsWith, wholeSegment } from './segments.ts';
import { type Presentation, readPresentation, turnUpright } from './upright.ts';
import type { YuvColors } from './yuv-to-rgba.ts';

/** A frame, converted only on request. */
export interface DecodedFrame {
  /** The position in the order of time, from 0. */
  readonly index: number;
  /**
   * Returns the frame as players show it: turned, mirrored and stretched. May be called until the callback
   * ends.
   */
  toPicture(): Promise<RawPicture>;
}

/** Containers and frames may differ by the blocks that a codec fills up. */
const sizeTolerance = 16;
/** Some encoders leave frames at the end that cannot be shown. */
export const leastDecoded = 0.9;

/**
 * A clip of more pixels than this, in all frames together, is not decoded whole if only some frames
 * are needed: 4K for ten seconds.
 */
const wholePixels = 2_000_000_000;

export interface DecodeOptions {
  /**
   * The only frames of a large clip that are needed. Some others come with them. Absent means all of them.
   */
  readonly neededFrames?: readonly number[];
  readonly maxWholePixels?: number;
}

/**
 * Calls `onFrame` with every frame of the clip in order of time, each when the one before has been dealt
 * with. Returns how many there were, or undefined if no decoder reads the clip. Throws ClipError if the clip
 * is damaged, or if its frames are not what its container declares.
 */
export async function decodeClip(
  clip: Uint8Array,
  onFrame: (frame: DecodedFrame) => Promise<void> | void,
  { neededFrames, maxWholePixels = wholePixels }: DecodeOptions = {},
): Promise<number | undefined> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const declaredSize = { width: await track.getCodedWidth(), height: await track.getCodedHeight() };
    const segments = await findSegments(track);
    const frames = segments.reduce((sum, { packets }) => sum + packets, 0);
    const isWhole = !neededFrames || declaredSize.width * declaredSize.height * frames <= maxWholePixels;
    const reading = {
      track,
      colors: await readColors(track, declaredSize),
      presentation: await readPresentation(track),
      checkSize: sizeCheck(declaredSize),
      onFrame,
    };
    let [decoded, expected] = [0, 0];
    for (const { until, ...segment } of isWhole
      ? [wholeSegment(frames)]
      : segmentsWith(neededFrames, segments)) {
      const count = await decodeSegment(reading, segment, until);
      if (count === undefined) return undefined;
      decoded += count;
      expected += until === undefined ? segment.packets : count;
    }
    if (decoded < Math.max(1, expected * leastDecoded))
      throw new ClipError(reason('clip_frames_decoded', { count: decoded, expected }));
    return decoded;
  });
}

interface DecodePass {
  readonly track: InputVideoTrack;
  readonly colors: YuvColors;
  readonly presentation: Presentation;
  readonly checkSize: (frame: PixelSize) => void;
  readonly onFrame: (frame: DecodedFrame) => Promise<void> | void;
}

/** Stops after the frame `until`. Returns how many frames there were, undefined if no decoder reads them. */
async function decodeSegment(
  { track, colors, presentation, checkSize, onFrame }: DecodePass,
  segment: Segment,
  until = Number.POSITIVE_INFINITY,
): Promise<number | undefined> {
  const decode = await openVideoDecoder(track);
  if (!decode) return undefined;
  let count = 0;
  for await (const frame of decode(packetsIn(track, segment))) {
    checkSize(frame);
    const index = segment.index + count++;
    await onFrame({ index, toPicture: () => turnUpright(frame.toPicture(colors), presentation) });
    if (index >= until) break;
  }
  return count;
}

async function* packetsIn(
  track: InputVideoTrack,
  { packets, startsAt }: Segment,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const first = startsAt === undefined ? undefined : await sink.getPacket(startsAt);
  let remainingPackets = packets;
  for await (const packet of sink.packets(first ?? undefined)) {
    yield packet;
    if (--remainingPackets === 0) return;
  }
}

/**
 * The first frame must have about the size that the container declares, and all others the size of the first.
 */
function sizeCheck(declaredSize: PixelSize): (frame: PixelSize) => void {
  const isNear = (one: number, other: number) => Math.abs(one - other) < sizeTolerance;
  let first: PixelSize | undefined;
  return ({ width, height }) => {
    if (first && (width !== first.width || height !== first.height))
      throw new ClipError(reason('clip_size_changes', { from: sizeText(first), to: `${width}x${height}` }));
    if (!first && !(isNear(width, declaredSize.width) && isNear(height, declaredSize.height)))
      throw new ClipError(
        reason('clip_size_claimed', { claimed: sizeText(declaredSize), size: `${width}x${height}` }),
      );
    first ??= { width, height };
  };
}

/** Players assume this where the track declares nothing: BT.709 for HD, BT.601 below, limited range. */
async function readColors(track: InputVideoTrack, { height }: PixelSize): Promise<YuvColors> {
  const { matrix, fullRange } = await track.getColorSpace();
  const isFullRange = fullRange ?? false;
  if (matrix === 'bt709') return { matrix, isFullRange };
  if (matrix === 'smpte170m' || matrix === 'bt470bg') return { matrix: 'bt601', isFullRange };
  return { matrix: height >= 720 ? 'bt709' : 'bt601', isFullRange };
}
