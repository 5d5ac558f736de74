/** Reads an object, or a part of it. A body that breaks off is continued where it ended. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { cutRange, type ByteRange } from '../storage/byte-range.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { OpenFile } from '../storage/open-file.ts';
import { objectAt, type S3Bucket } from './s3-bucket.ts';
import { toBucketError, unlessAbsent } from './s3-errors.ts';

/** How often a body may break off without a byte. */
const emptyTries = 3;

export async function openObject(
  bucket: S3Bucket,
  key: string,
  range: ByteRange | undefined,
): Promise<OpenFile | undefined> {
  // What is no range at all is not sent.
  if (range) cutRange(range, Number.MAX_SAFE_INTEGER);
  const body = await getBody(bucket, key, { range });
  if (!body) return undefined;
  const { start, end } = cutRange(range, body.sizeBytes);
  const rest = async (from: number): Promise<Body> => {
    const remainingBody = await getBody(bucket, key, { range: { start: from, end }, etag: body.etag });
    if (!remainingBody)
      throw new StorageError('failed', `The object of ${key} was deleted while it was read.`);
    return remainingBody;
  };
  return openBody(body, { start, end, rest });
}

interface Body {
  readonly stream: Readable;
  /** The size of the whole object. */
  readonly sizeBytes: number;
  readonly etag: string | undefined;
}

async function getBody(
  bucket: S3Bucket,
  key: string,
  { range, etag }: { readonly range: ByteRange | undefined; readonly etag?: string | undefined },
): Promise<Body | undefined> {
  const command = new GetObjectCommand({
    ...objectAt(bucket, key),
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  });
  const object = await unlessAbsent(() => bucket.client.send(command));
  if (!object) return undefined;
  const stream = object.Body as Readable;
  const total = range ? /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] : object.ContentLength;
  if (total !== undefined) return { stream, sizeBytes: Number(total), etag: object.ETag };
  stream.destroy();
  throw new StorageError('failed', 'The server of the bucket does not answer requests for ranges.');
}

interface ObjectRange {
  readonly start: number;
  readonly end: number;
  /** Opens the same object from a later byte on. */
  readonly rest: (from: number) => Promise<Body>;
}

function openBody(firstBody: Body, { start, end, rest }: ObjectRange): OpenFile {
  let source: Source | undefined = openSource(firstBody.stream);
  let position = start;
  let isOpen = true;
  const readNext = async (): Promise<Uint8Array> => {
    for (let tries = 1; ; tries++) {
      try {
        source ??= openSource((await rest(position)).stream);
        return await source.next();
      } catch (error) {
        source?.close();
        source = undefined;
        if (!isOpen || tries > emptyTries || error instanceof StorageError) throw toBucketError(error);
      }
    }
  };
  let remainingBytes: Uint8Array = new Uint8Array(0);
  return {
    sizeBytes: firstBody.sizeBytes,
    read: async buffer => {
      if (!isOpen) throw new StorageError('failed', 'The file was closed.');
      if (position > end) return 0;
      if (remainingBytes.length === 0) remainingBytes = await readNext();
      const size = Math.min(buffer.length, remainingBytes.length, end + 1 - position);
      buffer.set(remainingBytes.subarray(0, size));
      remainingBytes = remainingBytes.subarray(size);
      position += size;
      return size;
    },
    close: async () => {
      isOpen = false;
      source?.close();
    },
  };
}

interface Source {
  /** The next bytes. Throws when the body breaks off, also if the stream reports a regular end. */
  next(): Promise<Uint8Array>;
  close(): void;
}

function openSource(stream: Readable): Source {
  // It may fail while nothing is read. That must not end the process; the next read gets the error.
  stream.on('error', () => {});
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    next: async () => {
      const { value, done } = await chunks.next();
      if (done) throw new Error('The body ended early.');
      return value;
    },
    close: () => stream.destroy(),
  };
}
