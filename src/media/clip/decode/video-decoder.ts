/** The contract of video decoders. */
import type { EncodedPacket } from 'mediabunny';
import type { PixelSize } from '../../picture/picture-file.ts';
import type { RawPicture } from '../../picture/picture.ts';
import type { YuvColors } from './yuv-to-rgba.ts';

/** Larger frames are not decoded: 8K is 33 megapixels, 4K is 8. */
export const maxPixels = 4096 * 4096;

/** One decoded frame. Valid until the next one is taken. */
export interface VideoFrame extends PixelSize {
  /** Converts the frame. Decoders that return RGBA themselves ignore the colors. */
  toPicture(colors: YuvColors): RawPicture;
}

/**
 * Decodes packets, which begin with a key frame and come in their order in the file. Yields the frames in
 * display order, one at a time, so that not all of them are in memory at once. Throws ClipError at damaged
 * data. Its resources are freed when the caller stops taking frames.
 */
export type VideoDecoder = (packets: AsyncIterable<EncodedPacket>) => AsyncIterable<VideoFrame>;
