/** The settings of a bucket for files, as one value. */
import type { SettingValues } from './settings.ts';

/** The bucket of S3, or of a server with its interface, in which the files are. */
export interface S3Settings {
  readonly bucket: string;
  /** URL of the server. Undefined means that of AWS in the region. */
  readonly endpoint: string | undefined;
  /** Undefined leaves it to the environment of the AWS SDK. */
  readonly region: string | undefined;
  /** The beginning of the names of all objects. It is empty, or ends with a slash. */
  readonly prefix: string;
  /** Whether the bucket is the first part of the path instead of the host name. */
  readonly isPathStyle: boolean;
  /** Undefined means the credential chain of the AWS SDK. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /**
   * The server to which addresses of files that need no key redirect. Undefined if Kinora sends all files
   * itself.
   */
  readonly redirect: { readonly endpoint: string | undefined } | undefined;
}

/** The fields of the settings that this value joins. */
export const s3Fields = [
  's3Bucket',
  's3Endpoint',
  's3Region',
  's3Prefix',
  's3PathStyle',
  's3AccessKeyId',
  's3SecretAccessKey',
  's3Redirect',
  's3PublicEndpoint',
] as const;

type S3Values = Pick<SettingValues, (typeof s3Fields)[number]>;

export function s3Settings(values: S3Values): S3Settings | undefined {
  const { s3Bucket: bucket, s3Endpoint: endpoint, s3Region: region, s3Prefix: prefix } = values;
  if (bucket === undefined) return undefined;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = values;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket,
    endpoint,
    // A server that is not of AWS ignores the region, but the signature needs one.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    prefix,
    isPathStyle: values.s3PathStyle === 'auto' ? endpoint !== undefined : values.s3PathStyle === 'true',
    credentials: hasKeys ? { accessKeyId, secretAccessKey } : undefined,
    redirect: values.s3Redirect ? { endpoint: values.s3PublicEndpoint ?? endpoint } : undefined,
  };
}

/** Settings of a bucket without the bucket would be ignored silently. */
export function s3Problems(values: S3Values): string[] {
  const { s3Bucket, s3Endpoint, s3AccessKeyId, s3SecretAccessKey, s3Redirect, s3PublicEndpoint } = values;
  return [
    ...(!s3Bucket && (s3Endpoint || s3AccessKeyId || s3Redirect)
      ? ['KINORA_S3_ENDPOINT, KINORA_S3_ACCESS_KEY_ID and KINORA_S3_REDIRECT require KINORA_S3_BUCKET.']
      : []),
    ...(!s3AccessKeyId !== !s3SecretAccessKey
      ? ['KINORA_S3_ACCESS_KEY_ID and KINORA_S3_SECRET_ACCESS_KEY require each other.']
      : []),
    ...(s3PublicEndpoint && !s3Redirect ? ['KINORA_S3_PUBLIC_ENDPOINT requires KINORA_S3_REDIRECT.'] : []),
  ];
}
