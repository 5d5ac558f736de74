/** Decodes H.265 (main profile) with the package @hevcjs/core, a decoder in WebAssembly. */
import { reason } from '@kinora/shared/errors/reason';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { readHevcDescription, toAnnexB } from './annex-b.ts';
import { DecodeError } from './decode-error.ts';
import type { DecoderOptions, VideoDecoder, YuvFrame } from './video-decoder.ts';

/** The module of the package, as Emscripten makes it: its C functions, each after an underscore. */
interface HevcModule {
  readonly HEAPU8: Uint8Array;
  readonly [name: `_${string}`]: (...values: readonly number[]) => number;
}

const require = createRequire(import.meta.url);
/**
 * Three addresses, then width, height, two strides, chroma width, chroma height,
 * bits and number. 32 bits each.
 */
const frameBytes = 48;

export async function openHevcDecoder({ description }: DecoderOptions): Promise<VideoDecoder> {
  const module = await loadModule();
  const call = (name: string, ...values: readonly number[]) => module[`_${name}`]?.(...values) ?? -1;
  const sets = description && readHevcDescription(description);
  const decoder = call('hevc_decoder_create');
  const scratch = call('malloc', frameBytes);
  if (decoder <= 0 || scratch <= 0) throw new DecodeError(reason('decoder_start', { codec: 'H.265' }));
  const feed = (data: Uint8Array) => {
    const address = call('malloc', data.length);
    if (address <= 0) throw new DecodeError(reason('decoder_memory', { codec: 'H.265' }));
    module.HEAPU8.set(data, address);
    const state = call('hevc_decoder_feed', decoder, address, data.length);
    call('free', address);
    if (state !== 0) throw new DecodeError(reason('clip_frame_state', { state }));
  };
  const drainedFrames = function* () {
    for (let index = 0; call('hevc_decoder_get_drained_frame', decoder, index, scratch) === 0; index++)
      yield frameAt(module, scratch);
  };
  if (sets) feed(sets.bytes);
  return {
    *decode(packet) {
      feed(sets ? toAnnexB(packet, sets.lengthBytes) : packet);
      // It writes the number of frames, which is not needed, where the frames follow.
      if (call('hevc_decoder_drain', decoder, scratch) === 0) yield* drainedFrames();
    },
    *flush() {
      if (call('hevc_decoder_flush', decoder) === 0) yield* drainedFrames();
    },
  };
}

/** @NOTE The package calls its CommonJS file an ES module, so that `require` and `import` both fail. */
async function loadModule(): Promise<HevcModule> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@hevcjs/core'))), 'wasm');
  const code = await readFile(join(folder, 'hevc-decode.js'), 'utf8');
  const module = { exports: {} };
  const run = compileFunction(code, ['module', 'exports', 'require', '__dirname', '__filename']);
  run(module, module.exports, require, folder, join(folder, 'hevc-decode.js'));
  return (module.exports as () => Promise<HevcModule>)();
}

function integersAt({ HEAPU8 }: HevcModule, address: number): Int32Array {
  return new Int32Array(HEAPU8.buffer, address, frameBytes / 4);
}

function frameAt(module: HevcModule, address: number): YuvFrame {
  const [y = 0, u = 0, v = 0, width = 0, height = 0, ...rest] = integersAt(module, address);
  const [strideY = 0, strideC = 0, chromaWidth = 0, chromaHeight = 0, bits = 0] = rest;
  if (bits !== 8) throw new DecodeError(reason('clip_frame_bits', { bits }));
  // Samples are 16 bits wide, whatever the depth.
  const plane = (address: number, rows: number, { wide, stride }: { wide: number; stride: number }) =>
    Uint8Array.from(new Uint16Array(module.HEAPU8.buffer, address, (rows - 1) * stride + wide));
  const chroma = { wide: chromaWidth, stride: strideC };
  return {
    width,
    height,
    chromaWidth,
    chromaHeight,
    planes: [
      plane(y, height, { wide: width, stride: strideY }),
      plane(u, chromaHeight, chroma),
      plane(v, chromaHeight, chroma),
    ],
    strides: [strideY, strideC],
  };
}
