/** Encodes a picture as a small PNG that keeps its transparency, such as the logo of an operator. */
import { finish, open, type Picture } from './picture-file.ts';

/** Sharp on screens with three pixels for one, at the size of the Console. */
const size = { width: 384, height: 96, fit: 'inside', withoutEnlargement: true } as const;

/** Encodes the pixels of a logo, and nothing else of its file. Throws PictureError. */
export async function encodeLogo(picture: Picture): Promise<Uint8Array> {
  const small = open(picture).resize(size).toColourspace('srgb');
  return (await finish(small.png({ compressionLevel: 9, palette: false }), picture)).data;
}
