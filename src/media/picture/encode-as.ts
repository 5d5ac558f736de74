/** Encodes a stored picture in the format that a client asks for. */
import { finish, detectFormat, open } from './picture-file.ts';
import { jpegOptions } from './jpeg-options.ts';

export type DeliveredFormat = 'png' | 'jpeg' | 'webp';

/**
 * `quality`: 1 to 100, of JPEG and WebP. `xmp`: a packet for a WebP. A PNG that is to
 * be one is returned as it is.
 */
export async function encodeAs(
  bytes: Uint8Array,
  {
    format,
    quality,
    xmp,
  }: { readonly format: DeliveredFormat; readonly quality: number; readonly xmp?: string },
): Promise<Uint8Array> {
  if (detectFormat(bytes) === format && format === 'png') return bytes;
  const image = open(bytes);
  switch (format) {
    case 'png':
      return (await finish(image.png({ compressionLevel: 2, adaptiveFiltering: true }), bytes)).data;
    case 'jpeg':
      return (await finish(image.flatten({ background: 'white' }).jpeg({ ...jpegOptions, quality }), bytes))
        .data;
    case 'webp': {
      const encoded = image.webp({ quality, effort: 2 });
      return (await finish(xmp === undefined ? encoded : encoded.withXmp(xmp), bytes)).data;
    }
  }
}
