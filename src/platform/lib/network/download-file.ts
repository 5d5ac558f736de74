/**
 * Downloads a large file: its size and SHA-256 are checked while it arrives. What has arrived
 * is kept in `<file>.part`, so that a cut, a crash or a restart costs nothing. The file has
 * its name only when it is whole.
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
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface DownloadDependencies {
  readonly fetch: Pick<TrustedFetch, 'open'>;
  readonly clock: Clock;
  /** The path that the file will have. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** The bytes that are there, those of earlier attempts included. */
  readonly onProgress?: (bytes: number) => void;
}

/** Attempts without a single new byte, after which it is given up. */
const maxFruitless = 6;
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** Rejects with a DownloadError, with the reason of the signal, or with an error of the disk. */
export async function downloadFile(source: DownloadSource, parts: DownloadDependencies): Promise<void> {
  await mkdir(dirname(parts.file), { recursive: true });
  const isWhole = await complete(source, parts);
  // What was there before may have been damaged, for example by a power failure. A second
  // failure is that of the server.
  if (!isWhole) await complete(source, parts);
}

/** Returns false if the file was wrong, and part of it was from an earlier time. It was deleted. */
async function complete(source: DownloadSource, parts: DownloadDependencies): Promise<boolean> {
  const partial = await openPartial(`${parts.file}.part`, source, parts);
  try {
    await receiveAll(partial, source, parts);
    await partial.finish(parts.file);
    return true;
  } catch (error) {
    const isWrong = error instanceof DownloadError && error.failure === 'wrong_hash';
    if (isWrong && partial.isOlder) return false;
    throw error;
  } finally {
    await partial.close();
  }
}

/** Continues after cuts, as long as something arrives from time to time. */
async function receiveAll(
  partial: Partial,
  source: DownloadSource,
  parts: DownloadDependencies,
): Promise<void> {
  const { clock, signal } = parts;
  for (let fruitless = 0; partial.bytes < source.sizeBytes;) {
    const before = partial.bytes;
    try {
      await receive(partial, source, parts);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.mayPass) throw error;
      fruitless = partial.bytes > before ? 0 : fruitless + 1;
      if (fruitless >= maxFruitless) throw error;
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** fruitless);
      await clock.sleep(Math.max(pauseMs, error.retryAfterMs), signal);
      signal.throwIfAborted();
    }
  }
}

/** What has arrived of a file. */
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
      const closing = handle;
      handle = undefined;
      await closing?.close();
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

async function receive(partial: Partial, source: DownloadSource, parts: DownloadDependencies): Promise<void> {
  const { url, token } = source;
  const from = partial.bytes;
  const { signal } = parts;
  // Some hubs sign the address to which they redirect for this very range, so that
  // each attempt begins at the hub.
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await parts.fetch.open({ url, headers, token, signal });
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
