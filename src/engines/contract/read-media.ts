/** Reads the files that engines return. */
import { reason } from '@kinora/shared/errors/reason';
import { addAbortSignal, Readable } from 'node:stream';
import type { ReceivedFile } from '../../media/storage/waiting-files.ts';
import { EngineError } from './engine-error.ts';

/** A clip of a minute at 1080p has about 100 MB. */
const maxMediaBytes = 512 * 1024 * 1024;

/** Reads all bytes of an engine's file. Rejects when the signal fires or there are too many. */
export async function readAll(source: Readable | ReceivedFile, signal: AbortSignal): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (!(source instanceof Readable)) return source.read().finally(() => source.close());
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of addAbortSignal(signal, source) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxMediaBytes) throw new EngineError('engine_error', reason('file_too_large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
