/** Checks pictures before they are uploaded. For the limits see docs/image-interface.md, Limits. */

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const maxBytes = 10 * 1024 * 1024;
export const maxEdge = 8192;
/** A request is limited to 40 MB, and base64 adds a third. */
export const maxBytesTogether = 28_000_000;
export const maxPictures = 10;

export type PictureFault = 'type' | 'large' | 'unreadable' | 'edge' | 'together' | 'many';

export interface PickedImage {
  readonly type: string;
  readonly bytes: number;
  /** Undefined if the browser cannot decode the file. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export function findPictureFault(
  image: PickedImage,
  before: readonly { readonly bytes: number }[],
): PictureFault | undefined {
  if (!(pictureTypes as readonly string[]).includes(image.type)) return 'type';
  if (image.bytes > maxBytes) return 'large';
  if (!image.size) return 'unreadable';
  if (Math.max(image.size.width, image.size.height) > maxEdge) return 'edge';
  if (before.length >= maxPictures) return 'many';
  const totalBytes = before.reduce((sum, { bytes }) => sum + bytes, image.bytes);
  return totalBytes > maxBytesTogether ? 'together' : undefined;
}
