/** Whether a picture can go along, before any of it is sent: docs/image-interface.md, Limits. */

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const mostBytes = 10 * 1024 * 1024;
export const mostEdge = 8192;
/** A request has 40 MB; base64 makes a third more of each byte. */
export const mostBytesTogether = 28_000_000;
/** Beside one prompt. */
export const mostContent = 5;
export const mostPictures = 10;

export type PictureFault = 'type' | 'large' | 'unreadable' | 'edge' | 'together' | 'many';

export interface Picked {
  readonly type: string;
  readonly bytes: number;
  /** Undefined: the browser cannot read it. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export function faultOfPicture(
  picked: Picked,
  before: readonly { readonly bytes: number }[],
): PictureFault | undefined {
  if (!(pictureTypes as readonly string[]).includes(picked.type)) return 'type';
  if (picked.bytes > mostBytes) return 'large';
  if (!picked.size) return 'unreadable';
  if (Math.max(picked.size.width, picked.size.height) > mostEdge) return 'edge';
  if (before.length >= mostPictures) return 'many';
  const together = before.reduce((sum, { bytes }) => sum + bytes, picked.bytes);
  return together > mostBytesTogether ? 'together' : undefined;
}
