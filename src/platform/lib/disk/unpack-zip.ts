/**
 * Unpacks the archive of a program. Its names and sizes are checked first, because an archive can name
 * any path and hold any amount.
 */
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

export interface ArchiveLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** The archive contains something that is not unpacked. Nothing was left behind. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const programMode = 0o755;
/** The upper half of the external attributes has the type of a file in Unix. */
const typeMask = 0o170000;
const regularFile = 0o100000;

/** The folder appears only when the whole archive was unpacked. Throws ArchiveError. */
export async function unpackZip(archive: string, folder: string, limits: ArchiveLimits): Promise<void> {
  const temporary = `${folder}.new`;
  await rm(temporary, { recursive: true, force: true });
  try {
    await unpackInto(archive, temporary, limits);
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error instanceof ArchiveError || isSystemError(error)
      ? error
      : new ArchiveError(`The archive cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

async function unpackInto(
  archive: string,
  folder: string,
  { maxBytes, maxFiles }: ArchiveLimits,
): Promise<void> {
  const zip = await yauzl.openPromise(archive, { lazyEntries: true, strictFileNames: true });
  let files = 0;
  let remainingBytes = maxBytes;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('/')) continue;
      rejectName(entry);
      if (++files > maxFiles) throw new ArchiveError(`The archive has more than ${maxFiles} files.`);
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true });
      const limit = limitTo(remainingBytes, maxBytes);
      await pipeline(
        await zip.openReadStreamPromise(entry),
        limit.stream,
        createWriteStream(target, { flags: 'wx' }),
      );
      remainingBytes -= limit.passed();
      await chmod(target, programMode);
    }
  } finally {
    zip.close();
  }
}

/**
 * The reader itself rejects names that lead out of the folder (`strictFileNames`). They are checked here once
 * more.
 */
function rejectName({ fileName, externalFileAttributes }: yauzl.Entry): void {
  const parts = fileName.split('/');
  if (
    fileName.startsWith('/') ||
    fileName.includes('\\') ||
    parts.includes('..') ||
    /^[a-z]:/i.test(fileName)
  )
    throw new ArchiveError(`The archive names a path outside its folder: ${fileName}`);
  const type = (externalFileAttributes >>> 16) & typeMask;
  if (type !== 0 && type !== regularFile)
    throw new ArchiveError(`The archive contains a link or a device: ${fileName}`);
}

function limitTo(remainingBytes: number, maxBytes: number) {
  let passedBytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      passedBytes += chunk.length;
      if (passedBytes > remainingBytes)
        done(new ArchiveError(`The archive has more than ${maxBytes} bytes.`));
      else done(null, chunk);
    },
  });
  return { stream, passed: () => passedBytes };
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
