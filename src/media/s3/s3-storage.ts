/**
 * Storage in a bucket of S3, or of a server with its interface. The only way to this folder: it is imported
 * when a bucket is configured.
 */
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { shareRead } from '../../platform/lib/async/shared-read.ts';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import { checkKey, isKey } from '../storage/storage-key.ts';
import { consume } from '../storage/consume.ts';
import type { ListedFile } from '../storage/listed-file.ts';
import type { Storage } from '../storage/storage.ts';
import { objectAt, openBucket, usualLimits, type S3Bucket, type S3Limits } from './s3-bucket.ts';
import { abortUnfinished, deleteBelow } from './s3-delete.ts';
import { onBucket, unlessAbsent } from './s3-errors.ts';
import { listPages } from './s3-list.ts';
import { openObject } from './s3-open.ts';
import { signedAddresses } from './s3-addresses.ts';
import { putObject } from './s3-put.ts';

export function openS3Storage(settings: S3Settings, limits: S3Limits = usualLimits): Storage {
  const bucket = openBucket(settings, limits);
  const { client, name } = bucket;
  return {
    put: (key, source, options = {}) =>
      consume(source, async () => {
        checkKey(key);
        return putObject(bucket, key, { source, options });
      }),
    open: (key, range) => openObject(bucket, key, range),
    stat: async key => {
      const object = objectAt(bucket, key);
      const head = await unlessAbsent(() => client.send(new HeadObjectCommand(object)));
      return head && { sizeBytes: head.ContentLength ?? 0 };
    },
    deleteFile: async key => {
      const object = objectAt(bucket, key);
      await unlessAbsent(() => client.send(new DeleteObjectCommand(object)));
    },
    deleteFolder: async folder => deleteBelow(bucket, `${objectAt(bucket, folder).Key}/`),
    removeUnfinished: () => abortUnfinished(bucket),
    check: shareRead(async () => {
      await onBucket(() => client.send(new HeadBucketCommand({ Bucket: name })));
    }),
    list: folder => listFiles(bucket, folder),
    ...(settings.redirect && { direct: signedAddresses(settings, settings.redirect) }),
  };
}

async function* listFiles(bucket: S3Bucket, folder: string | undefined): AsyncGenerator<ListedFile> {
  const { prefix } = bucket;
  const start = folder === undefined ? prefix : `${objectAt(bucket, folder).Key}/`;
  for await (const page of listPages(bucket, start)) {
    for (const { name, ...file } of page) {
      const key = name.slice(prefix.length);
      // Skips what other programs put there.
      if (isKey(key)) yield { key, ...file };
    }
  }
}
