/**
 * Files in a bucket of real servers, which check every signature: the conformance suite of storage, files
 * of several parts, signed addresses, doctor's steps, and a whole Kinora. A server without a program is
 * skipped. In the environment:
 *
 * REAL_VERSITYGW the path of the program. Default: an argument that ends in `versitygw`, or the program on
 * PATH REAL_MINIO the same for MinIO
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { forgetCalendar, setCalendar, systemClock } from '@kinora/shared/clock';
import type { S3Settings } from '../../src/platform/config/s3-settings.ts';
import { openBucket, usualLimits } from '../../src/media/s3/s3-bucket.ts';
import { openS3Storage } from '../../src/media/s3/s3-storage.ts';
import { tryBucket } from '../../src/media/s3/try-bucket.ts';
import { testStorage } from '../../src/media/storage/storage-conformance.ts';
import { readWhole } from '../../src/media/storage/open-file.ts';
import { findProgram } from '../../src/platform/lib/machine/find-program.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freePort } from '../support/servers/free-port.ts';
import { imageEnd, imagine, startTestApp } from '../support/servers/app.ts';
import { waitUntil } from '../support/servers/wait-until.ts';

const credentials = { accessKeyId: 'kinora', secretAccessKey: 'a-secret-of-the-test' };
const { accessKeyId, secretAccessKey } = credentials;

interface RealServer {
  readonly name: string;
  readonly program: string | undefined;
  readonly build: string;
  readonly args: (folder: string, address: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const servers: readonly RealServer[] = [
  {
    name: 'versitygw',
    program: process.env['REAL_VERSITYGW'],
    build: 'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0',
    args: (folder, address) => {
      const keys = ['--access', accessKeyId, '--secret', secretAccessKey];
      return [...keys, '--port', address, 'posix', folder];
    },
  },
  {
    name: 'minio',
    program: process.env['REAL_MINIO'],
    build: 'go install github.com/minio/minio@latest',
    args: (folder, address) => ['server', '--quiet', '--address', address, folder],
    env: { MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secretAccessKey, MINIO_BROWSER: 'off' },
  },
];

for (const server of servers) {
  const { name, build } = server;
  const program = server.program ?? process.argv.find(path => path.endsWith(name)) ?? findProgram(name);
  if (program) {
    const settings = await openServer(program, server);
    testServer(name, settings);
    testWholeServer(name, settings);
  } else test(name, { skip: `build it: ${build}; npm run test:real -- s3 ~/go/bin/${name}` });
}

async function openServer(program: string, { name, args, env }: RealServer): Promise<S3Settings> {
  const folder = await mkdtemp(join(tmpdir(), `kinora-${name}-`));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, args(folder, address), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const settings: S3Settings = {
    bucket: 'kinora-test',
    endpoint: `http://${address}`,
    region: 'us-east-1',
    prefix: '',
    isPathStyle: true,
    credentials,
    redirect: undefined,
  };
  const { client, name: Bucket } = openBucket(settings, usualLimits);
  await waitUntil(() =>
    client.send(new CreateBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    ),
  );
  return settings;
}

function testServer(server: string, settings: S3Settings): void {
  let prefixes = 0;
  testStorage(server, async () => openS3Storage({ ...settings, prefix: `test-${++prefixes}/` }));

  test(`${server}: a wrong key is rejected as an error that the operator can mend`, async () => {
    const credentials = { accessKeyId: 'kinora', secretAccessKey: 'wrong' };
    const storage = openS3Storage({ ...settings, credentials });
    await assert.rejects(storage.put('a', Buffer.from('x')), {
      code: 'denied',
      said: 'SignatureDoesNotMatch',
    });
  });

  test(`${server}: a machine whose clock is wrong uses the bucket all the same`, async t => {
    t.after(forgetCalendar);
    const redirect = { endpoint: settings.endpoint };
    const storage = openS3Storage({ ...settings, prefix: 'clocks/', redirect });
    const nowMs = systemClock.now();
    setCalendar({ requestedMs: nowMs, toldMs: nowMs, answeredMs: nowMs });
    for (const aheadHours of [3, -9_600]) {
      const machine = t.mock.method(Date, 'now', () => systemClock.now() + aheadHours * 3_600_000);
      await storage.put(`ahead-${aheadHours}`, Buffer.from('x'));
      const address = await storage.direct?.signAddress(`ahead-${aheadHours}`, textHeaders);
      assert.equal((await fetch(address?.url ?? '')).status, 200);
      machine.mock.restore();
    }
  });

  test(`${server}: a file of several parts is read back whole, in ranges and by its signed address`, async () => {
    const storage = openS3Storage({
      ...settings,
      prefix: 'parts/',
      redirect: { endpoint: settings.endpoint },
    });
    const bytes = Buffer.alloc(20 * 1024 ** 2 + 7, 'Kinora ');
    await storage.put('a/b', bytes);
    const storedFile = await storage.open('a/b');
    assert.ok(storedFile && (await readWhole(storedFile)).equals(bytes));
    const part = await storage.open('a/b', { start: 8_388_600, end: 8_388_620 });
    assert.ok(part && (await readWhole(part)).equals(bytes.subarray(8_388_600, 8_388_621)));
    const as = {
      contentType: 'video/mp4',
      contentDisposition: 'inline; filename="a clip.mp4"',
      cacheControl: 'private',
      expiresAt: undefined,
    };
    const address = await storage.direct?.signAddress('a/b', as);
    const response = await fetch(address?.url ?? '', { headers: { range: 'bytes=10-19' } });
    assert.equal(response.status, 206);
    assert.equal(response.headers.get('content-type'), 'video/mp4');
    assert.equal(response.headers.get('content-disposition'), as.contentDisposition);
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 20)));
  });
}

function testWholeServer(server: string, settings: S3Settings): void {
  test(`${server}: every step of doctor succeeds`, async () => {
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

  test(`${server}: a grid is generated, sent in ranges, and redirected to the bucket`, async () => {
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
    const proxyResponse = await fetch(task.imageUrl, { headers: { 'sec-fetch-dest': 'empty' } });
    const redirectResponse = await fetch(task.imageUrl);
    assert.equal(redirectResponse.redirected, true);
    assert.deepEqual(await redirectResponse.bytes(), await proxyResponse.bytes());
  });
}

const textHeaders = {
  contentType: 'text/plain',
  contentDisposition: 'inline',
  cacheControl: 'private',
  expiresAt: undefined,
};
