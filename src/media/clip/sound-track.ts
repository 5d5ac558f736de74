/** Adds sound to a finished clip. */
import { reason } from '@kinora/shared/errors/reason';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { type AacSound, encodeAac, type Sound } from './encode/aac-encoder.ts';
import { clearClipTimes } from './clip-times.ts';
import { ClipError } from './decode/clip-error.ts';

/**
 * Returns the clip with this sound as AAC, starting at the first frame. Frames and tags are copied
 * unchanged. Sound that is longer than the clip is cut off. Throws ClipError if the clip is not
 * readable or already has sound.
 */
export async function addSound(clip: Uint8Array, sound: Sound): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(clip), formats: [MP4] });
  try {
    const { track, tags, seconds } = await readClip(input);
    const { packets, decoderConfig } = await encodeAac(cut(sound, seconds));
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new BufferTarget(),
    });
    const picture = new EncodedVideoPacketSource('avc');
    const audio = new EncodedAudioPacketSource('aac');
    const { averagePacketRate } = await track.computePacketStats();
    output.addVideoTrack(picture, { frameRate: Math.round(averagePacketRate * 1000) / 1000 });
    output.addAudioTrack(audio);
    output.setMetadataTags(tags);
    await output.start();
    await Promise.all([
      copyFrames(track, picture),
      addPackets(audio, { decoderConfig, packets: cutPackets(packets, seconds) }),
    ]);
    await output.finalize();
    if (!output.target.buffer) throw new ClipError(reason('clip_unfinished'));
    return clearClipTimes(new Uint8Array(output.target.buffer));
  } finally {
    input.dispose();
  }
}

async function readClip(input: Input) {
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new ClipError(reason('clip_without_video'));
    if (await input.getPrimaryAudioTrack()) throw new ClipError(reason('clip_with_sound'));
    return { track, tags: await input.getMetadataTags(), seconds: await track.computeDuration() };
  } catch (error) {
    if (error instanceof ClipError) throw error;
    throw new ClipError(reason('clip_not_mp4'), error);
  }
}

function cut(sound: Sound, seconds: number): Sound {
  const length = Math.round(seconds * sound.sampleRate);
  return { ...sound, samples: sound.samples.map(channel => channel.subarray(0, length)) };
}

async function copyFrames(track: InputVideoTrack, source: EncodedVideoPacketSource): Promise<void> {
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new ClipError(reason('clip_config'));
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig });
  source.close();
}

/**
 * The encoder fills its last packet with silence, so the length of that packet is set to the audible part.
 */
function cutPackets(packets: readonly EncodedPacket[], seconds: number): EncodedPacket[] {
  return packets
    .filter(({ timestamp }) => timestamp < seconds)
    .map(packet => packet.clone({ duration: Math.min(packet.duration, seconds - packet.timestamp) }));
}

async function addPackets(
  source: EncodedAudioPacketSource,
  { packets, decoderConfig }: AacSound,
): Promise<void> {
  for (const packet of packets) await source.add(packet, { decoderConfig });
  source.close();
}
