/** Reads the properties of clips. */
import { reason } from '@kinora/shared/errors/reason';
import { EncodedPacketSink, type Input, type InputTrack } from 'mediabunny';
import { shownFrames, readFrameTimes } from './decode/frame-times.ts';
import { isCompleteMatroska } from '../formats/matroska-length.ts';
import { mp4Boxes } from '../formats/mp4-boxes.ts';
import { readIndexCounts } from '../formats/mp4-index.ts';
import { ClipError } from './decode/clip-error.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';

export interface ClipFacts {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** The average frame rate. */
  readonly framesPerSecond: number;
  readonly frames: number;
  /** `avc` is H.264, `hevc` is H.265. */
  readonly codec: string;
  /** Whether it is an MP4 whose index comes before the media, so that the clip plays while it loads. */
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

/** Throws ClipError if the bytes are not a readable MP4, MOV, WebM or Matroska file, or are truncated. */
export async function probeClip(bytes: Uint8Array): Promise<ClipFacts> {
  if (!isCompleteMatroska(bytes)) throw new ClipError(reason('clip_cut_off'));
  checkIndex(bytes);
  return withClip(bytes, async input => {
    const track = await videoTrack(input);
    const [width, height, codec] = await Promise.all([
      track.getDisplayWidth(),
      track.getDisplayHeight(),
      track.getCodec(),
    ]);
    const times = await readFrameTimes(bytes, track);
    const frames = shownFrames(times).length;
    if (codec === null || frames === 0) throw new ClipError(reason('clip_without_frames'));
    for (const each of await input.getTracks()) await checkEnd(each);
    const seconds = times.at(-1)!;
    return {
      width,
      height,
      durationMs: Math.round(seconds * 1000),
      framesPerSecond: roundRate(frames / seconds),
      frames,
      codec,
      moovFirst: isMoovFirst(bytes),
      ...(await soundFacts(input)),
    };
  });
}

/**
 * Matroska files and animations round times to milliseconds, so that a rate is not quite what it
 * was meant to be. 23.976 stays.
 */
function roundRate(measuredRate: number): number {
  const wholeRate = Math.round(measuredRate);
  if (Math.abs(measuredRate / wholeRate - 1) < 0.0009) return wholeRate;
  return Math.round(measuredRate * 1000) / 1000;
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
async function checkEnd(track: InputTrack): Promise<void> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) throw new ClipError(reason('clip_cut_off'));
}

/** Throws if the index counts frames inconsistently. Decoders would notice, but not every clip has one. */
function checkIndex(bytes: Uint8Array): void {
  const inconsistentCounts = readIndexCounts(bytes).find(
    ({ timedCount, sizedCount }) => timedCount !== sizedCount,
  );
  if (!inconsistentCounts) return;
  const { timedCount, sizedCount } = inconsistentCounts;
  const facts = { count: Math.min(timedCount, sizedCount), expected: Math.max(timedCount, sizedCount) };
  throw new ClipError(reason('clip_frames_read', facts));
}

function isMoovFirst(bytes: Uint8Array): boolean {
  const types = [...mp4Boxes(bytes)].map(box => box.toString('latin1', 4, 8));
  const [index, media] = [types.indexOf('moov'), types.indexOf('mdat')];
  return index >= 0 && (media < 0 || index < media);
}
