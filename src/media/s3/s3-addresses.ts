/** Presigned addresses, at which clients get files from the bucket by themselves. */
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { calendarNow } from '@kinora/shared/clock';
import type { S3Settings } from '../../platform/config/s3-settings.ts';
import type { DirectAddresses } from '../storage/storage.ts';
import { clientConfig, objectAt, usualLimits } from './s3-bucket.ts';

/** The time of signing is rounded down, so that an address stays the same and caches can use it. */
const roundingMs = 15 * 60_000;
/** Long enough for a clip that is watched with pauses. The bucket forgets a file when Kinora deletes it, whatever the signature says. */
const signedSeconds = 6 * 3600;

/** `endpoint`: where clients reach the server of the bucket. */
export function signedAddresses(
  settings: S3Settings,
  { endpoint }: NonNullable<S3Settings['redirect']>,
): DirectAddresses {
  const client = new S3Client(clientConfig({ ...settings, endpoint }, usualLimits));
  const bucket = { client, name: settings.bucket, prefix: settings.prefix, hasConditions: true };
  const sign = (key: string, headers: object, signingDate: Date) =>
    getSignedUrl(client, new GetObjectCommand({ ...objectAt(bucket, key), ...headers }), {
      expiresIn: signedSeconds,
      signingDate,
    });
  return {
    origin: async () => new URL(await sign('origin', {}, new Date(calendarNow()))).origin,
    addressOf: async (key, { contentType, contentDisposition, cacheControl }) => {
      const nowMs = calendarNow();
      const signedMs = nowMs - (nowMs % roundingMs);
      const headers = {
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: cacheControl,
      };
      const url = await sign(key, headers, new Date(signedMs));
      return { url, validSeconds: signedSeconds - Math.ceil((nowMs - signedMs) / 1000) };
    },
  };
}
