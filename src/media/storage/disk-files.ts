/** Reads files of a folder by their keys. */
import { closeSync, fstatSync, open as openCalling, read as readCalling } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onDisk, toStorageError, unlessMissing } from './disk-errors.ts';
import { type ByteRange, cutRange } from './byte-range.ts';
import { checkKey } from './storage-key.ts';
import type { OpenFile } from './open-file.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';

/**
 * Ranges of files are short, so they are read without file handles, and the stat of an open file is read
 * synchronously. A handle or another thread would cost more than the read itself.
 */
const openDescriptor = promisify(openCalling);
const readInto = promisify(readCalling);

/** Reads from a folder to which nothing is written, so that it may be on a read-only volume. */
export function readDiskFiles(folder: string): Pick<Storage, 'open'> {
  const root = resolve(folder);
  return {
    open: async (key, range) => {
      const path = pathIn(root, key);
      const descriptor = await unlessMissing(() => openDescriptor(path, 'r'));
      return descriptor === undefined ? undefined : openFile(descriptor, range);
    },
  };
}

/** The place of a key. Throws StorageError if it is none. */
export function pathIn(root: string, key: string): string {
  checkKey(key);
  return join(root, ...key.split('/'));
}

function openFile(descriptor: number, range: ByteRange | undefined): OpenFile | undefined {
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return openRange(descriptor, stats.size, cutRange(range, stats.size));
    closeSync(descriptor);
    return undefined;
  } catch (error) {
    closeSync(descriptor);
    throw toStorageError(error);
  }
}

function openRange(descriptor: number, sizeBytes: number, { start, end }: ByteRange): OpenFile {
  let position = start;
  let isOpen = true;
  let reading: Promise<unknown> = Promise.resolve();
  return {
    sizeBytes,
    read: async buffer => {
      // The system may have reused the descriptor for another file.
      if (!isOpen) throw new StorageError('failed', 'The file was closed.');
      const readLength = Math.min(buffer.length, end + 1 - position);
      const read = onDisk(() => readInto(descriptor, buffer, 0, readLength, position));
      reading = read;
      const { bytesRead } = await read;
      position += bytesRead;
      return bytesRead;
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await reading.catch(() => {});
      closeSync(descriptor);
    },
  };
}
