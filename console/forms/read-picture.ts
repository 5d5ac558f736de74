/** A file that was chosen, dropped or pasted -> a picture to be sent, or what is wrong with it. */
import { faultOf, pictureLimits, type Fault, type Reference } from './reference.ts';
import { readPictureSize } from './read-picture-size.ts';

export type Read =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly fault: Fault; readonly name: string };

let count = 0;

/** Unlike an idempotency key: of this page alone. */
export function newReferenceId(): string {
  count += 1;
  return `picture ${count}`;
}

export async function readPicture(file: File): Promise<Read> {
  const refuse = (fault: Fault): Read => ({ ok: false, fault, name: file.name });
  const fault = faultOf(file);
  if (fault) return refuse(fault);
  const size = await readPictureSize(file);
  if (!size) return refuse('unreadable');
  if (Math.max(size.width, size.height) > pictureLimits.side) return refuse('tooWide');
  const shown = URL.createObjectURL(file);
  return { ok: true, reference: { kind: 'file', id: newReferenceId(), file, shown, ...size } };
}

/** Pictures among what was dropped or pasted. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
