/** Files of a result between the engine and the work on them. */
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import { readReceivedFile, type ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { OpenedMedia } from './rendition.ts';

/** A medium of a result, and the file that it is in. Several may be parts of one file. */
export interface ReceivedMedia {
  readonly media: EngineMedia;
  readonly file: ReceivedFile;
}

/** Each file is in memory once, however many media are parts of it. */
export async function readInTurn(received: readonly ReceivedMedia[]): Promise<readonly OpenedMedia[]> {
  const bytesByFile = new Map<ReceivedFile, Uint8Array>();
  for (const { file } of received)
    if (!bytesByFile.has(file)) bytesByFile.set(file, await readReceivedFile(file));
  return received.map(({ media, file }) => ({ media, bytes: bytesByFile.get(file) as Uint8Array }));
}

export function sizeInBytes(file: ReceivedFile): number {
  return file instanceof Uint8Array ? file.length : file.sizeBytes;
}

export async function closeAll(received: readonly ReceivedMedia[]): Promise<void> {
  for (const { file } of received) if (!(file instanceof Uint8Array)) await file.close();
}
