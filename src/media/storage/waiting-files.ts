/**
 * Files on their way from an engine to the storage: small files stay in memory, larger ones wait on disk, so
 * that memory does not grow with the number and the size of results. They have no name, so that they are gone
 * with the process, however it ends.
 */
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { newRowId } from '../../platform/lib/id.ts';
import { onDisk } from './disk-errors.ts';
import { folderMode } from './write-file.ts';

/** A file that waits on disk. */
export interface WaitingFile {
  readonly sizeBytes: number;
  /** The first bytes, which show what it is. */
  readonly start: Uint8Array;
  readonly isClosed: boolean;
  /** Reads all of it. Throws StorageError. */
  read(): Promise<Uint8Array>;
  /** Gives its place on disk back. Safe to repeat. */
  close(): Promise<void>;
}

/** A whole file: in memory, or on disk. */
export type ReceivedFile = Uint8Array | WaitingFile;

export interface WaitingFiles {
  /**
   * Receives a file. Returns undefined if it has more than `maxBytes`: then the rest is not read. Throws
   * StorageError if the disk does not take it, or the error that ended the stream.
   */
  receive(body: Readable, maxBytes: number): Promise<ReceivedFile | undefined>;
}

/**
 * The largest file that waits in memory. It is more than most pictures that are requested have, and little
 * for each result in progress.
 */
const largestInMemory = 1024 * 1024;
const fileMode = 0o600;

/** `folder` is made when it is needed first. */
export function openWaitingFiles(folder: string): WaitingFiles {
  return {
    async receive(body, maxBytes) {
      let chunks: Uint8Array[] = [];
      let sizeBytes = 0;
      let file: OpenWaitingFile | undefined;
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) {
            await file?.close();
            return undefined;
          }
          chunks.push(chunk);
          if (sizeBytes <= largestInMemory) continue;
          file ??= await openFile(folder);
          await file.append(chunks);
          chunks = [];
        }
        return file ?? Buffer.concat(chunks);
      } catch (error) {
        await file?.close();
        throw error;
      }
    },
  };
}

interface OpenWaitingFile extends WaitingFile {
  append(chunks: readonly Uint8Array[]): Promise<void>;
}

async function openFile(folder: string): Promise<OpenWaitingFile> {
  const handle = await onDisk(() => openNameless(folder));
  let start: Uint8Array = new Uint8Array();
  let sizeBytes = 0;
  let closing: Promise<void> | undefined;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    get start() {
      return start;
    },
    get isClosed() {
      return closing !== undefined;
    },
    append: chunks =>
      onDisk(async () => {
        const bytes = Buffer.concat(chunks);
        if (sizeBytes === 0) start = Buffer.from(bytes.subarray(0, startBytes));
        sizeBytes += bytes.length;
        await handle.appendFile(bytes);
      }),
    read: () => onDisk(() => readFrom(handle, sizeBytes)),
    close: () => (closing ??= handle.close()),
  };
}

const startBytes = 1024;

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: folderMode });
  const path = join(folder, newRowId());
  const handle = await open(path, 'wx+', fileMode);
  await unlink(path);
  return handle;
}

async function readFrom(handle: FileHandle, sizeBytes: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let read = 0;
  while (read < sizeBytes) {
    const { bytesRead } = await handle.read(bytes, read, sizeBytes - read, read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** Returns the bytes of the file, from memory or from disk. */
export async function readReceivedFile(file: ReceivedFile): Promise<Uint8Array> {
  return file instanceof Uint8Array ? file : file.read();
}
