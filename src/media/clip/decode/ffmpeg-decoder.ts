/**
 * Decodes H.265, VP8, VP9 and AV1 with the ffmpeg of this machine, if there is one. ffmpeg gets the bare
 * frames through a pipe and returns pixels through another: it opens no file, no container and no address.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { EncodedPacket, VideoCodec } from 'mediabunny';
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { once as onlyOnce } from '../../../platform/lib/async/once.ts';
import { findProgram } from '../../../platform/lib/machine/find-program.ts';
import { DecodeError } from './decode-error.ts';
import { streamFormats } from './elementary-streams.ts';
import { maxPixels, type VideoDecoder, type VideoFrame } from './video-decoder.ts';
import { readY4m } from './y4m.ts';

export interface Ffmpeg {
  /** The path of the program. */
  readonly program: string;
  /**
   * The time and memory that one run may take. The kernel enforces both, also if the process that started
   * ffmpeg is gone.
   */
  readonly limits: FfmpegLimits;
}

interface FfmpegLimits {
  readonly cpuSeconds: number;
  /** The address space. A 4K clip takes up to 0.8 GB of it, and 0.2 GB of memory. */
  readonly memoryBytes: number;
}

const defaultLimits: FfmpegLimits = { cpuSeconds: 120, memoryBytes: 2 * 1024 ** 3 };

/** Decoders that compute on the CPU, the fastest first. A build of ffmpeg may lack some. */
const decoderNames: Partial<Record<VideoCodec, readonly string[]>> = {
  hevc: ['hevc'],
  vp8: ['vp8', 'libvpx'],
  vp9: ['vp9', 'libvpx-vp9'],
  av1: ['libdav1d', 'libaom-av1'],
};

/** Returns undefined if ffmpeg is not on PATH, and on other kernels than Linux, which enforces the limits. */
export function findFfmpeg(): Ffmpeg | undefined {
  const program = process.platform === 'linux' ? findProgram('ffmpeg') : undefined;
  return program === undefined ? undefined : { program, limits: defaultLimits };
}

const findOnce = onlyOnce(async () => findFfmpeg());

/** Returns undefined if this machine has no ffmpeg, or one without a decoder for the codec. */
export async function openFfmpegDecoder(
  codec: VideoCodec,
  description?: Uint8Array,
  customFfmpeg?: Ffmpeg,
): Promise<VideoDecoder | undefined> {
  const format = streamFormats[codec];
  const ffmpeg = customFfmpeg ?? (await findOnce());
  if (!ffmpeg || !format) return undefined;
  const decoder = (await listCodecsOnce(ffmpeg))[codec];
  if (!decoder) return undefined;
  const options = ['-f', format.name, '-c:v', decoder];
  return packets => decodeWith(ffmpeg, options, { packets, write: all => format.write(all, description) });
}

type Codecs = Partial<Record<VideoCodec, string>>;

const codecsByFfmpeg = new WeakMap<Ffmpeg, Promise<Codecs>>();

/** A decoder is opened for each part of a clip, and ffmpeg is asked only once. */
function listCodecsOnce(ffmpeg: Ffmpeg): Promise<Codecs> {
  const codecs = codecsByFfmpeg.get(ffmpeg) ?? ffmpegCodecs(ffmpeg);
  codecsByFfmpeg.set(ffmpeg, codecs);
  return codecs;
}

/** Returns the decoder of each codec: undefined if the build has none for it, or is older than 5.1. */
export async function ffmpegCodecs({ program }: Ffmpeg): Promise<Codecs> {
  const listing = promisify(execFile)(program, ['-decoders'], { env: {} });
  // A program that does not start has none.
  const { stdout, stderr } = await listing.catch(() => ({ stdout: '', stderr: '' }));
  const isOld = /^ffmpeg version n?([0-4]\.|5\.0)/.test(stderr);
  const entries = Object.entries(decoderNames).map(([codec, names]) => [
    codec,
    isOld ? undefined : names.find(name => stdout.includes(` ${name} `)),
  ]);
  return Object.fromEntries(entries);
}

interface Source {
  readonly packets: AsyncIterable<EncodedPacket>;
  readonly write: (packets: AsyncIterable<EncodedPacket>) => AsyncIterable<Uint8Array>;
}

async function* decodeWith(
  ffmpeg: Ffmpeg,
  options: readonly string[],
  { packets, write }: Source,
): AsyncGenerator<VideoFrame> {
  const child = start(ffmpeg, options);
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  exit.catch(() => {});
  let packetsWithoutFrame = 0;
  const countPackets = async function* () {
    for await (const packet of packets) {
      packetsWithoutFrame++;
      yield packet;
    }
  };
  const feeding = pipeline(write(countPackets()), child.stdin).catch((error: unknown) => error);
  try {
    for await (const frame of readY4m(child.stdout)) {
      // No packet has two frames that are shown.
      if (packetsWithoutFrame-- === 0) throw new DecodeError(reason('clip_frame_damaged'));
      yield frame;
    }
    const [code, signal] = await exit;
    if (signal !== null || costly.includes(code ?? 0)) throw new DecodeError(reason('clip_costly'));
    if (code !== 0) throw new DecodeError(reason('clip_frame_damaged'));
    // Packets that cannot be read end the stream. If ffmpeg stops reading, its exit code is more specific.
    const error = await feeding;
    if (error) throw error;
  } finally {
    child.kill('SIGKILL');
    child.stdout.destroy();
    await Promise.all([feeding, exit]);
  }
}

/** ffmpeg exits with the lowest byte of the error: -ENOMEM, or -EAGAIN if there is no memory for a thread. */
const costly = [244, 245];

/** One thread takes the least memory, and any damage ends ffmpeg with an error. */
const input = [
  '-nostdin -loglevel quiet -xerror -filter_threads 1 -protocol_whitelist pipe',
  `-threads 1 -err_detect explode -max_pixels ${maxPixels}`,
].flatMap(words => words.split(' '));
const output = [
  '-i pipe:0 -map 0:v:0 -fps_mode passthrough -noautoscale',
  '-pix_fmt yuv420p -f yuv4mpegpipe pipe:1',
].flatMap(words => words.split(' '));

/** ffmpeg may write no file, because its output is a pipe. It does not start if a limit cannot be set. */
const limitedCommand = 'ulimit -f 0 && ulimit -t "$1" && ulimit -v "$2" && shift 2 && exec "$@"; exit 245';

function start(
  { program, limits: { cpuSeconds, memoryBytes } }: Ffmpeg,
  options: readonly string[],
): ChildProcessByStdio<Writable, Readable, null> {
  const shell = ['-c', limitedCommand, 'ffmpeg', String(cpuSeconds), String(Math.floor(memoryBytes / 1024))];
  return spawn('/bin/sh', [...shell, program, ...input, ...options, ...output], {
    // The server's settings and keys are not passed on.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
