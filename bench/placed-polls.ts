/**
 * Polls a second of server CPU with files in a bucket and a database behind a pooler, against the same
 * server with a folder and neither.
 */
import { endFile } from '../test/support/servers/clean-up.ts';
import { openS3Server, testBucket } from '../test/support/servers/s3-server.ts';
import { openTransactionPooler } from '../test/support/servers/transaction-pooler.ts';
import { medianRatio } from './median.ts';
import { preparePollMeasurement } from './metrics.ts';
import { atLeast } from './table.ts';
import type { Topic } from './topic.ts';

const rounds = 20;
const target = 0.97;

export const placedPolls: Topic = {
  name: 'placed-polls',
  run: async parts => {
    const bucket = await openS3Server();
    const databaseUrl = await parts.freshDatabase();
    const pooler = await openTransactionPooler(databaseUrl, 5);
    parts.atEnd(endFile);
    const measureWithBucket = await preparePollMeasurement(parts, {
      DATABASE_URL: pooler.databaseUrl,
      DATABASE_DIRECT_URL: databaseUrl,
      KINORA_S3_BUCKET: testBucket,
      KINORA_S3_ENDPOINT: bucket.url,
      KINORA_S3_ACCESS_KEY_ID: 'test-key-id',
      KINORA_S3_SECRET_ACCESS_KEY: 'test-secret',
    });
    const measureWithFolder = await preparePollMeasurement(parts);
    // The first rounds are for the compilers.
    await medianRatio(2, measureWithBucket, measureWithFolder);
    const label = 'polls a CPU second with a bucket and a pooler against with a folder';
    return [atLeast(label, await medianRatio(rounds, measureWithBucket, measureWithFolder), { target })];
  },
};
