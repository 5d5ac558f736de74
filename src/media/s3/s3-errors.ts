/** Errors of a bucket, as the storage contract has them. */
import { StorageError, type StorageErrorCode } from '../storage/storage-error.ts';

/** Runs work on the bucket, and converts every error into a StorageError. */
export async function onBucket<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toBucketError(error);
  }
}

/** Returns undefined if there is no such object. A bucket that does not exist is an error. */
export async function unlessAbsent<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (readStatus(error) === 404 && readErrorName(error) !== 'NoSuchBucket') return undefined;
    throw toBucketError(error);
  }
}

/** An error that the server of a bucket, or the network on the way to it, reported. */
export class BucketError extends StorageError {
  /** The code of the S3 API, or that of the network. */
  readonly upstreamCode: string;

  constructor(code: StorageErrorCode, upstreamCode: string, message: string) {
    super(code, message);
    this.upstreamCode = upstreamCode;
  }
}

const codesByName: Readonly<Record<string, StorageErrorCode>> = {
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InsufficientCapacity: 'full',
  CredentialsProviderError: 'denied',
};

const codesByStatus: Readonly<Record<number, StorageErrorCode>> = {
  401: 'denied',
  403: 'denied',
  412: 'exists',
  416: 'bad_range',
  507: 'full',
};

/**
 * The error has no cause: errors of the SDK carry the id of the key, what was signed and the response, which
 * must not get into a log. The names of a response are those of the S3 API:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function toBucketError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const status = readStatus(error);
  const name = readErrorName(error);
  const code = codesByName[name] ?? codesByStatus[status ?? 0] ?? 'failed';
  const { message = '' } = error as Error;
  const text = [name, message && message !== name ? message : '']
    .filter(Boolean)
    .join(': ')
    .replace(/\.$/, '');
  return new BucketError(code, name, `The bucket refused: ${text}${status ? ` (HTTP ${status})` : ''}.`);
}

/** The HTTP status of a response. Returns undefined if there was none. */
export function readStatus(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** The code of the S3 API, or that of the network. */
export function readErrorName(error: unknown): string {
  const { name = '', code } = error as { name?: string; code?: unknown };
  return name === 'Error' && typeof code === 'string' ? code : name;
}
