import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openS3Server } from '../../../test/support/servers/s3-server.ts';
import { tryBucket, type BucketTrial } from './try-bucket.ts';

const server = await openS3Server();
const trial: BucketTrial = { get: (url, headers) => fetch(url, { headers }) };
const redirect = { endpoint: server.url };

test('a bucket is tried step by step, and nothing is left there', async () => {
  const steps = await tryBucket(server.settings({ redirect }), trial);
  assert.deepEqual(
    steps.map(({ what, ok }) => [what, ok]),
    ['put', 'range', 'list', 'multipart', 'redirect', 'delete'].map(step => [`Bucket ${step}`, true]),
  );
  assert.equal(server.objects.size, 0);
});

test('the first step that fails names the setting that is wrong', async () => {
  for (const [status, code, setting] of [
    [403, 'InvalidAccessKeyId', 'KINORA_S3_ACCESS_KEY_ID'],
    [403, 'SignatureDoesNotMatch', 'KINORA_S3_SECRET_ACCESS_KEY'],
    [400, 'AuthorizationHeaderMalformed', 'KINORA_S3_REGION'],
    [403, 'AccessDenied', 's3:PutObject'],
    [404, 'NoSuchBucket', 'KINORA_S3_BUCKET'],
  ] as const) {
    server.fault = () => ({ status, code });
    const [putStep, ...otherSteps] = await tryBucket(server.settings(), trial);
    assert.deepEqual([putStep?.ok, otherSteps], [false, []]);
    assert.match(putStep?.found ?? '', new RegExp(`${code}.* Check .*${setting}`));
  }
  server.fault = () => undefined;
  const [firstStep] = await tryBucket(server.settings({ endpoint: 'http://127.0.0.1:9' }), trial);
  assert.match(firstStep?.found ?? '', /Check KINORA_S3_ENDPOINT\.$/);
});

test('a permission that is missing is found at its step, and the object is deleted', async () => {
  server.fault = ({ query }) => (query.has('list-type') ? { status: 403, code: 'AccessDenied' } : undefined);
  const steps = await tryBucket(server.settings(), trial);
  server.fault = () => undefined;
  assert.deepEqual(
    steps.map(({ what, ok }) => [what, ok]),
    [
      ['Bucket put', true],
      ['Bucket range', true],
      ['Bucket list', false],
    ],
  );
  assert.equal(server.objects.size, 0);
});

test('a public endpoint under which clients do not reach the bucket is named', async () => {
  const steps = await tryBucket(server.settings({ redirect }), {
    get: async () => new Response('not here', { status: 404 }),
  });
  assert.match(steps.at(-1)?.found ?? '', /answered 404: check KINORA_S3_PUBLIC_ENDPOINT/);
});
