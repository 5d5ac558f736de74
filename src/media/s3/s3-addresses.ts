/** Presigned addresses, at which clients get files from the bucket by themselves. */
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { calendarNow } from '@kinora/shared/clock';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import type { DirectAddresses } from '../storage/direct-addresses.ts';
import { clientConfig, objectAt, usualLimits } from './s3-bucket.ts';

/** The time of signing is rounded down, so that an address stays the same and caches can use it. */
const roundingMs = 15 * 60_000;
/** Long enough for a clip that is watched with pauses. */
const longestMs = 6 * 3_600_000;
/** The time for a file of a task in progress. */
const unknownMs = 2 * roundingMs;

/** `endpoint`: where clients reach the server of the bucket. */
export function signedAddresses(
  settings: S3Settings,
  { endpoint }: NonNullable<S3Settings['redirect']>,
): DirectAddresses {
  const client = new S3Client(clientConfig({ ...settings, endpoint }, usualLimits));
  const bucket = { client, name: settings.bucket, prefix: settings.prefix, hasConditions: true };
  const sign = (key: string, headers: object, { fromMs, toMs }: Validity) =>
    getSignedUrl(client, new GetObjectCommand({ ...objectAt(bucket, key), ...headers }), {
      expiresIn: Math.max(1, Math.floor((toMs - fromMs) / 1000)),
      signingDate: new Date(fromMs),
    });
  return {
    origin: async () => new URL(await sign('origin', {}, addressValidity(calendarNow(), undefined))).origin,
    signAddress: async (key, { contentType, contentDisposition, cacheControl, expiresAt }) => {
      const nowMs = calendarNow();
      const validity = addressValidity(nowMs, expiresAt);
      const headers = {
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: cacheControl,
      };
      const url = await sign(key, headers, validity);
      return { url, validSeconds: Math.max(0, Math.floor((validity.toMs - nowMs) / 1000)) };
    },
  };
}

interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Ends with the file at the latest, because the bucket keeps an expired file until the next sweep. */
function addressValidity(nowMs: number, expiresAt: Date | undefined): Validity {
  const fromMs = nowMs - (nowMs % roundingMs);
  const toMs = expiresAt ? Math.min(fromMs + longestMs, expiresAt.getTime()) : fromMs + unknownMs;
  return { fromMs, toMs };
}
