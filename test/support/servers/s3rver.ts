/**
 * `@20minutes/s3rver`, a server of S3 in a folder. It does not know the conditions of writes. Its signatures
 * are not checked, because it computes those of requests for a whole bucket without the slash at the end that
 * the SDK signs; versitygw checks all of them (test/real/s3.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../../src/platform/config/s3-settings.ts';
import { atEnd } from './clean-up.ts';

/** The package has no types. */
interface S3rver {
  new (options: {
    readonly port: number;
    readonly address: string;
    readonly silent: boolean;
    readonly directory: string;
    readonly allowMismatchedSignatures: true;
    readonly configureBuckets: readonly { readonly name: string }[];
  }): { run(): Promise<{ readonly port: number }>; close(): Promise<void> };
}

export const s3rverBucket = 'kinora-test';

/** The settings of a bucket on a new server. */
export async function openS3rver(): Promise<S3Settings> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver;
  const directory = await mkdtemp(join(tmpdir(), 'kinora-s3rver-'));
  const configureBuckets = [{ name: s3rverBucket }];
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets,
  });
  const { port } = await server.run();
  atEnd(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    bucket: s3rverBucket,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    prefix: '',
    isPathStyle: true,
    // The server knows only this pair.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    redirect: undefined,
  };
}
