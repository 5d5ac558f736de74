/** Chooses the decoder that reads a track. */
import { EncodedPacketSink, type InputVideoTrack, type VideoCodec } from 'mediabunny';
import { readAvcDescription } from './annex-b.ts';
import { isProgressive420 } from './avc-sequence.ts';
import type { VideoDecoder } from './video-decoder.ts';

/**
 * Kinds of each codec that are decoded, by the codec string (RFC 6381): 8 bits, and 4:2:0
 * where it names the sampling.
 */
const readable: Partial<Record<VideoCodec, RegExp>> = {
  // Constrained baseline, main, high. Fields and other samplings are found below.
  avc: /^avc[13]\.(42|4d|64)/i,
  hevc: /^(hev|hvc)1\.1\./,
  vp8: /^vp8$|^vp08/,
  vp9: /^vp9$|^vp09\.00\.\d+\.08/,
  av1: /^av01\.0\.\d+[MH]\.08/,
};

/** The type of a unit that is a sequence parameter set (ITU-T H.264, table 7-1). */
const sequenceSet = 7;

/**
 * Opens a decoder for a track: H.264 and VP8 of key frames only are read by what Kinora has, everything else
 * by ffmpeg if this machine has it. Returns undefined if there is none for its codec or its kind of it.
 */
export async function openVideoDecoder(track: InputVideoTrack): Promise<VideoDecoder | undefined> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (codec === null || !config || !readable[codec]?.test(config.codec)) return undefined;
  const description = config.description && toBytes(config.description);
  // Each is loaded only when needed: most clips need one of them or none.
  if (codec === 'avc') {
    if (description && !isReadableAvc(description)) return undefined;
    return (await import('./h264-decoder.ts')).openH264Decoder(description);
  }
  if (codec === 'vp8' && (await hasOnlyKeyFrames(track)))
    return (await import('./vp8-pictures.ts')).decodeVp8;
  return (await import('./ffmpeg-decoder.ts')).openFfmpegDecoder(codec, description);
}

/** The codec string names neither fields nor, for the high profile, the sampling. */
function isReadableAvc(description: Uint8Array): boolean {
  const { units } = readAvcDescription(description);
  return units.filter(unit => ((unit[0] ?? 0) & 0x1f) === sequenceSet).every(isProgressive420);
}

async function hasOnlyKeyFrames(track: InputVideoTrack): Promise<boolean> {
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { type } of packets) if (type !== 'key') return false;
  return true;
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
