/** Wraps the H.264 encoder h264-mp4-encoder (minih264 in WebAssembly), to make it safe in a long-running server. */
import { createRequire } from 'node:module';
import type * as H264Module from 'h264-mp4-encoder';
import { EncoderError } from './encoder-error.ts';

export interface H264Options {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** 10 (best) to 51, the same for every frame. */
  readonly quantizer: number;
}

export interface H264Encoder {
  /** Planes Y, U, V at 4:2:0. */
  addFrame(yuv: Uint8Array): void;
  /** Returns the MP4 as the encoder wrote it, with its index at the end. Call it once. */
  finish(): Uint8Array;
  /** Frees the memory. Can be called again. */
  close(): void;
}

const require = createRequire(import.meta.url);
const packageName = 'h264-mp4-encoder';
let opened = 0;

/** Opens an encoder. The first call loads the package. All encoders of a thread share one WebAssembly memory. */
export async function createH264Encoder(options: H264Options): Promise<H264Encoder> {
  const encoder = await loadPackage().createH264MP4Encoder();
  // All encoders of a thread also share one file system in memory.
  const file = `clip-${++opened}.mp4`;
  Object.assign(encoder, settingsOf(options, file));
  let state: 'open' | 'finished' | 'closed' = 'open';
  /** A wasm instance that failed, for example for lack of memory, cannot be used again. The next encoder gets a new one. */
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      state = 'closed';
      delete require.cache[require.resolve(packageName)];
      throw new EncoderError('The H.264 encoder failed.', { cause: error });
    }
  };
  const assertOpen = () => {
    if (state !== 'open') throw new EncoderError(`This encoder is ${state}.`);
  };
  attempt(() => encoder.initialize());
  return {
    addFrame: yuv => {
      assertOpen();
      attempt(() => encoder.addFrameYuv(yuv));
    },
    finish: () => {
      assertOpen();
      return attempt(() => {
        encoder.finalize();
        state = 'finished';
        return encoder.FS.readFile(file);
      });
    },
    close: () => {
      if (state === 'closed') return;
      attempt(() => {
        // Deleting an unfinished encoder would abort the whole wasm instance.
        if (state === 'open') encoder.finalize();
        encoder.FS.unlink(file);
        encoder.delete();
      });
      state = 'closed';
    },
  };
}

function settingsOf({ width, height, framesPerSecond, quantizer }: H264Options, outputFilename: string) {
  return {
    outputFilename,
    width,
    height,
    frameRate: framesPerSecond,
    quantizationParameter: quantizer,
    // The fastest setting. Files are a sixth larger than with the best one, which takes three times as long.
    speed: 10,
    groupOfPictures: Math.max(1, Math.round(framesPerSecond)),
  };
}

/** @NOTE The package puts two listeners on `process` that end it at any unhandled rejection. They are removed. */
function loadPackage(): typeof H264Module {
  const before = processListeners();
  const loaded = require(packageName) as typeof H264Module;
  for (const { event, listener } of processListeners()) {
    if (!before.some(known => known.listener === listener)) process.off(event, listener);
  }
  return loaded;
}

function processListeners() {
  return ['uncaughtException', 'unhandledRejection'].flatMap(event =>
    process.listeners(event as NodeJS.Signals).map(listener => ({ event, listener })),
  );
}
