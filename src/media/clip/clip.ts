/** Encodes frames as an H.264 MP4 that plays while it loads, and joins such clips. */
import { reason } from '@kinora/shared/errors/reason';
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Logging,
  LogLevel,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { rgbaToYuv420 } from './encode/clip-frame.ts';
import { createH264Encoder } from './encode/h264-encoder.ts';
import { ClipError } from './decode/clip-error.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';
import type { ClipTags } from '../provenance/clip-tags.ts';
import { finishedBytes, metadataTags } from './remux-clip.ts';

export { type ClipFacts, probeClip } from './probe-clip.ts';
export { remuxClip } from './remux-clip.ts';

// Problems are reported as errors. The library must not write to the server's log.
Logging.level = LogLevel.Silent;

export interface ClipOptions {
  /** Even, 16-4096. */
  readonly width: number;
  readonly height: number;
  /** 1-120. */
  readonly framesPerSecond: number;
  /** `good` by default. Each step up roughly doubles the size of the file. */
  readonly quality?: 'draft' | 'good' | 'best';
}

export interface ClipEncoder {
  /** Encodes the frame immediately, so the buffer can be reused. It has width x height x 4 bytes; alpha is ignored. */
  addFrame(rgba: Uint8Array | Uint8ClampedArray): void;
  /**
   * Returns the complete MP4 in its own buffer. Call it once, after at least one frame. `times` says when each frame is shown, in seconds, and
   * after them when the clip ends; without it, all frames last equally long.
   */
  finish(tags: ClipTags, times?: readonly number[]): Promise<Uint8Array>;
  /** Frees the encoder's memory. Always call it, also after errors. Can be called again. */
  close(): void;
}

/** Quantizer, 10 (best) to 51. */
const QUANTIZERS = { draft: 24, good: 18, best: 14 } as const;

/**
 * Opens an encoder in this thread: constrained baseline H.264, BT.709, a key frame every second. A frame of
 * 1280x720 takes about 20 ms, so use a worker thread.
 */
export async function openClipEncoder(options: ClipOptions): Promise<ClipEncoder> {
  checkOptions(options);
  const { width, height, framesPerSecond, quality = 'good' } = options;
  const yuv = new Uint8Array((width * height * 3) / 2);
  const quantizer = QUANTIZERS[quality];
  const encoder = await createH264Encoder({ width, height, framesPerSecond, quantizer });
  let frames = 0;
  return {
    addFrame: rgba => {
      if (rgba.length !== width * height * 4) {
        throw new ClipError(
          reason('clip_frame_bytes', {
            size: `${width}x${height}`,
            wanted: width * height * 4,
            bytes: rgba.length,
          }),
        );
      }
      rgbaToYuv420(rgba, yuv, width);
      encoder.addFrame(yuv);
      frames++;
    },
    finish: async (tags, times) => {
      if (frames === 0) throw new ClipError(reason('clip_needs_frame'));
      // The encoder's file has its index at the end and no colour information, so it is rewritten.
      return writeClip([encoder.finish()], { framesPerSecond, tags, ...(times && { times }) });
    },
    close: () => encoder.close(),
  };
}

/**
 * Joins clips of one size and frame rate from `openClipEncoder`. Each begins with a key frame, so nothing is encoded again. This lets
 * several threads share the work on a clip.
 */
export function joinClips(parts: readonly Uint8Array[], framesPerSecond: number): Promise<Uint8Array> {
  return writeClip(parts, { framesPerSecond, tags: {} });
}

function checkOptions({ width, height, framesPerSecond }: ClipOptions): void {
  for (const [name, pixels] of Object.entries({ width, height })) {
    if (Number.isInteger(pixels) && pixels % 2 === 0 && pixels >= 16 && pixels <= 4096) continue;
    throw new ClipError(reason('clip_edge', { edge: name, pixels }));
  }
  if (framesPerSecond >= 1 && framesPerSecond <= 120) return;
  throw new ClipError(reason('clip_rate', { rate: framesPerSecond }));
}

interface Written {
  readonly framesPerSecond: number;
  readonly tags: ClipTags;
  readonly times?: readonly number[];
}

/** The frames of all parts, one after the other, with exact times. */
async function writeClip(
  parts: readonly Uint8Array[],
  { framesPerSecond, tags, times }: Written,
): Promise<Uint8Array> {
  const output = openOutput();
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, times ? {} : { frameRate: framesPerSecond });
  output.setMetadataTags(metadataTags(tags));
  await output.start();
  const timeOf = (index: number) =>
    times ? times[Math.min(index, times.length - 1)]! : index / framesPerSecond;
  let frames = 0;
  for (const part of parts) frames = await copyFrames(part, source, { timeOf, from: frames });
  await output.finalize();
  return finishedBytes(output);
}

/** Returns the number of frames written so far. */
function copyFrames(
  bytes: Uint8Array,
  source: EncodedVideoPacketSource,
  { timeOf, from }: { timeOf: (index: number) => number; from: number },
): Promise<number> {
  return withClip(bytes, async input => {
    const track = await videoTrack(input);
    const decoderConfig = await track.getDecoderConfig();
    if (!decoderConfig) throw new ClipError(reason('encoder_config'));
    const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
    let index = from;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      // The encoder marks every frame as a key frame, so the type is read from the frame itself.
      const type = (await track.determinePacketType(packet)) ?? 'delta';
      const timestamp = timeOf(index++);
      const timed = packet.clone({ type, timestamp, duration: timeOf(index) - timestamp });
      await source.add(timed, { decoderConfig: { ...decoderConfig, colorSpace } });
    }
    return index;
  });
}

function openOutput(): Output<Mp4OutputFormat, BufferTarget> {
  return new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
}
