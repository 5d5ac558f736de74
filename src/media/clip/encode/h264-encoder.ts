/** Encodes H.264 with OpenH264, which scripts/openh264 compiles to WebAssembly (decisions/026). */
import { readFile } from 'node:fs/promises';
import { EncoderError } from './encoder-error.ts';

export interface H264Options {
  /** Even, 16 to 4096, and at most `maxBlocks` blocks of 16x16. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** 10 (best) to 51, the same for every frame. */
  readonly quantizer: number;
}

/**
 * A frame as an access unit in Annex B format. A key frame brings its parameter sets, which are the same in
 * all clips of one size and rate.
 */
export interface H264Packet {
  readonly bytes: Uint8Array;
  readonly isKey: boolean;
}

export interface H264Encoder {
  /** Takes planes Y, U, V at 4:2:0. */
  addFrame(yuv: Uint8Array): H264Packet;
  /** Frees the memory. Can be called again. */
  close(): void;
}

/** The exports of scripts/openh264/encoder.cpp. */
interface OpenH264 {
  readonly memory: WebAssembly.Memory;
  allocate(size: number): number;
  open(width: number, height: number, framesPerSecond: number, quantizer: number, frame: number): number;
  encode(): number;
  packet(): number;
  packetSize(): number;
  isKeyFrame(): number;
}

/** The largest frame of H.264 up to level 5.2, in blocks of 16x16: 4096x2304, for example. */
export const maxBlocks = 36_864;

const program = new URL('./openh264/openh264-encoder.wasm', import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/** Opens an encoder. The first call compiles the program. Each encoder has a memory of its own. */
export async function createH264Encoder(options: H264Options): Promise<H264Encoder> {
  const { width, height, framesPerSecond, quantizer } = options;
  compiled ??= readFile(program).then(bytes => WebAssembly.compile(bytes));
  let encoder: OpenH264 | undefined = await instantiate(await compiled);
  const frame = encoder.allocate((width * height * 3) / 2);
  const state = attempt(encoder, program => program.open(width, height, framesPerSecond, quantizer, frame));
  if (frame === 0 || state !== 0)
    throw new EncoderError(`The H.264 encoder does not open for ${width}x${height} (${state}).`);
  return {
    addFrame: yuv => {
      if (!encoder) throw new EncoderError('This encoder is closed.');
      new Uint8Array(encoder.memory.buffer).set(yuv, frame);
      const failure = attempt(encoder, program => program.encode());
      if (failure !== 0) throw new EncoderError(`The H.264 encoder failed (${failure}).`);
      const bytes = new Uint8Array(encoder.memory.buffer, encoder.packet(), encoder.packetSize()).slice();
      return { bytes, isKey: encoder.isKeyFrame() === 1 };
    },
    close: () => {
      encoder = undefined;
    },
  };
}

/** A program without memory ends with a trap. */
function attempt<Result>(program: OpenH264, work: (program: OpenH264) => Result): Result {
  try {
    return work(program);
  } catch (error) {
    throw new EncoderError('The H.264 encoder failed.', { cause: error });
  }
}

async function instantiate(module: WebAssembly.Module): Promise<OpenH264> {
  // It has no files and no output: what the C library imports for them is never called, or fails.
  const failCall = () => 8;
  const imports = { fd_close: failCall, fd_seek: failCall, fd_write: failCall, clock_time_get: () => 0 };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  const initialize = instance.exports['_initialize'] as () => void;
  initialize();
  // The program is part of this project and exports these functions; the compiler cannot see into it.
  return instance.exports as unknown as OpenH264;
}
