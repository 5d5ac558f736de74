/** A bucket as its operations see it: the client, the name, and the names of objects. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import { checkKey } from '../storage/storage-key.ts';

export interface S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** The beginning of the names of all objects. It is empty, or ends with a slash. */
  readonly prefix: string;
  /** Whether the server knows `If-None-Match` of writes. One that does not says so in its first response. */
  hasConditions: boolean;
}

/** Limits of time and number that tests set to others than those of a server. */
export interface S3Limits {
  /** A request, or the rest of a body, is asked for again if nothing arrives for this long. */
  readonly idleMs: number;
  /** How often a request is sent in all. */
  readonly attempts: number;
}

export const usualLimits: S3Limits = { idleMs: 30_000, attempts: 5 };

const connectMs = 5_000;
/** Each download that a client reads slowly keeps one. */
const maxSockets = 512;

export function openBucket(settings: S3Settings, limits: S3Limits): S3Bucket {
  const { bucket, prefix } = settings;
  return { client: new S3Client(clientConfig(settings, limits)), name: bucket, prefix, hasConditions: true };
}

/**
 * Without `endpoint`, the addresses are those of AWS. Without keys, the chain of the SDK finds them:
 * environment, files, roles of the machine.
 */
export function clientConfig(settings: S3Settings, { idleMs, attempts }: S3Limits): S3ClientConfig {
  const { endpoint, region, credentials, isPathStyle } = settings;
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
    forcePathStyle: isPathStyle,
    // Servers other than that of AWS reject the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  };
}

/** Returns where an object is. Throws StorageError `bad_key`. */
export function objectAt({ name, prefix }: S3Bucket, key: string): { Bucket: string; Key: string } {
  checkKey(key);
  return { Bucket: name, Key: prefix + key };
}
