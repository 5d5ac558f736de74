/** A picture that an engine returned as a file. */
import { decodePicture, inspectPicture, toPng } from '../../../media/picture/picture.ts';
import type { HeldFile } from './held-answers.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';

/** Rejects with a PictureError if it is not a picture. */
export async function toHeldPicture(bytes: Uint8Array): Promise<HeldFile> {
  const { format, width, height } = await inspectPicture(bytes);
  return { kind: 'picture', contentType: `image/${format}`, width, height, bytes };
}

/** Decodes Base64, with or without the prefix of a data URL. */
export function decodeBase64(text: string): Uint8Array {
  return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
}

export function toDataUrl({ contentType, bytes }: Pick<StepPicture, 'contentType' | 'bytes'>): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/**
 * Makes a data URL for servers that may not read WebP, such as llama.cpp and others with stb_image. Larger
 * pictures are shrunk to `maxEdge`.
 */
export async function toPlainDataUrl(picture: StepPicture, maxEdge = Infinity): Promise<string> {
  const { contentType, bytes, width, height } = picture;
  if (Math.max(width, height) <= maxEdge && contentType !== 'image/webp') return toDataUrl(picture);
  const pixels = await decodePicture(bytes, Number.isFinite(maxEdge) ? { maxEdge } : {});
  return toDataUrl({ contentType: 'image/png', bytes: await toPng(pixels) });
}
