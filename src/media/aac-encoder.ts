/** Sound to AAC-LC packets, by the wasm encoder of the package @mediabunny/aac-encoder (FFmpeg's, in a thread of its own). */
import {
  AudioSample,
  AudioSampleSource,
  type EncodedPacket,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import type { Sound } from './sound-track.ts';

export interface AacSound {
  /** The first is the encoder's run-up: it sounds before 0 and is not to be heard. */
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

/** Samples that the encoder's first packet lies ahead of the sound. */
const runUpSamples = 1024;
const bitsPerSecond = 128_000;

export async function encodeAac({ samples, sampleRate }: Sound): Promise<AacSound> {
  // Loaded with the first sound: most clips have none.
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  // May be repeated.
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
      data: joined(samples),
      sampleRate,
      numberOfChannels: samples.length,
      timestamp: -runUpSamples / sampleRate,
    });
    await source.add(sample);
    sample.close();
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  if (!decoderConfig) throw new Error('The AAC encoder wrote no decoder configuration.');
  return { packets, decoderConfig };
}

function joined(sides: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(sides.reduce((sum, side) => sum + side.length, 0));
  let from = 0;
  for (const side of sides) {
    all.set(side, from);
    from += side.length;
  }
  return all;
}
