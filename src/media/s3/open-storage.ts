/** Opens the storage that the settings name: a bucket, or the folder of files in the data folder. */
import { join } from 'node:path';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import type { Storage } from '../storage/storage.ts';

export interface StoragePlace {
  readonly dataDir: string;
  /** Undefined means the folder. */
  readonly s3: S3Settings | undefined;
}

/** A bucket is not contacted yet. Throws StorageError if the folder cannot be created or written. */
export async function openStorage({ dataDir, s3 }: StoragePlace): Promise<Storage> {
  if (!s3) return openDiskStorage(filesFolder(dataDir));
  // The SDK takes 60 MB of memory and 0.3 s of CPU time, so it is only loaded if it is used.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(s3);
}

/** Returns where the files of tasks are without a bucket. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/** Describes the place in messages. */
export function describePlace({ dataDir, s3 }: StoragePlace): string {
  return s3 ? `s3://${s3.bucket}/${s3.prefix}` : filesFolder(dataDir);
}
