/**
 * Downloads a large file: its size and SHA-256 are checked while it arrives. The part that has arrived is
 * kept in `<file>.part`, so that a download continues after a cut, a crash or a restart. The file gets its
 * name only when it is complete.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Clock } from '@kinora/shared/clock';
import { syncFolder } from '../disk/sync-folder.ts';
import { DownloadError } from './download-error.ts';
import { cutOff, readHost, type TrustedFetch } from './trusted-fetch.ts';

export interface DownloadSource {
  readonly url: string;
  readonly token?: string | undefined;
  readonly sizeBytes: number;
  /** The SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
}

export interface DownloadDependencies {
  readonly fetch: Pick<TrustedFetch, 'open'>;
  readonly clock: Clock;
  /** The path that the file will have. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** Receives the number of bytes that have arrived, including those of earlier attempts. */
  readonly onProgress?: (bytes: number) => void;
}

/** How many attempts in a row may bring no new byte before the download is given up. */
const maxFruitless = 6;
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** Rejects with a DownloadError, with the reason of the signal, or with an error of the disk. */
export async function downloadFile(
  source: DownloadSource,
  dependencies: DownloadDependencies,
): Promise<void> {
  await mkdir(dirname(dependencies.file), { recursive: true });
  const isWhole = await complete(source, dependencies);
  // The bytes of an earlier attempt may have been damaged, for example by a power failure. A second failure
  // is the fault of the server.
  if (!isWhole) await complete(source, dependencies);
}

/**
 * Returns false if the hash was wrong and part of the file was from an earlier attempt. The file is deleted
 * then.
 */
async function complete(source: DownloadSource, dependencies: DownloadDependencies): Promise<boolean> {
  const partial = await openPartial(`${dependencies.file}.part`, source, dependencies);
  try {
    await receiveAll(partial, source, dependencies);
    await partial.finish(dependencies.file);
    return true;
  } catch (error) {
    const isWrong = error instanceof DownloadError && error.failure === 'wrong_hash';
    if (isWrong && partial.isOlder) return false;
    throw error;
  } finally {
    await partial.close();
  }
}

/** Continues after cuts, as long as new bytes arrive from time to time. */
async function receiveAll(
  partial: Partial,
  source: DownloadSource,
  dependencies: DownloadDependencies,
): Promise<void> {
  const { clock, signal } = dependencies;
  for (let fruitlessAttempts = 0; partial.bytes < source.sizeBytes;) {
    const bytesBefore = partial.bytes;
    try {
      await receive(partial, source, dependencies);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.mayPass) throw error;
      fruitlessAttempts = partial.bytes > bytesBefore ? 0 : fruitlessAttempts + 1;
      if (fruitlessAttempts >= maxFruitless) throw error;
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** fruitlessAttempts);
      await clock.sleep(Math.max(pauseMs, error.retryAfterMs), signal);
      signal.throwIfAborted();
    }
  }
}

/** The part of a file that has arrived. */
interface Partial {
  readonly bytes: number;
  /** Whether some of it is from before this attempt, and may be damaged or of another file. */
  readonly isOlder: boolean;
  add(chunk: Buffer): Promise<void>;
  startOver(): Promise<void>;
  /** Checks the hash and gives the file its name. */
  finish(file: string): Promise<void>;
  close(): Promise<void>;
}

async function openPartial(
  path: string,
  { sizeBytes, sha256, url }: DownloadSource,
  { onProgress, signal }: DownloadDependencies,
): Promise<Partial> {
  let handle: FileHandle | undefined = await open(path, 'a');
  let { hash, bytes } = await hashFile(path, signal);
  let isOlder = bytes > 0;
  onProgress?.(bytes);
  const partial: Partial = {
    get bytes() {
      return bytes;
    },
    get isOlder() {
      return isOlder;
    },
    add: async chunk => {
      if (bytes + chunk.length > sizeBytes)
        throw new DownloadError(
          'wrong_length',
          `${readHost(url)} sends more than the ${sizeBytes} bytes of the file.`,
        );
      await handle?.appendFile(chunk).catch((error: unknown) => {
        throw diskFailure(error);
      });
      hash.update(chunk);
      bytes += chunk.length;
      onProgress?.(bytes);
    },
    startOver: async () => {
      await handle?.truncate(0).catch((error: unknown) => {
        throw diskFailure(error);
      });
      [hash, bytes, isOlder] = [createHash('sha256'), 0, false];
      onProgress?.(0);
    },
    finish: async file => {
      const actualHash = hash.digest('hex');
      if (actualHash !== sha256) {
        await partial.close();
        await rm(path, { force: true });
        throw new DownloadError('wrong_hash', `The file has the SHA-256 ${actualHash} instead of ${sha256}.`);
      }
      await handle?.sync();
      await partial.close();
      await rename(path, file);
      await syncFolder(dirname(file));
    },
    close: async () => {
      const openHandle = handle;
      handle = undefined;
      await openHandle?.close();
    },
  };
  if (bytes > sizeBytes) await partial.startOver();
  return partial;
}

async function hashFile(path: string, signal: AbortSignal): Promise<{ hash: Hash; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  if ((await stat(path)).size === 0) return { hash, bytes };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { hash, bytes };
}

async function receive(
  partial: Partial,
  source: DownloadSource,
  dependencies: DownloadDependencies,
): Promise<void> {
  const { url, token } = source;
  const from = partial.bytes;
  const { signal } = dependencies;
  // Some hubs sign the address to which they redirect for this very range, so that
  // each attempt begins at the hub.
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await dependencies.fetch.open({ url, headers, token, signal });
  try {
    await rejectOther(response, partial, source);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      await partial.add(chunk);
      signal.throwIfAborted();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    throw new DownloadError('unreachable', cutOff(readHost(url)), { cause: error });
  } finally {
    response.destroy();
  }
  if (partial.bytes < source.sizeBytes) throw new DownloadError('unreachable', cutOff(readHost(url)));
}

/**
 * Starts over if the server does not continue where the partial file ends. Rejects a file of another
 * length before any of it is read.
 */
async function rejectOther(
  { statusCode, headers }: IncomingMessage,
  partial: Partial,
  { sizeBytes, url }: DownloadSource,
): Promise<void> {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (statusCode === 206 && Number(from) === partial.bytes && Number(total) === sizeBytes) return;
  if (statusCode === 200) {
    const length = headers['content-length'];
    if (length !== undefined && Number(length) !== sizeBytes)
      throw new DownloadError(
        'wrong_length',
        `${readHost(url)} offers ${length} bytes instead of ${sizeBytes}.`,
      );
    if (partial.bytes > 0) await partial.startOver();
    return;
  }
  if (total !== undefined && Number(total) !== sizeBytes)
    throw new DownloadError(
      'wrong_length',
      `${readHost(url)} offers ${total} bytes instead of ${sizeBytes}.`,
    );
  await partial.startOver();
  throw new DownloadError('unreachable', `${readHost(url)} does not continue the file.`);
}

function diskFailure(cause: unknown): DownloadError {
  const { code } = cause as { readonly code?: string };
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return isFull
    ? new DownloadError('disk_full', 'The disk is full.', { cause })
    : new DownloadError('disk_failed', `The file cannot be written (${code}).`, { cause });
}
