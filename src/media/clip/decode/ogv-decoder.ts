/** Decodes VP8, VP9 and AV1 with libvpx and dav1d as WebAssembly, from the package ogv. */
import { reason } from '@kinora/shared/errors/reason';
import { createRequire } from 'node:module';
import { DecodeError } from './decode-error.ts';
import type { VideoDecoder, YuvFrame } from './video-decoder.ts';
import { isShownVp8 } from './vp8-frame.ts';

/** A decoder of the package. All its calls end before they return, because these builds have one thread. */
interface OgvDecoder {
  frameBuffer: OgvFrame | null;
  init(done: () => void): void;
  processFrame(packet: ArrayBuffer, done: (isIntact: number) => void): void;
}

interface OgvFrame {
  readonly format: {
    readonly chromaWidth: number;
    readonly chromaHeight: number;
    readonly width: number;
    readonly height: number;
    readonly cropLeft: number;
    readonly cropTop: number;
    readonly cropWidth: number;
    readonly cropHeight: number;
  };
  readonly y: OgvPlane;
  readonly u: OgvPlane;
  readonly v: OgvPlane;
}

interface OgvPlane {
  readonly bytes: Uint8Array;
  readonly stride: number;
}

const require = createRequire(import.meta.url);

export const openVp8Decoder = () => openDecoder('vp8', isShownVp8);
export const openVp9Decoder = () => openDecoder('vp9-simd');
export const openAv1Decoder = () => openDecoder('av1-simd');

async function openDecoder(
  name: 'vp8' | 'vp9-simd' | 'av1-simd',
  isShown: (packet: Uint8Array) => boolean = () => true,
): Promise<VideoDecoder> {
  const load = require(`ogv/dist/ogv-decoder-video-${name}-wasm.js`) as (
    options: object,
  ) => Promise<OgvDecoder>;
  // It compares its frames with this format, which it would know from its own demuxer.
  const decoder = await load({ videoFormat: {} });
  decoder.init(() => {});
  return {
    decode: packet => {
      decoder.frameBuffer = null;
      decoder.processFrame(Uint8Array.from(packet).buffer, isIntact => {
        // The decoder reports no picture for a hidden frame either.
        if (!isIntact && isShown(packet)) throw new DecodeError(reason('clip_frame_damaged'));
      });
      return decoder.frameBuffer ? [cropped(decoder.frameBuffer)] : [];
    },
    // Neither of them keeps frames back.
    flush: () => [],
  };
}

/** The visible part. */
function cropped({ format, y, u, v }: OgvFrame): YuvFrame {
  const { cropLeft, cropTop, cropWidth: width, cropHeight: height } = format;
  const isHalved = [format.chromaWidth < format.width, format.chromaHeight < format.height] as const;
  const chroma = (pixels: number, halved: boolean) => (halved ? Math.ceil(pixels / 2) : pixels);
  const chromaLeft = isHalved[0] ? cropLeft >> 1 : cropLeft;
  const chromaTop = isHalved[1] ? cropTop >> 1 : cropTop;
  const chromaPlane = ({ bytes, stride }: OgvPlane) => bytes.subarray(chromaTop * stride + chromaLeft);
  return {
    width,
    height,
    chromaWidth: chroma(width, isHalved[0]),
    chromaHeight: chroma(height, isHalved[1]),
    planes: [y.bytes.subarray(cropTop * y.stride + cropLeft), chromaPlane(u), chromaPlane(v)],
    strides: [y.stride, u.stride],
  };
}
