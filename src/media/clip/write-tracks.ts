/** Writes an MP4 of the video and the sound of other clips, without encoding anything again. */
import { reason } from '@kinora/shared/errors/reason';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type Rotation,
} from 'mediabunny';
import { ClipError } from './decode/clip-error.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';
import { finishedBytes } from './remux-clip.ts';

/** One of the clips that a track consists of, one after the other. */
export interface Part {
  readonly clip: Uint8Array;
  /** When the part begins in the track, in seconds. Absent means at the beginning. */
  readonly at?: number;
  /**
   * When the next part begins, in seconds. The packets after that are left out: sound often ends a little
   * after the last frame.
   */
  readonly until?: number;
}

/**
 * The parts of one track must have the same codec and settings, and show their frames alike. Without
 * sound parts, the clip is silent.
 */
export async function writeTracks(video: readonly Part[], sound: readonly Part[]): Promise<Uint8Array> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  const frames = new EncodedVideoPacketSource(await readCodec(video[0], videoTrack));
  output.addVideoTrack(frames, await readDisplay(video[0]));
  const samples =
    sound.length > 0 ? new EncodedAudioPacketSource(await readCodec(sound[0], audioTrack)) : undefined;
  if (samples) output.addAudioTrack(samples);
  await output.start();
  const copyVideo = copyParts(video, async (input, part) => {
    const track = await videoTrack(input);
    const decoderConfig = await readDecoderConfig(track);
    for await (const packet of movePackets(input, track, part)) await frames.add(packet, { decoderConfig });
  }).then(() => frames.close());
  const copySound = copyParts(sound, async (input, part) => {
    const track = await audioTrack(input);
    const decoderConfig = await readDecoderConfig(track);
    for await (const packet of movePackets(input, track, part)) await samples?.add(packet, { decoderConfig });
  }).then(() => samples?.close());
  await Promise.all([copyVideo, copySound]);
  await output.finalize();
  return finishedBytes(output);
}

async function copyParts(
  parts: readonly Part[],
  copy: (input: Input, part: Part) => Promise<void>,
): Promise<void> {
  for (const part of parts) await withClip(part.clip, input => copy(input, part));
}

/** Returns how players turn and mirror the frames. */
async function readDisplay(part: Part | undefined): Promise<{ rotation?: Rotation; flip?: boolean }> {
  if (!part) return {};
  return withClip(part.clip, async input => {
    const track = await videoTrack(input);
    return { rotation: await track.getRotation(), flip: await track.getFlip() };
  });
}

async function readCodec<Codec>(
  part: Part | undefined,
  pickTrack: (input: Input) => Promise<{ getCodec(): Promise<Codec | null> }>,
): Promise<Codec> {
  if (!part) throw new ClipError(reason('clip_without_parts'));
  const codec = await withClip(part.clip, async input => (await pickTrack(input)).getCodec());
  if (codec === null) throw new ClipError(reason('clip_codec_unknown'));
  return codec;
}

async function readDecoderConfig<Config>(track: {
  getDecoderConfig(): Promise<Config | null>;
}): Promise<Config> {
  const config = await track.getDecoderConfig();
  if (!config) throw new ClipError(reason('clip_config'));
  return config;
}

async function audioTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new ClipError(reason('clip_without_sound'));
  return track;
}

/** The packets of a track, so that the first frame of its clip is shown at `at`, and sound stays in sync. */
async function* movePackets(
  input: Input,
  track: InputVideoTrack | InputAudioTrack,
  { at = 0, until = Number.POSITIVE_INFINITY }: Part,
): AsyncGenerator<EncodedPacket> {
  const start = Math.max(0, await (await videoTrack(input)).getFirstTimestamp());
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp - start + at;
    // Only the first part may have an encoder's lead-in, which lies before time 0.
    const isLeadIn = at === 0 && start === 0 && packet.timestamp < 0;
    if ((timestamp < at && !isLeadIn) || timestamp >= until) continue;
    yield packet.clone({ timestamp, duration: Math.min(packet.duration, until - timestamp) });
  }
}
