/**
 * The data that the package draws with, in one file: illustrations, names of emoji and typefaces.
 * `scripts/shipped-data.ts` makes it from packages that are not installed. Licenses are in it
 * and in LICENSES.md next to it.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { SketchError } from '../job/sketch-error.ts';

/** The place of an entry in the file, counted from the end of the index. Its bytes are deflated. */
export interface DataEntry {
  readonly offset: number;
  readonly length: number;
  /** The box of an illustration. */
  readonly width?: number;
  readonly height?: number;
}

export interface DataFile {
  /** One positioned read. Throws when there is no such entry: tables and data are made together. */
  read(name: string): { readonly bytes: Buffer; readonly width: number; readonly height: number };
  close(): void;
}

/** File layout: 8 bytes of magic, the length of the index as 32 bits, the index as JSON, then the entries. */
export const dataMagic = 'KINODAT1';
export const dataPath = new URL('./sketch.data', import.meta.url);

export function openDataFile(): DataFile {
  const handle = openSync(dataPath, 'r');
  const head = readAt(handle, 0, 12);
  const start = 12 + head.readUInt32LE(8);
  const index = JSON.parse(readAt(handle, 12, start - 12).toString('utf8')) as Partial<
    Record<string, DataEntry>
  >;
  return {
    read(name) {
      const entry = index[name];
      if (entry === undefined)
        throw new SketchError('data_broken', `sketch.data has no ${name}: run scripts/shipped-data.ts`);
      const bytes = inflateRawSync(readAt(handle, start + entry.offset, entry.length));
      return { bytes, width: entry.width ?? 0, height: entry.height ?? 0 };
    },
    close: () => closeSync(handle),
  };
}

/** Reads one entry and closes the file. */
export function readDataEntry(name: string): Buffer {
  const file = openDataFile();
  try {
    return file.read(name).bytes;
  } finally {
    file.close();
  }
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(handle, bytes, 0, length, position) !== length)
    throw new SketchError('data_broken', 'sketch.data is cut short');
  return bytes;
}
