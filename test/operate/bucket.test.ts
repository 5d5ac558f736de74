/**
 * Files in a bucket: an API process and a worker on two machines share nothing but
 * the database and the bucket.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sweepExpired } from '../../src/media/storage/retention.ts';
import { sweepOrphansWhenDue } from '../../src/media/storage/sweep-orphans.ts';
import { eraseWords } from '../../src/api/image/tasks/erase-words.ts';
import { calendarNow } from '@kinora/shared/clock';
import { imageEnd, imagine, startTestApp, type TestApp, startTestAppOn } from '../support/servers/app.ts';
import { openS3Server, testBucket, type S3Server } from '../support/servers/s3-server.ts';
import { done, emptyPlace, newFolder, runCommand } from '../support/setups/restored-place.ts';

let bucket: S3Server;
let kinora: TestApp;
let settings: Record<string, string>;

before(async () => {
  bucket = await openS3Server();
  settings = {
    KINORA_S3_BUCKET: testBucket,
    KINORA_S3_ENDPOINT: bucket.url,
    KINORA_S3_PREFIX: 'kinora',
    KINORA_S3_ACCESS_KEY_ID: 'test-key-id',
    KINORA_S3_SECRET_ACCESS_KEY: 'test-secret',
  };
  kinora = await startTestApp({ settings: { ...settings, KINORA_ROLE: 'api' } });
  await startProcess({ KINORA_ROLE: 'worker' });
});

/** A further process on the same database and bucket, with a data folder of its own. */
async function startProcess(more: Record<string, string>) {
  const place = { ...kinora, dataDir: await newFolder() };
  return startTestAppOn(place, { settings: { ...settings, ...more } });
}

/** The names of objects below the prefix. */
const names = () => [...bucket.objects.keys()].filter(name => name.startsWith('kinora/'));
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('what a worker on one machine generates, an API process on another one sends, whole, in ranges and with its tag', async () => {
  const task = await imageEnd(kinora, await imagine(kinora, 'a red fox --v 1'));
  assert.equal(task.status, 'SUCCESS');
  const fullResponse = await fetch(task.imageUrl);
  const etag = fullResponse.headers.get('etag') ?? '';
  const bytes = await readBytes(fullResponse);
  assert.ok(names().length > 0);
  const part = await fetch(task.imageUrl, { headers: { range: 'bytes=100-299' } });
  assert.equal(part.status, 206);
  assert.deepEqual(await readBytes(part), bytes.subarray(100, 300));
  const notModified = await fetch(task.imageUrl, { headers: { 'if-none-match': etag } });
  assert.equal(notModified.status, 304);
  assert.equal((await readdir(kinora.dataDir)).includes('files'), false, 'nothing in the data folder');
});

test('a body that breaks off on its way from the bucket reaches the client whole', async () => {
  const task = await imageEnd(kinora, await imagine(kinora, 'a lake --v 1'));
  const bytes = await readBytes(await fetch(task.imageUrl));
  let cuts = 0;
  bucket.fault = ({ method, name }) => {
    if (method !== 'GET' || name === '' || cuts === 2) return undefined;
    cuts++;
    return { cutAfterBytes: 1000 };
  };
  assert.deepEqual(await readBytes(await fetch(task.imageUrl)), bytes);
  assert.equal(cuts, 2);
  bucket.fault = () => undefined;
});

test('while the bucket fails, a task waits with what its engine has made, and ends once', async () => {
  let failures = 0;
  bucket.fault = ({ method }) => {
    if (method !== 'PUT' || failures === 12) return undefined;
    failures++;
    return { status: 503, code: 'SlowDown' };
  };
  const task = await imageEnd(kinora, await imagine(kinora, 'a tower --v 1'));
  bucket.fault = () => undefined;
  assert.equal(task.status, 'SUCCESS');
  const { rows } = await kinora.app.db.pool.query(
    `select count(*)::int as charges from ledger_entries join tasks on tasks.id = task_id where public_id = $1 and kind = 'settle'`,
    [task.id],
  );
  assert.deepEqual(rows, [{ charges: 1 }]);
});

test('expired files are deleted from the bucket, and once a day those that were written later by a worker that hung', async () => {
  const task = await imageEnd(kinora, await imagine(kinora, 'a mountain lake --v 1'));
  const other = await imageEnd(kinora, await imagine(kinora, 'a city at night --v 1'));
  const { db, storage } = kinora.app;
  const { rows } = await db.pool.query(
    `update tasks set expires_at = now() - interval '1 s' where public_id = $1 returning id`,
    [task.id],
  );
  const folder: string = rows[0].id;
  const starSettings = { hours: 0, quotaBytes: 1e9, retentionHours: 72 };
  const events = { filesSwept: () => {}, workerError: (error: unknown) => assert.fail(String(error)) };
  assert.equal(await sweepExpired({ db, storage, events, starredFiles: starSettings, eraseWords }), 1);
  const listTaskObjects = () => names().filter(name => name.startsWith(`kinora/${folder}/`));
  assert.deepEqual(listTaskObjects(), []);
  const old = new Date(calendarNow() - 25 * 3_600_000);
  const late = { bytes: Buffer.from('x'), modifiedAt: old, metadata: {} };
  const foreign = 'kinora/00000000-0000-4000-8000-000000000000/a.png';
  const trial = 'kinora/trials/spool/abc/answer.json';
  for (const name of [`kinora/${folder}/late.png`, foreign, trial]) bucket.objects.set(name, late);
  const signal = new AbortController().signal;
  assert.equal(await sweepOrphansWhenDue({ db, storage }, signal), 2);
  assert.deepEqual(listTaskObjects(), []);
  assert.ok(bucket.objects.has(foreign), 'a folder that the database does not know stays');
  assert.equal((await fetch(other.imageUrl)).status, 200);
  assert.equal(await sweepOrphansWhenDue({ db, storage }, signal), undefined, 'once a day');
  bucket.objects.delete(foreign);
});

/** `fetch` would follow redirects and set headers of its own. */
async function sendRequest(
  url: string,
  options: RequestOptions,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode ?? 0, headers: response.headers };
}

test('addresses that need no key redirect to the bucket if the operator wants it, and only for clients that can follow', async () => {
  const task = await imageEnd(kinora, await imagine(kinora, 'a bridge --v 1'));
  const { app } = await startProcess({
    KINORA_ROLE: 'api',
    KINORA_S3_REDIRECT: 'true',
    KINORA_S3_PUBLIC_ENDPOINT: bucket.url.replace('127.0.0.1', 'localhost'),
  });
  const url = new URL(new URL(task.imageUrl).pathname, app.address).href;
  const ask = (headers: Record<string, string> = {}, method = 'GET') => sendRequest(url, { headers, method });
  const redirect = await ask();
  const location = new URL(redirect.headers['location'] ?? '');
  assert.equal(redirect.status, 302);
  assert.equal(location.hostname, 'localhost');
  assert.equal(location.searchParams.get('response-content-type'), 'image/jpeg');
  assert.match(
    location.searchParams.get('response-content-disposition') ?? '',
    /^inline; filename="a-bridge/,
  );
  const maxAge = Number(/max-age=(\d+)/.exec(redirect.headers['cache-control'] ?? '')?.[1]);
  assert.ok(maxAge > 0 && maxAge < Number(location.searchParams.get('X-Amz-Expires')));
  assert.equal((await ask()).headers['location'], location.href, 'the address stays the same for a while');
  assert.deepEqual(await readBytes(await fetch(location)), await readBytes(await fetch(task.imageUrl)));
  const imageRedirect = await ask({ 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' });
  assert.equal(imageRedirect.status, 302);
  for (const [headers, method] of [
    [{}, 'HEAD'],
    [{ authorization: `Bearer ${kinora.imageKey}` }, 'GET'],
    [{ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, 'GET'],
    [{ 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'cors' }, 'GET'],
    [{ origin: 'https://old-page.example' }, 'GET'],
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, 'GET'],
  ] as const)
    assert.equal((await ask(headers, method)).status, 200, JSON.stringify([headers, method]));
  const page = await fetch(`${app.address}/console`);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /img-src 'self' blob: data: http:\/\/localhost:\d+;/,
  );
});

test('an address of the bucket ends with its file', async () => {
  const task = await imageEnd(kinora, await imagine(kinora, 'a short bridge --v 1'));
  const { app } = await startProcess({ KINORA_ROLE: 'api', KINORA_S3_REDIRECT: 'true' });
  const url = new URL(new URL(task.imageUrl).pathname, app.address).href;
  const key = url.split('/').at(-1)?.split('.')[0];
  const waitForEnd = async () => {
    const location = new URL((await sendRequest(url, {})).headers['location'] ?? '');
    const [signed = '', seconds] = ['Date', 'Expires'].map(name =>
      location.searchParams.get(`X-Amz-${name}`),
    );
    const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(signed ?? '') ?? [];
    const iso = `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
    return Date.parse(iso) + Number(seconds) * 1000;
  };
  const expireFile = async (minutes: number): Promise<Date> => {
    const { rows } = await kinora.app.db.pool.query(
      `update tasks set expires_at = now() + make_interval(mins => $1)
       where id = (select task_id from outputs where key = $2) returning expires_at`,
      [minutes, key],
    );
    return rows[0].expires_at;
  };
  const soon = await expireFile(20);
  const marginMs = soon.getTime() - (await waitForEnd());
  assert.ok(marginMs >= 0 && marginMs < 1000, `ends ${marginMs} ms before the file`);
  const late = await expireFile(24 * 60);
  assert.ok(late.getTime() - (await waitForEnd()) > 17 * 3_600_000, 'six hours at most');
});

const toPlace = ({ databaseUrl, dataDir }: TestApp) => ({ databaseUrl, dataDir });

test('a backup of files in a bucket is restored into another prefix', async () => {
  await imageEnd(kinora, await imagine(kinora, 'a castle --v 1'));
  const folder = await newFolder();
  const backup = await done(['backup', '--to', folder], toPlace(kinora), settings);
  assert.deepEqual(backup.files.missing, []);
  const other = { ...settings, KINORA_S3_PREFIX: 'restored' };
  const restoration = await done(['restore', '--from', folder], await emptyPlace(), other);
  assert.deepEqual([restoration.ok, restoration.files.missing], [true, []]);
  const listSizes = (prefix: string) =>
    [...bucket.objects].filter(([name]) => name.startsWith(prefix)).map(([, { bytes }]) => bytes.length);
  assert.deepEqual(listSizes('restored/').length, backup.files.count);
});

test('files are copied to a folder and back while the server runs, once, and damaged ones are named', async () => {
  const place = toPlace(kinora);
  const [first] = names().filter(name => name.endsWith('.png'));
  const storedObject = bucket.objects.get(first ?? '');
  assert.ok(first && storedObject);
  bucket.objects.set(first, { ...storedObject, bytes: Buffer.from('damaged') });
  const ran = await runCommand(['storage', 'copy', '--to', 'folder', '--json'], place, settings);
  bucket.objects.set(first, storedObject);
  assert.equal(ran.code, 1);
  const report = JSON.parse(ran.out);
  assert.deepEqual(report.damaged, [first.replace('kinora/', '')]);
  const copyReport = await done(['storage', 'copy', '--to', 'folder'], place, settings);
  assert.deepEqual([copyReport.copied, copyReport.already_there], [1, report.copied]);
  const other = { ...settings, KINORA_S3_PREFIX: 'copied' };
  const copyResult = await done(['storage', 'copy', '--to', 'bucket'], place, other);
  assert.equal(copyResult.copied, names().length);
  for (const name of names()) {
    const copy = bucket.objects.get(name.replace('kinora/', 'copied/'));
    assert.ok(copy?.bytes.equals(bucket.objects.get(name)?.bytes ?? Buffer.of()), name);
  }
  const bad = await runCommand(['storage', 'copy', '--to', 'moon'], place, settings);
  assert.match(bad.err, /Invalid value for --to: moon\. Allowed: bucket, folder\./);
});

test('doctor tries the bucket', async () => {
  const { out, err, code } = await runCommand(['doctor', '--json'], toPlace(kinora), settings);
  assert.notEqual(out, '', `${code}: ${err}`);
  const checks: { what: string; ok: boolean }[] = JSON.parse(out).checks;
  assert.deepEqual(
    checks.flatMap(({ what, ok }) => (what.startsWith('Bucket') ? [[what, ok]] : [])),
    ['put', 'range', 'list', 'multipart', 'delete'].map(step => [`Bucket ${step}`, true]),
  );
});

test('a process whose bucket does not exist does not start, and says which setting to check', async () => {
  await assert.rejects(startProcess({ KINORA_ROLE: 'api', KINORA_S3_BUCKET: 'elsewhere' }), {
    name: 'StartError',
    message:
      /^The bucket for task files cannot be used: s3:\/\/elsewhere\/kinora\/\. Check the KINORA_S3 settings/,
  });
});

test('without a bucket, the SDK of AWS is not loaded', async () => {
  const script = join(await newFolder(), 'probe.mjs');
  const source = (file: string) => new URL(`../../src/${file}`, import.meta.url).href;
  await writeFile(
    script,
    `import { registerHooks } from 'node:module';
     const loaded = [];
     registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
     await import('${source('app/cli/run-cli.ts')}');
     console.log(JSON.stringify(loaded.filter(url => /@aws-sdk|@smithy/.test(url)).length));`,
  );
  const env = { PATH: process.env['PATH'] };
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
  assert.equal(stdout.trim().split('\n').at(-1), '0');
});
