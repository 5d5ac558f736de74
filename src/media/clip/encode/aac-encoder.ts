/**
 * Encodes sound as AAC-LC packets with the package @mediabunny/aac-encoder (FFmpeg's encoder as
 * WebAssembly, in a separate thread).
 */
import {
  AudioSample,
  AudioSampleSource,
  type EncodedPacket,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { EncoderError } from './encoder-error.ts';

export interface Sound {
  /** One list per channel, left first, all of the same length. Values from -1 to 1. */
  readonly samples: readonly Float32Array[];
  readonly sampleRate: number;
  /** The sound repeats without a gap. Absent if it begins and ends in silence. */
  readonly loops?: boolean;
}

export interface AacSound {
  /** The first packet is the encoder's lead-in. It lies before time 0 and must not be heard. */
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

/** Length of the encoder's lead-in, in samples. */
const leadInSamples = 1024;
/**
 * Samples of a loop that are encoded before its beginning and after its end: whole packets,
 * enough for the bit rate to settle.
 */
const aroundSamples = leadInSamples * 16;
const bitsPerSecond = 128_000;

export async function encodeAac(sound: Sound): Promise<AacSound> {
  const { sampleRate, loops = false } = sound;
  // Silence around a loop would be heard as a click or a gap where it starts again.
  const samples = loops ? sound.samples.map(withLoopContext) : sound.samples;
  const contextSamples = loops ? aroundSamples : 0;
  // Loaded only when needed, because most clips have no sound.
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  // Calling it again has no effect.
  registerAacEncoder();
  const packets: EncodedPacket[] = [];
  let decoderConfig: AudioDecoderConfig | undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: bitsPerSecond,
    onEncodedPacket: (packet, meta) => {
      packets.push(packet);
      decoderConfig ??= meta?.decoderConfig;
    },
  });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new NullTarget() });
  output.addAudioTrack(source);
  try {
    await output.start();
    const sample = new AudioSample({
      format: 'f32-planar',
      data: joinChannels(samples),
      sampleRate,
      numberOfChannels: samples.length,
      timestamp: -(contextSamples + leadInSamples) / sampleRate,
    });
    await source.add(sample);
    sample.close();
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  if (!decoderConfig) throw new EncoderError('The AAC encoder wrote no decoder configuration.');
  const start = -(leadInSamples + 0.5) / sampleRate;
  return { packets: packets.filter(({ timestamp }) => timestamp > start), decoderConfig };
}

/** The channel, preceded by its end and followed by its beginning. */
function withLoopContext(channel: Float32Array): Float32Array {
  const { length } = channel;
  return Float32Array.from(
    { length: length + aroundSamples * 2 },
    (_, index) => channel[(((index - aroundSamples) % length) + length) % length]!,
  );
}

function joinChannels(channels: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(channels.reduce((sum, channel) => sum + channel.length, 0));
  let from = 0;
  for (const channel of channels) {
    all.set(channel, from);
    from += channel.length;
  }
  return all;
}
