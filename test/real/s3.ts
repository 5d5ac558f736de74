/**
 * Files in a bucket of a real versitygw, which checks every signature: the conformance suite of storage, files of several parts, signed
 * addresses, doctor's steps, and a whole Kinora. In the environment:
 *
 * REAL_VERSITYGW  the path of the program. Default: the first argument, or `versitygw` on PATH
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../src/platform/config/s3-settings.ts';
import { openBucket, usualLimits } from '../../src/media/s3/s3-bucket.ts';
import { openS3Storage } from '../../src/media/s3/s3-storage.ts';
import { tryBucket } from '../../src/media/s3/try-bucket.ts';
import { testStorage } from '../../src/media/storage/storage-conformance.ts';
import { readWhole } from '../../src/media/storage/open-file.ts';
import { findProgram } from '../support/programs/find-program.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freePort } from '../support/servers/free-port.ts';
import { imageEnd, imagine, startTestApp } from '../support/servers/app.ts';
import { waitUntil } from '../support/servers/wait-until.ts';

const { REAL_VERSITYGW: program = process.argv[2] ?? findProgram('versitygw') } = process.env;

if (program) testAt(await openVersitygw(program));
else
  test('versitygw', {
    skip: 'build it: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0; npm run test:real -- s3 ~/go/bin/versitygw',
  });

async function openVersitygw(path: string): Promise<S3Settings> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-versitygw-'));
  const port = await freePort();
  const credentials = { accessKeyId: 'kinora', secretAccessKey: 'a-secret-of-the-test' };
  const keys = ['--access', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
  const child = spawn(path, [...keys, '--port', `127.0.0.1:${port}`, 'posix', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const settings: S3Settings = {
    bucket: 'kinora-test',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    prefix: '',
    isPathStyle: true,
    credentials,
    redirect: undefined,
  };
  const { client, name } = openBucket(settings, usualLimits);
  await waitUntil(() =>
    client.send(new CreateBucketCommand({ Bucket: name })).then(
      () => true,
      () => false,
    ),
  );
  return settings;
}

function testAt(settings: S3Settings): void {
  let prefixes = 0;
  testStorage('versitygw', async () => openS3Storage({ ...settings, prefix: `test-${++prefixes}/` }));

  test('a wrong key is rejected as an error that the operator can mend', async () => {
    const credentials = { accessKeyId: 'kinora', secretAccessKey: 'wrong' };
    const storage = openS3Storage({ ...settings, credentials });
    await assert.rejects(storage.put('a', Buffer.from('x')), {
      code: 'denied',
      said: 'SignatureDoesNotMatch',
    });
  });

  test('a file of several parts is read back whole, in ranges and by its signed address', async () => {
    const storage = openS3Storage({
      ...settings,
      prefix: 'parts/',
      redirect: { endpoint: settings.endpoint },
    });
    const bytes = Buffer.alloc(20 * 1024 ** 2 + 7, 'Kinora ');
    await storage.put('a/b', bytes);
    const whole = await storage.open('a/b');
    assert.ok(whole && (await readWhole(whole)).equals(bytes));
    const part = await storage.open('a/b', { start: 8_388_600, end: 8_388_620 });
    assert.ok(part && (await readWhole(part)).equals(bytes.subarray(8_388_600, 8_388_621)));
    const as = {
      contentType: 'video/mp4',
      contentDisposition: 'inline; filename="a clip.mp4"',
      cacheControl: 'private',
      expiresAt: undefined,
    };
    const address = await storage.direct?.addressOf('a/b', as);
    const response = await fetch(address?.url ?? '', { headers: { range: 'bytes=10-19' } });
    assert.equal(response.status, 206);
    assert.equal(response.headers.get('content-type'), 'video/mp4');
    assert.equal(response.headers.get('content-disposition'), as.contentDisposition);
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 20)));
  });

  test('every step of doctor succeeds', async () => {
    const redirect = { endpoint: settings.endpoint };
    const steps = await tryBucket(
      { ...settings, redirect },
      { get: (url, headers) => fetch(url, { headers }) },
    );
    assert.deepEqual(
      steps.filter(({ ok }) => !ok),
      [],
    );
  });

  test('a grid is generated, sent in ranges, and redirected to the bucket', async () => {
    const kinora = await startTestApp({
      settings: {
        KINORA_S3_BUCKET: settings.bucket,
        KINORA_S3_ENDPOINT: settings.endpoint ?? '',
        KINORA_S3_PREFIX: 'kinora',
        KINORA_S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
        KINORA_S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
        KINORA_S3_REDIRECT: 'true',
      },
    });
    const task = await imageEnd(kinora, await imagine(kinora, 'a red fox --v 1'));
    assert.equal(task.status, 'SUCCESS');
    const proxied = await fetch(task.imageUrl, { headers: { 'sec-fetch-dest': 'empty' } });
    const redirected = await fetch(task.imageUrl);
    assert.equal(redirected.redirected, true);
    assert.deepEqual(await redirected.bytes(), await proxied.bytes());
  });
}
