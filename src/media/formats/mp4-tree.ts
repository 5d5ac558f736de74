/** Finds boxes of an MP4 by their types. */
import { mp4Boxes } from './mp4-boxes.ts';

/** The size and the type of a box, before its content. */
export const headerBytes = 8;

/** The box at a path of types below a box. Returns undefined if there is none. */
export function boxAt(box: Buffer, ...path: readonly string[]): Buffer | undefined {
  let innerBox: Buffer | undefined = box;
  for (const type of path) innerBox = innerBox && findChild(innerBox.subarray(headerBytes), type);
  return innerBox;
}

/** The boxes of a type in a box. */
export function findChildren(box: Buffer, type: string): Buffer[] {
  return [...mp4Boxes(box.subarray(headerBytes))].filter(child => isOfType(child, type));
}

/** The first of some boxes with a type. Returns undefined if there is none. */
export function findChild(boxes: Uint8Array, type: string): Buffer | undefined {
  return mp4Boxes(boxes).find(child => isOfType(child, type));
}

function isOfType(box: Buffer, type: string): boolean {
  return box.toString('latin1', 4, headerBytes) === type;
}
