/**
 * Stores one object, completely or not at all: small ones in one request, large ones in parts, each of
 * which is repeated by itself.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { newRowId } from '../../platform/lib/id.ts';
import { limitBytes, type PutOptions } from '../storage/put-options.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { StoredBytes } from '../storage/stored-bytes.ts';
import { objectAt, type S3Bucket } from './s3-bucket.ts';
import { toBucketError, readErrorName, onBucket, readStatus, unlessAbsent } from './s3-errors.ts';

/** All parts but the last one must have one size on some servers. At most 10,000 of them: 80 GB. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;
const conflictTries = 3;

export async function putObject(
  bucket: S3Bucket,
  key: string,
  { source, options }: { readonly source: Uint8Array | Readable; readonly options: PutOptions },
): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* measureChunks() {
    for await (const chunk of limitBytes(source, options)) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const parts = cutIntoParts(measureChunks());
  const target: Target = { bucket, key, id: newRowId() };
  const [first, second] = [await nextPart(parts), await nextPart(parts)];
  const third = second && (await nextPart(parts));
  if (third) await putParts(target, withParts([first, second, third], parts));
  else await putWhole(target, joinParts(first, second));
  return { sizeBytes, sha256: hash.digest('hex') };
}

interface Target {
  readonly bucket: S3Bucket;
  readonly key: string;
  /** Stored with the object, so that a repeated request recognizes what its first try has stored. */
  readonly id: string;
}

const idName = 'kinora-put';

async function nextPart(parts: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> {
  const next = await parts.next();
  return next.done ? undefined : next.value;
}

async function* withParts(first: Iterable<Uint8Array | undefined>, rest: AsyncIterable<Uint8Array>) {
  for (const part of first) if (part) yield part;
  yield* rest;
}

function joinParts(first: Uint8Array | undefined, second: Uint8Array | undefined): Uint8Array {
  if (!first) return Buffer.of();
  return second ? Buffer.concat([first, second]) : first;
}

/** Cuts the chunks into parts of one size; the last one is shorter. Large chunks are not copied. */
async function* cutIntoParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let heldChunks: Uint8Array[] = [];
  let heldBytes = 0;
  for await (let chunk of chunks) {
    while (heldBytes + chunk.length >= partBytes) {
      const missing = partBytes - heldBytes;
      heldChunks.push(chunk.subarray(0, missing));
      yield heldChunks.length === 1 && heldChunks[0] ? heldChunks[0] : Buffer.concat(heldChunks);
      chunk = chunk.subarray(missing);
      [heldChunks, heldBytes] = [[], 0];
    }
    if (chunk.length > 0) heldChunks.push(chunk);
    heldBytes += chunk.length;
  }
  if (heldBytes > 0)
    yield heldChunks.length === 1 && heldChunks[0] ? heldChunks[0] : Buffer.concat(heldChunks);
}

async function putWhole(target: Target, body: Uint8Array): Promise<void> {
  const { bucket, key, id } = target;
  const object = {
    ...objectAt(bucket, key),
    Body: body,
    ContentLength: body.length,
    Metadata: { [idName]: id },
  };
  await storeOnce(target, condition => bucket.client.send(new PutObjectCommand({ ...object, ...condition })));
}

async function putParts(target: Target, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const { bucket, key, id } = target;
  const object = objectAt(bucket, key);
  const { UploadId } = await onBucket(() =>
    bucket.client.send(new CreateMultipartUploadCommand({ ...object, Metadata: { [idName]: id } })),
  );
  const upload = { ...object, UploadId };
  try {
    const Parts = await sendParts(bucket, upload, parts);
    const completedUpload = { ...upload, MultipartUpload: { Parts } };
    await storeOnce(target, condition =>
      bucket.client.send(new CompleteMultipartUploadCommand({ ...completedUpload, ...condition })),
    );
  } catch (error) {
    // If this fails as well, the sweep of unfinished uploads gets it.
    await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

/**
 * Resolves, or rejects, when no part is under way any more: an upload that is aborted
 * earlier would keep late parts.
 */
async function sendParts(
  bucket: S3Bucket,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined },
  parts: AsyncIterable<Uint8Array>,
): Promise<CompletedPart[]> {
  const sentParts: Promise<CompletedPart>[] = [];
  const send = async (PartNumber: number, Body: Uint8Array): Promise<CompletedPart> => {
    const part = { ...upload, PartNumber, Body, ContentLength: Body.length };
    const { ETag } = await onBucket(() => bucket.client.send(new UploadPartCommand(part)));
    return { PartNumber, ETag };
  };
  try {
    for await (const bytes of parts) {
      await sentParts.at(-partsAtOnce);
      const part = send(sentParts.length + 1, bytes);
      // It is waited for below. Until then, its failure must not end the process.
      part.catch(() => {});
      sentParts.push(part);
    }
    return await Promise.all(sentParts);
  } finally {
    await Promise.allSettled(sentParts);
  }
}

/**
 * Sends the request that makes the object visible. A response that was lost is asked for again, and the
 * repeated request finds the object of the first one: 412, or 404 for a multipart upload. 409: another writer
 * of this key is at work just now. 501: a server that does not know the condition; as every key is written by
 * one process only, nothing is lost without it.
 */
async function storeOnce(
  target: Target,
  send: (condition: { readonly IfNoneMatch?: string }) => Promise<unknown>,
): Promise<void> {
  const { bucket } = target;
  for (let tries = 1; ; tries++) {
    try {
      await send(bucket.hasConditions ? { IfNoneMatch: '*' } : {});
      return;
    } catch (error) {
      if (readStatus(error) === 501 && bucket.hasConditions) bucket.hasConditions = false;
      else if (await isStoredDespite(error, target)) return;
      else if (readStatus(error) !== 409 || tries >= conflictTries) throw toBucketError(error);
    }
  }
}

/** Whether an earlier try has stored the object. Throws `exists` if another writer has. */
async function isStoredDespite(error: unknown, target: Target): Promise<boolean> {
  const status = readStatus(error) ?? 0;
  if (![404, 409, 412].includes(status) || readErrorName(error) === 'NoSuchBucket') return false;
  const writer = await readWriter(target);
  if (writer === target.id) return true;
  if (writer === undefined && status !== 412) return false;
  throw new StorageError('exists', `There is a file ${target.key} already.`);
}

/** Returns which put stored the object, or undefined if it does not exist. */
async function readWriter({ bucket, key }: Target): Promise<string | undefined> {
  const head = await unlessAbsent(() => bucket.client.send(new HeadObjectCommand(objectAt(bucket, key))));
  return head && (head.Metadata?.[idName] ?? '');
}
