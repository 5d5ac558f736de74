/**
 * Tries a bucket as Kinora uses it, step by step, and names the setting that is
 * wrong. It leaves nothing behind.
 */
import { newRowId } from '../../platform/lib/id.ts';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import { readWhole } from '../storage/open-file.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Storage } from '../storage/storage.ts';
import { usualLimits } from './s3-bucket.ts';
import { BucketError } from './s3-errors.ts';
import { openS3Storage } from './s3-storage.ts';

export interface BucketStep {
  readonly what: string;
  readonly ok: boolean;
  /** What was found, or what is wrong and which setting to check. */
  readonly found: string;
}

export interface BucketTrial {
  /** Requests an address as a client does, from a page of another site. */
  readonly get: (url: string, headers: Readonly<Record<string, string>>) => Promise<Response>;
}

/** Returns a new folder, which no task has. */
const folder = () => `doctor/${newRowId()}`;
const content = Buffer.from('Kinora tries this bucket.');

/** Ends with the first step that fails, because the later ones would fail as well. */
export async function tryBucket(settings: S3Settings, { get }: BucketTrial): Promise<BucketStep[]> {
  const storage = openS3Storage(settings, { ...usualLimits, attempts: 2 });
  const done: BucketStep[] = [];
  const place = folder();
  const key = `${place}/probe.txt`;
  const steps: Readonly<Record<string, () => Promise<string>>> = {
    'Bucket put': async () => `${(await storage.put(key, content)).sizeBytes} bytes`,
    'Bucket range': () => readRange(storage, key),
    'Bucket list': async () => `${(await Array.fromAsync(storage.list(place))).length} object`,
    'Bucket multipart': async () => `${await storage.removeUnfinished()} unfinished uploads aborted`,
    ...(storage.direct && { 'Bucket redirect': () => tryAddress(storage, key, get) }),
    'Bucket delete': async () => `${await storage.deleteFolder(place)} object`,
  };
  for (const [what, step] of Object.entries(steps)) {
    const result = await step().then(
      finding => ({ what, ok: true, found: finding }),
      (error: Error) => ({ what, ok: false, found: describe(error, settings) }),
    );
    done.push(result);
    if (!result.ok) break;
  }
  await storage.deleteFile(key).catch(() => {});
  return done;
}

async function readRange(storage: Storage, key: string): Promise<string> {
  const file = await storage.open(key, { start: 7, end: 11 });
  const bytes = file && (await readWhole(file));
  if (bytes?.toString() !== content.subarray(7, 12).toString())
    throw new StorageError('failed', 'The server sent other bytes than were asked for.');
  return 'bytes 7 to 11';
}

/** A page of another site must be allowed by the bucket itself. The Console needs no such permission. */
async function tryAddress(storage: Storage, key: string, get: BucketTrial['get']): Promise<string> {
  const as = {
    contentType: 'text/plain',
    contentDisposition: 'inline',
    cacheControl: 'private',
    expiresAt: undefined,
  };
  const address = await storage.direct?.signAddress(key, as);
  const response = await get(address?.url ?? '', { origin: 'https://page.example' });
  const text = await response.text();
  if (!response.ok || text !== content.toString())
    throw new StorageError(
      'failed',
      `the signed address at ${new URL(address?.url ?? '').origin} answered ${response.status}: check KINORA_S3_PUBLIC_ENDPOINT`,
    );
  const allowedOrigin = response.headers.get('access-control-allow-origin');
  return `signed addresses work; pages of other sites ${allowedOrigin ? `may read them (CORS: ${allowedOrigin})` : 'cannot read them, because the bucket has no CORS rule; images and clips are shown nevertheless'}`;
}

/**
 * The setting to check, by the codes of
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html and of the network.
 */
const settingsByCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'KINORA_S3_BUCKET',
  InvalidBucketName: 'KINORA_S3_BUCKET',
  InvalidAccessKeyId: 'KINORA_S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'KINORA_S3_SECRET_ACCESS_KEY',
  CredentialsProviderError:
    'KINORA_S3_ACCESS_KEY_ID and KINORA_S3_SECRET_ACCESS_KEY, because the credential chain of AWS found no keys',
  ExpiredToken: 'the credentials of the environment, which have expired',
  AuthorizationHeaderMalformed: 'KINORA_S3_REGION',
  PermanentRedirect: 'KINORA_S3_REGION',
  AccessDenied:
    'the permissions of the access key (s3:PutObject, GetObject, DeleteObject, ListBucket, AbortMultipartUpload)',
  ENOTFOUND: 'KINORA_S3_ENDPOINT, and KINORA_S3_PATH_STYLE if the name of the bucket is in the host name',
  ECONNREFUSED: 'KINORA_S3_ENDPOINT',
  TimeoutError: 'KINORA_S3_ENDPOINT',
  RequestTimeTooSkewed: 'the clock of this machine',
};

function describe(error: Error, { endpoint }: S3Settings): string {
  const setting = error instanceof BucketError ? settingsByCode[error.upstreamCode] : undefined;
  const check = setting ?? (endpoint ? 'KINORA_S3_ENDPOINT' : 'the KINORA_S3 settings');
  return error.message.includes('KINORA_') ? error.message : `${error.message} Check ${check}.`;
}
