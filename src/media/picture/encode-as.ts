/** Encodes a stored picture in the format that a client asks for. */
import { finish, formatOf, open } from './picture-file.ts';
import { jpegOptions } from './jpeg-options.ts';

export type DeliveredFormat = 'png' | 'jpeg' | 'webp';

/** `quality`: 1 to 100, of JPEG and WebP. A file that has the format already is returned as it is. */
export async function encodeAs(
  bytes: Uint8Array,
  { format, quality }: { readonly format: DeliveredFormat; readonly quality: number },
): Promise<Uint8Array> {
  if (formatOf(bytes) === format && format === 'png') return bytes;
  const opened = open(bytes);
  switch (format) {
    case 'png':
      return (await finish(opened.png({ compressionLevel: 2, adaptiveFiltering: true }), bytes)).data;
    case 'jpeg':
      return (await finish(opened.flatten({ background: 'white' }).jpeg({ ...jpegOptions, quality }), bytes))
        .data;
    case 'webp':
      return (await finish(opened.webp({ quality, effort: 2 }), bytes)).data;
  }
}
