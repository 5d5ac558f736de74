/**
 * Decodes H.264 up to the high profile with OpenH264, which scripts/openh264 compiles to
 * WebAssembly (decisions/026).
 */
import { reason } from '@kinora/shared/errors/reason';
import { readFile } from 'node:fs/promises';
import { readAvcDescription, toAnnexB } from './annex-b.ts';
import { DecodeError } from './decode-error.ts';
import type { VideoDecoder, VideoFrame } from './video-decoder.ts';
import { yuvToRgba } from './yuv-to-rgba.ts';

/** The exports of scripts/openh264/decoder.cpp. */
interface OpenH264 {
  readonly memory: WebAssembly.Memory;
  allocate(size: number): number;
  release(address: number): void;
  open(): number;
  decode(address: number, size: number): number;
  flush(): number;
  isReady(): number;
  plane(index: number): number;
  width(): number;
  height(): number;
  stride(index: number): number;
}

const program = new URL('./openh264/openh264-decoder.wasm', import.meta.url);
/** More frames are never kept back for reordering (ITU-T H.264, A.3.1). */
const maxReordered = 16;

/** Takes the parameter sets of the container, `avcC`. They are absent if they are in the packets. */
export async function openH264Decoder(description?: Uint8Array): Promise<VideoDecoder> {
  const decoder = await loadProgram();
  const sets = description && readAvcDescription(description);
  if (decoder.open() !== 0) throw new DecodeError(reason('decoder_start', { codec: 'H.264' }));
  const feed = (data: Uint8Array) => {
    const address = decoder.allocate(data.length);
    if (address === 0) throw new DecodeError(reason('decoder_memory', { codec: 'H.264' }));
    new Uint8Array(decoder.memory.buffer).set(data, address);
    const state = decoder.decode(address, data.length);
    decoder.release(address);
    return state;
  };
  if (sets) feed(sets.bytes);
  return async function* decode(packets) {
    for await (const { data } of packets) {
      const state = feed(sets ? toAnnexB(data, sets.lengthBytes) : data);
      if (state !== 0) throw new DecodeError(reason('clip_frame_state', { state }));
      yield* readyFrame(decoder);
    }
    for (let index = 0; index < maxReordered; index++) {
      decoder.flush();
      yield* readyFrame(decoder);
    }
  };
}

async function loadProgram(): Promise<OpenH264> {
  // It has no files and no output: what the C library imports for them is never called, or fails.
  const fails = () => 8;
  const imports = {
    fd_close: fails,
    fd_seek: fails,
    fd_write: fails,
    poll_oneoff: fails,
    clock_time_get: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(await readFile(program), {
    wasi_snapshot_preview1: imports,
  });
  const initialize = instance.exports['_initialize'] as () => void;
  initialize();
  // The program is part of this project and exports these functions; the compiler cannot see into it.
  return instance.exports as unknown as OpenH264;
}

function readyFrame(decoder: OpenH264): readonly VideoFrame[] {
  if (decoder.isReady() !== 1) return [];
  const [width, height] = [decoder.width(), decoder.height()];
  const [chromaWidth, chromaHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const strides = [decoder.stride(0), decoder.stride(1)] as const;
  const plane = (index: number, rows: number) =>
    new Uint8Array(
      decoder.memory.buffer,
      decoder.plane(index),
      (rows - 1) * strides[index === 0 ? 0 : 1] + (index === 0 ? width : chromaWidth),
    );
  const planes = [plane(0, height), plane(1, chromaHeight), plane(2, chromaHeight)] as const;
  const yuv = { width, height, chromaWidth, chromaHeight, planes, strides };
  return [{ width, height, toPicture: colors => yuvToRgba(yuv, colors) }];
}
