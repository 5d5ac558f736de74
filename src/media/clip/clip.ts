/** Encodes frames as an H.264 MP4 that plays while it loads, and joins such clips. */
import { reason } from '@kinora/shared/errors/reason';
import {
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Logging,
  LogLevel,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { rgbaToYuv420 } from './encode/clip-frame.ts';
import { createH264Encoder, type H264Packet } from './encode/h264-encoder.ts';
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
  /**
   * Encodes the frame immediately, so the buffer can be reused. It has width x height
   * x 4 bytes; alpha is ignored.
   */
  addFrame(rgba: Uint8Array | Uint8ClampedArray): void;
  /**
   * Returns the complete MP4 in its own buffer. Call it once, after at least one frame. `times` are the times
   * at which the frames are shown, in seconds, followed by the end of the clip; without it, all frames last
   * equally long.
   */
  finish(tags: ClipTags, times?: readonly number[]): Promise<Uint8Array>;
  /** Frees the encoder's memory. Always call it, also after errors. Can be called again. */
  close(): void;
}

/** Quantizer, 10 (best) to 51. */
const QUANTIZERS = { draft: 23, good: 17, best: 13 } as const;
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/**
 * Opens an encoder in this thread: high profile of H.264, BT.709, a key frame every second. A frame of
 * 1280x720 takes about 40 ms, so use a worker thread.
 */
export async function openClipEncoder(options: ClipOptions): Promise<ClipEncoder> {
  checkOptions(options);
  const { width, height, framesPerSecond, quality = 'good' } = options;
  const yuv = new Uint8Array((width * height * 3) / 2);
  const quantizer = QUANTIZERS[quality];
  const encoder = await createH264Encoder({ width, height, framesPerSecond, quantizer });
  const packets: H264Packet[] = [];
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
      packets.push(encoder.addFrame(yuv));
    },
    finish: async (tags, times) => {
      if (packets.length === 0) throw new ClipError(reason('clip_needs_frame'));
      const write = (target: FrameTarget) => addPackets(packets, { width, height }, target);
      return writeClip(write, { framesPerSecond, tags, ...(times && { times }) });
    },
    close: () => encoder.close(),
  };
}

/**
 * Joins clips of one size and frame rate from `openClipEncoder`. Each begins with a key frame, so nothing is
 * encoded again. This lets several threads share the work on a clip.
 */
export function joinClips(parts: readonly Uint8Array[], framesPerSecond: number): Promise<Uint8Array> {
  const write = async (target: FrameTarget) => {
    let frames = 0;
    for (const part of parts) frames = await copyFrames(part, target, frames);
  };
  return writeClip(write, { framesPerSecond, tags: {} });
}

function checkOptions({ width, height, framesPerSecond }: ClipOptions): void {
  for (const [name, pixels] of Object.entries({ width, height })) {
    if (Number.isInteger(pixels) && pixels % 2 === 0 && pixels >= 16 && pixels <= 4096) continue;
    throw new ClipError(reason('clip_edge', { edge: name, pixels }));
  }
  if (framesPerSecond >= 1 && framesPerSecond <= 120) return;
  throw new ClipError(reason('clip_rate', { rate: framesPerSecond }));
}

interface WriteOptions {
  readonly framesPerSecond: number;
  readonly tags: ClipTags;
  readonly times?: readonly number[];
}

/** Where the frames of a clip are written. */
interface FrameTarget {
  readonly source: EncodedVideoPacketSource;
  /** When a frame is shown, in seconds. */
  readonly timeAt: (index: number) => number;
}

async function writeClip(
  writeFrames: (target: FrameTarget) => Promise<void>,
  { framesPerSecond, tags, times }: WriteOptions,
): Promise<Uint8Array> {
  const output = openOutput();
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, times ? {} : { frameRate: framesPerSecond });
  output.setMetadataTags(metadataTags(tags));
  await output.start();
  const timeAt = (index: number) =>
    times ? times[Math.min(index, times.length - 1)]! : index / framesPerSecond;
  await writeFrames({ source, timeAt });
  await output.finalize();
  return finishedBytes(output);
}

async function addPackets(
  packets: readonly H264Packet[],
  { width, height }: { readonly width: number; readonly height: number },
  { source, timeAt }: FrameTarget,
): Promise<void> {
  const decoderConfig = {
    codec: codecString(packets[0]!),
    codedWidth: width,
    codedHeight: height,
    colorSpace,
  };
  for (const [index, { bytes, isKey }] of packets.entries()) {
    const timestamp = timeAt(index);
    const packet = new EncodedPacket(
      bytes,
      isKey ? 'key' : 'delta',
      timestamp,
      timeAt(index + 1) - timestamp,
    );
    await source.add(packet, { decoderConfig });
  }
}

/**
 * The first packet begins with a sequence parameter set, and that with the profile, its
 * constraints and the level (RFC 6381).
 */
function codecString({ bytes }: H264Packet): string {
  return `avc1.${Buffer.from(bytes.subarray(5, 8)).toString('hex')}`;
}

/** Copies the frames of a clip. Returns the number of frames written so far. */
function copyFrames(bytes: Uint8Array, { source, timeAt }: FrameTarget, from: number): Promise<number> {
  return withClip(bytes, async input => {
    const track = await videoTrack(input);
    const decoderConfig = await track.getDecoderConfig();
    if (!decoderConfig) throw new ClipError(reason('encoder_config'));
    let index = from;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = timeAt(index++);
      const timedPacket = packet.clone({ timestamp, duration: timeAt(index) - timestamp });
      await source.add(timedPacket, { decoderConfig: { ...decoderConfig, colorSpace } });
    }
    return index;
  });
}

function openOutput(): Output<Mp4OutputFormat, BufferTarget> {
  return new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
}
