/** Reads the list of files in a backup, a line for each: key, bytes, SHA-256. */
import { createInterface } from 'node:readline';
import type { Manifest, StoredFile } from './manifest.ts';
import { readPart, type Part } from './parts.ts';

/** All files of a finished backup, also those that no table names. */
export async function* listFiles(folder: string, { files }: Manifest): AsyncGenerator<StoredFile> {
  yield* files.spool;
  yield* listedFiles(folder, files.list);
}

export async function* listedFiles(folder: string, list: Part): AsyncGenerator<StoredFile> {
  const content = readPart(folder, list);
  const lines = createInterface({ input: content });
  // Otherwise, an error of the file would end the process instead of the loop.
  content.on('error', error => lines.emit('error', error));
  for await (const line of lines) {
    const [key = '', sizeBytes = '', sha256 = ''] = line.split('\t');
    yield { key, sizeBytes: Number(sizeBytes), sha256 };
  }
}

/** Returns how many files and bytes a list has. */
export async function measureList(folder: string, list: Part): Promise<{ count: number; sizeBytes: number }> {
  let count = 0;
  let sizeBytes = 0;
  for await (const file of listedFiles(folder, list)) {
    count++;
    sizeBytes += file.sizeBytes;
  }
  return { count, sizeBytes };
}

const atOnce = 4;

/** Runs `work` for each file, several at a time. The first failure ends it. */
export async function forEachFile(
  files: AsyncGenerator<StoredFile>,
  work: (file: StoredFile) => Promise<void>,
): Promise<void> {
  const loop = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}
