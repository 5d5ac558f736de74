/**
 * Decodes VP8 clips of key frames only, as sd-server writes them. A key frame of VP8 is what a WebP file
 * contains, so the library for images reads it.
 */
import { decodePicture } from '../../picture/picture.ts';
import type { VideoDecoder } from './video-decoder.ts';

export const decodeVp8: VideoDecoder = async function* decodeVp8(packets) {
  for await (const { data } of packets) {
    const picture = await decodePicture(webpFile(data));
    yield { width: picture.width, height: picture.height, toPicture: () => picture };
  }
};

/** The simple file format of WebP (RFC 9649, 2.5). Chunks have an even length. */
function webpFile(keyFrame: Uint8Array): Uint8Array {
  const header = Buffer.from('RIFF____WEBPVP8 ____', 'latin1');
  const padding = Buffer.alloc(keyFrame.length % 2);
  header.writeUInt32LE(12 + keyFrame.length + padding.length, 4);
  header.writeUInt32LE(keyFrame.length, 16);
  return Buffer.concat([header, keyFrame, padding]);
}
