/** Deletes objects by their folder, and what interrupted uploads have left. */
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { calendarNow } from '@kinora/shared/clock';
import { StorageError } from '../storage/storage-error.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { toBucketError, readErrorName, onBucket, readStatus } from './s3-errors.ts';
import { listPages } from './s3-list.ts';

/** Deletes everything whose name begins with the text, and returns the number of objects. */
export async function deleteBelow(bucket: S3Bucket, start: string): Promise<number> {
  let count = 0;
  for await (const page of listPages(bucket, start)) {
    await onBucket(() =>
      deleteAll(
        bucket,
        page.map(({ name }) => name),
      ),
    );
    count += page.length;
  }
  return count;
}

/** At most 1,000 objects, as in a page of a list. Some servers know only the deletion of one object. */
async function deleteAll(bucket: S3Bucket, names: readonly string[]): Promise<void> {
  const [onlyName] = names;
  if (names.length === 1 && onlyName !== undefined) return deleteOne(bucket, onlyName);
  try {
    await deleteTogether(bucket, names);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    for (const name of names) await deleteOne(bucket, name);
  }
}

async function deleteOne({ client, name }: S3Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }));
}

async function deleteTogether({ client, name }: S3Bucket, keys: readonly string[]): Promise<void> {
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({
      Bucket: name,
      Delete: { Objects: keys.map(Key => ({ Key })), Quiet: true },
    }),
  );
  const [first] = Errors;
  if (first)
    throw new StorageError(
      first.Code === 'AccessDenied' ? 'denied' : 'failed',
      `${Errors.length} of ${keys.length} objects could not be deleted: ${first.Code}.`,
    );
}

/** 501, or a request for another checksum than the SDK sends. */
function isUnsupported(error: unknown): boolean {
  const missesChecksum = ['InvalidRequest', 'MissingContentMD5', 'InvalidDigest'].includes(
    readErrorName(error),
  );
  return readStatus(error) === 501 || missesChecksum;
}

/** A time that no upload of a file of Kinora takes. */
const unfinishedMs = 24 * 3_600_000;

/**
 * Aborts multipart uploads that were begun long ago, and returns their number. A server that
 * cannot list them has none for us.
 */
export async function abortUnfinished(bucket: S3Bucket): Promise<number> {
  const { client, name: Bucket } = bucket;
  let count = 0;
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput | undefined = await listUploads(bucket, marker);
    if (!page) return count;
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || calendarNow() - Initiated.getTime() < unfinishedMs) continue;
      await onBucket(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      count++;
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    marker = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined;
  }
  return count;
}

async function listUploads(
  { client, name: Bucket, prefix: Prefix }: S3Bucket,
  marker: object,
): Promise<ListMultipartUploadsCommandOutput | undefined> {
  try {
    return await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }));
  } catch (error) {
    if (readStatus(error) === 501) return undefined;
    throw toBucketError(error);
  }
}
