/** Chooses the decoder that reads a track. */
import type { InputVideoTrack, VideoCodec } from 'mediabunny';
import { readAvcDescription } from './annex-b.ts';
import { isProgressive420 } from './avc-sequence.ts';
import type { DecoderOptions, VideoDecoder } from './video-decoder.ts';

type OpenDecoder = (options: DecoderOptions) => Promise<VideoDecoder>;

/** Loaded only when needed: most clips need one of them or none. */
const decoders: Partial<Record<VideoCodec, () => Promise<OpenDecoder>>> = {
  avc: async () => (await import('./h264-decoder.ts')).openH264Decoder,
  hevc: async () => (await import('./hevc-decoder.ts')).openHevcDecoder,
  vp8: async () => (await import('./ogv-decoder.ts')).openVp8Decoder,
  vp9: async () => (await import('./ogv-decoder.ts')).openVp9Decoder,
  av1: async () => (await import('./ogv-decoder.ts')).openAv1Decoder,
};

/**
 * Kinds of each codec that its decoder reads, by the codec string (RFC 6381): 8 bits, and 4:2:0
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

/** Opens a decoder for a track. Undefined if there is none for its codec or its kind of it. */
export async function openVideoDecoder(track: InputVideoTrack): Promise<VideoDecoder | undefined> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (codec === null || !config || !readable[codec]?.test(config.codec)) return undefined;
  const load = decoders[codec];
  const description = config.description && bytesOf(config.description);
  if (codec === 'avc' && description && !isReadableAvc(description)) return undefined;
  const open = await load?.();
  return open?.(description ? { description } : {});
}

/** The codec string names neither fields nor, for the high profile, the sampling. */
function isReadableAvc(description: Uint8Array): boolean {
  const { units } = readAvcDescription(description);
  return units.filter(unit => ((unit[0] ?? 0) & 0x1f) === sequenceSet).every(isProgressive420);
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
