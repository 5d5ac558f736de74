/**
 * Settings of a bucket for files: a part of the table in settings.ts. s3-settings.ts makes one value of them.
 */
import { anyText, httpUrl, keyPrefix, oneOf, secretText, yesOrNo } from './setting-kinds.ts';

export const bucketSettings = {
  KINORA_S3_BUCKET: {
    ...anyText,
    to: 's3Bucket',
    default: '',
    en: 'Bucket of S3, or of a server with its interface, for the files of tasks. Empty: they are in the data folder.',
    zh: '存放任务文件的 S3（或兼容服务器）存储桶；留空则存放在数据文件夹中。',
  },
  KINORA_S3_ENDPOINT: {
    ...httpUrl,
    to: 's3Endpoint',
    default: '',
    en: 'URL of the S3 server. Empty: that of AWS in the region.',
    zh: 'S3 服务器的地址；留空则使用该区域的 AWS 地址。',
  },
  KINORA_S3_REGION: {
    ...anyText,
    to: 's3Region',
    default: '',
    en: 'Region of the bucket. Empty: as the AWS environment says, or `us-east-1` with `KINORA_S3_ENDPOINT`.',
    zh: '存储桶所在区域；留空则取 AWS 环境中的设置；设置了 `KINORA_S3_ENDPOINT` 时为 `us-east-1`。',
  },
  KINORA_S3_PREFIX: {
    ...keyPrefix,
    to: 's3Prefix',
    default: '',
    en: 'What the names of all objects begin with, so that a bucket can be shared.',
    zh: '所有对象名称的前缀，便于共用一个存储桶。',
  },
  KINORA_S3_PATH_STYLE: {
    ...oneOf(['auto', 'true', 'false'] as const),
    to: 's3PathStyle',
    default: 'auto',
    en: 'Whether the bucket is in the path of addresses (`true`) or in the host name (`false`). `auto`: in the path with `KINORA_S3_ENDPOINT`.',
    zh: '存储桶名称写在地址路径中（`true`）还是主机名中（`false`）；`auto` 表示设置了 `KINORA_S3_ENDPOINT` 时写在路径中。',
  },
  KINORA_S3_ACCESS_KEY_ID: {
    ...secretText,
    to: 's3AccessKeyId',
    default: '',
    en: 'ID of the access key of the bucket. Empty: the credential chain of AWS (environment, files, roles).',
    zh: '存储桶访问密钥的 ID；留空则使用 AWS 凭证链（环境变量、文件、角色）。',
  },
  KINORA_S3_SECRET_ACCESS_KEY: {
    ...secretText,
    to: 's3SecretAccessKey',
    default: '',
    en: 'Secret of the access key of the bucket.',
    zh: '存储桶访问密钥的私密部分。',
  },
  KINORA_S3_REDIRECT: {
    ...yesOrNo,
    to: 's3Redirect',
    default: 'false',
    en: 'Redirect addresses of files that need no key to the bucket, signed for up to six hours. `false`: Kinora sends all files.',
    zh: '把无需密钥的文件地址重定向到存储桶（签名最多有效六小时）；设为 `false` 则所有文件都由 Kinora 发送。',
  },
  KINORA_S3_PUBLIC_ENDPOINT: {
    ...httpUrl,
    to: 's3PublicEndpoint',
    default: '',
    en: 'URL of the S3 server as clients reach it, for `KINORA_S3_REDIRECT`. Empty: `KINORA_S3_ENDPOINT`.',
    zh: '客户端访问 S3 服务器所用的地址，用于 `KINORA_S3_REDIRECT`；留空则为 `KINORA_S3_ENDPOINT`。',
  },
} as const;
