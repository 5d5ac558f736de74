/** Reads a chosen, dropped or pasted file as a picture, or returns the reason why it cannot be used. */
import { findFault, pictureLimits, type Fault, type Reference } from './reference.ts';
import { readPictureSize } from './read-picture-size.ts';

export type PictureRead =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly fault: Fault; readonly name: string };

let count = 0;

/** An id within this page, not an idempotency key. */
export function newReferenceId(): string {
  count += 1;
  return `picture ${count}`;
}

export async function readPicture(file: File): Promise<PictureRead> {
  const reject = (fault: Fault): PictureRead => ({ ok: false, fault, name: file.name });
  const fault = findFault(file);
  if (fault) return reject(fault);
  const size = await readPictureSize(file);
  if (!size) return reject('unreadable');
  if (Math.max(size.width, size.height) > pictureLimits.side) return reject('tooWide');
  const previewUrl = URL.createObjectURL(file);
  return { ok: true, reference: { kind: 'file', id: newReferenceId(), file, previewUrl, ...size } };
}

/** The image files of a drop or paste event. */
export function droppedImages(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
