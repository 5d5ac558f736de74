/** Encodes frames as an H.264 MP4 that plays while it loads, changes the tags of a clip, and inspects clips. */
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  Logging,
  LogLevel,
  type MetadataTags,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { rgbaToYuv420 } from './clip-frame.ts';
import { clearClipTimes } from './clip-times.ts';
import { createH264Encoder } from './h264-encoder.ts';
import { mp4Boxes } from './mp4-boxes.ts';

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

export interface ClipTags {
  readonly title?: string;
  readonly comment?: string;
  /** ISO 8601. Players show the day. */
  readonly createdAt?: string;
}

export interface ClipEncoder {
  /** Encodes the frame immediately, so the buffer can be reused. It has width x height x 4 bytes; alpha is ignored. */
  addFrame(rgba: Uint8Array | Uint8ClampedArray): void;
  /** Returns the complete MP4 in its own buffer. Call it once, after at least one frame. */
  finish(tags: ClipTags): Promise<Uint8Array>;
  /** Frees the encoder's memory. Always call it, also after errors. Can be called again. */
  close(): void;
}

export interface ClipFacts {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly framesPerSecond: number;
  readonly frames: number;
  /** `avc` is H.264. */
  readonly codec: string;
  /** Whether the index comes before the media, so that the clip plays while it loads. */
  readonly moovFirst: boolean;
  /** Absent if the clip is silent. */
  readonly sound?: SoundFacts;
}

export interface SoundFacts {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly durationMs: number;
}

/** Thrown for options that cannot be encoded and for bytes that are not a readable clip. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
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
          `A frame of ${width}x${height} has ${width * height * 4} bytes, not ${rgba.length}.`,
        );
      }
      rgbaToYuv420(rgba, yuv, width);
      encoder.addFrame(yuv);
      frames++;
    },
    finish: async tags => {
      if (frames === 0) throw new ClipError('A clip needs at least one frame.');
      return timeFrames(encoder.finish(), framesPerSecond, tags);
    },
    close: () => encoder.close(),
  };
}

/** Reads the properties of a clip. Throws ClipError if it is not a readable MP4 or is truncated. */
export async function probeClip(bytes: Uint8Array): Promise<ClipFacts> {
  return withInput(bytes, async input => {
    const track = await videoTrack(input);
    const [width, height, codec, { packetCount: frames }] = await Promise.all([
      track.getDisplayWidth(),
      track.getDisplayHeight(),
      track.getCodec(),
      track.computePacketStats(),
    ]);
    if (codec === null || frames === 0) throw new ClipError('The clip has no readable frames.');
    for (const each of await input.getTracks()) await readLastPacket(each);
    const start = await track.getFirstTimestamp();
    const seconds = (await track.computeDuration()) - start;
    return {
      width,
      height,
      durationMs: Math.round(seconds * 1000),
      framesPerSecond: Math.round((frames / seconds) * 1000) / 1000,
      frames,
      codec,
      moovFirst: isMoovFirst(bytes),
      ...(await soundFacts(input)),
    };
  });
}

/**
 * Joins clips of one size and frame rate from `openClipEncoder`. Each begins with a key frame, so nothing is encoded again. This lets
 * several threads share the work on a clip.
 */
export function joinClips(parts: readonly Uint8Array[], framesPerSecond: number): Promise<Uint8Array> {
  return writeClip(parts, framesPerSecond, {});
}

/** Returns the clip with its index first and with these tags. Video and sound are copied, not encoded again. */
export async function retagClip(bytes: Uint8Array, tags: ClipTags): Promise<Uint8Array> {
  return withInput(bytes, async input => {
    await videoTrack(input);
    const output = openOutput();
    const conversion = await Conversion.init({
      input,
      output,
      tags: metadataTags(tags),
      showWarnings: false,
    });
    const lost = conversion.discardedTracks.some(
      ({ track }) => track.type === 'video' || track.type === 'audio',
    );
    if (!conversion.isValid || lost) throw new ClipError('The clip has tracks that cannot be copied.');
    await conversion.execute();
    return finishedBytes(output);
  });
}

function checkOptions({ width, height, framesPerSecond }: ClipOptions): void {
  for (const [name, pixels] of Object.entries({ width, height })) {
    if (Number.isInteger(pixels) && pixels % 2 === 0 && pixels >= 16 && pixels <= 4096) continue;
    throw new ClipError(`The ${name} of a clip must be an even number from 16 to 4096, not ${pixels}.`);
  }
  if (framesPerSecond >= 1 && framesPerSecond <= 120) return;
  throw new ClipError(`A clip has 1 to 120 frames per second, not ${framesPerSecond}.`);
}

/** The encoder's file has its index at the end and no colour information, so it is rewritten with exact times for every frame. */
function timeFrames(bytes: Uint8Array, framesPerSecond: number, tags: ClipTags): Promise<Uint8Array> {
  return writeClip([bytes], framesPerSecond, tags);
}

/** The frames of all parts, one after the other, with exact times. */
async function writeClip(
  parts: readonly Uint8Array[],
  framesPerSecond: number,
  tags: ClipTags,
): Promise<Uint8Array> {
  const output = openOutput();
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  output.setMetadataTags(metadataTags(tags));
  await output.start();
  let frames = 0;
  for (const part of parts) frames = await copyFrames(part, source, { framesPerSecond, from: frames });
  await output.finalize();
  return finishedBytes(output);
}

/** Returns the number of frames written so far. */
function copyFrames(
  bytes: Uint8Array,
  source: EncodedVideoPacketSource,
  { framesPerSecond, from }: { framesPerSecond: number; from: number },
): Promise<number> {
  return withInput(bytes, async input => {
    const track = await videoTrack(input);
    const decoderConfig = await track.getDecoderConfig();
    if (!decoderConfig) throw new ClipError('The encoder wrote no decoder configuration.');
    const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
    let index = from;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      // The encoder marks every frame as a key frame, so the type is read from the frame itself.
      const type = (await track.determinePacketType(packet)) ?? 'delta';
      const timestamp = index++ / framesPerSecond;
      const timed = packet.clone({ type, timestamp, duration: 1 / framesPerSecond });
      await source.add(timed, { decoderConfig: { ...decoderConfig, colorSpace } });
    }
    return index;
  });
}

function openOutput(): Output<Mp4OutputFormat, BufferTarget> {
  return new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
}

function finishedBytes({ target }: Output<Mp4OutputFormat, BufferTarget>): Uint8Array {
  if (!target.buffer) throw new ClipError('The clip was not finished.');
  return clearClipTimes(new Uint8Array(target.buffer));
}

function metadataTags({ title, comment, createdAt }: ClipTags): MetadataTags {
  return {
    ...(title !== undefined && { title }),
    ...(comment !== undefined && { comment }),
    ...(createdAt !== undefined && { date: new Date(createdAt) }),
    raw: { '©too': 'Kinora' },
  };
}

/** Runs `work` on the opened bytes. Errors of the reader become ClipErrors. */
async function withInput<Result>(
  bytes: Uint8Array,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  try {
    return await work(input);
  } catch (error) {
    if (error instanceof ClipError) throw error;
    throw new ClipError('This is not a readable MP4 clip.', { cause: error });
  } finally {
    input.dispose();
  }
}

async function videoTrack(input: Input) {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new ClipError('The clip has no video.');
  return track;
}

async function soundFacts(input: Input): Promise<{ sound?: SoundFacts }> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return {};
  const [codec, sampleRate, channels, seconds] = await Promise.all([
    track.getCodec(),
    track.getSampleRate(),
    track.getNumberOfChannels(),
    track.computeDuration(),
  ]);
  return {
    sound: { codec: codec ?? 'unknown', sampleRate, channels, durationMs: Math.round(seconds * 1000) },
  };
}

/** A truncated file may have its index, but not the bytes that the index refers to. */
async function readLastPacket(track: InputTrack): Promise<void> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) throw new ClipError('The clip is cut off.');
}

function isMoovFirst(bytes: Uint8Array): boolean {
  const types = [...mp4Boxes(bytes)].map(box => box.toString('latin1', 4, 8));
  const [index, media] = [types.indexOf('moov'), types.indexOf('mdat')];
  return index >= 0 && (media < 0 || index < media);
}
