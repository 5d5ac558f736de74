/** Lists the objects of a bucket, page by page. */
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';
import { onBucket } from './s3-errors.ts';

export interface ListedObject {
  /** The name, with the prefix of the bucket. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Objects whose name begins with the text. No page is empty. */
export async function* listPages(
  { client, name: Bucket }: S3Bucket,
  start: string,
): AsyncGenerator<readonly ListedObject[]> {
  let from: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket, Prefix: start, ContinuationToken: from });
    const page = await onBucket(() => client.send(command));
    const objects = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      name: Key,
      sizeBytes: Size,
      modifiedMs: LastModified?.getTime() ?? 0,
    }));
    if (objects.length > 0) yield objects;
    from = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (from !== undefined);
}
