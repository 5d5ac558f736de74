/** Downloads against a hub with faults. Pauses take no time: the clock is that of the test. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import {
  openFakeHub,
  sha256Of,
  type FakeHub,
  type FileFault,
} from '../../../../test/support/local-models/fake-hub.ts';
import { downloadFile } from './download-file.ts';
import { DownloadError, type DownloadFailure } from './download-error.ts';
import { openTrustedFetch } from './trusted-fetch.ts';

const bytes = Buffer.alloc(200_000, 'weights of a model ');
const name = 'maker/model/weights.gguf';
let hub: FakeHub;
let folder: string;
let file: string;
const pauses: number[] = [];
const never = new AbortController().signal;
const clock = {
  ...systemClock,
  sleep: async (ms: number) => void pauses.push(ms),
};

before(async () => {
  hub = await openFakeHub();
  hub.files.set(name, bytes);
  folder = await mkdtemp(join(tmpdir(), 'kinora-download-'));
  file = join(folder, 'files', 'weights.gguf');
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await rm(join(folder, 'files'), { recursive: true, force: true });
  hub.faults.clear();
  hub.requests.splice(0);
  hub.redirects = false;
  delete hub.token;
  pauses.splice(0);
});

interface Change {
  readonly token?: string;
  readonly sha256?: string;
  readonly sizeBytes?: number;
  readonly signal?: AbortSignal;
  readonly allowedNetworks?: readonly string[];
  readonly onProgress?: (bytes: number) => void;
}

function download({ signal = never, allowedNetworks = ['127.0.0.1'], onProgress, ...change }: Change = {}) {
  const fetch = openTrustedFetch({ baseUrls: [hub.url], allowedNetworks, proxyEnv: {} });
  const source = {
    url: `${hub.url}/maker/model/resolve/main/weights.gguf`,
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    ...change,
  };
  return downloadFile(source, { fetch, clock, file, signal, ...(onProgress && { onProgress }) });
}

const faulty = (...faults: FileFault[]) => hub.faults.set(name, faults);
const ranges = () => hub.requests.map(({ range }) => range);

async function assertWhole(): Promise<void> {
  assert.ok((await readFile(file)).equals(bytes));
  assert.ok(!existsSync(`${file}.part`));
}

async function assertFails(failure: DownloadFailure, change: Change = {}): Promise<void> {
  await assert.rejects(download(change), (error: unknown) => {
    assert.ok(error instanceof DownloadError, String(error));
    assert.equal(error.failure, failure);
    return true;
  });
  assert.ok(!existsSync(file));
}

test('a file is downloaded, checked, and named when it is whole', async () => {
  const progress: number[] = [];
  await download({ onProgress: done => progress.push(done) });
  await assertWhole();
  assert.equal(progress.at(-1), bytes.length);
});

test('a download continues after cuts, and where an earlier one ended', async () => {
  faulty({ cutAfter: 65_000 }, { status: 503 }, { cutAfter: 30_000 });
  await download();
  await assertWhole();
  assert.deepEqual(ranges(), [undefined, 'bytes=65000-', 'bytes=65000-', 'bytes=95000-']);

  await rm(file);
  await writeFile(`${file}.part`, bytes.subarray(0, 1234));
  await download();
  await assertWhole();
  assert.equal(ranges().at(-1), 'bytes=1234-');
});

test('each attempt gets a redirect of its own, whose server gets no token', async () => {
  hub.redirects = true;
  hub.token = 'hf_secret';
  faulty({ cutAfter: 70_000 });
  await download({ token: 'hf_secret' });
  await assertWhole();
  assert.deepEqual(
    hub.requests.map(({ token }) => token),
    [undefined, undefined],
  );
});

test('a signature that has expired ends the download, and the next one has a new one', async () => {
  hub.redirects = true;
  faulty('expired signature');
  await assertFails('forbidden');
  await download();
  await assertWhole();
});

test('a redirect to the internal network is not followed', async () => {
  hub.redirects = true;
  await assertFails('unreachable', { allowedNetworks: [] });
  assert.deepEqual(hub.requests, []);
});

test('a server that ignores ranges, or rejects one, is asked for the whole file', async () => {
  await download().then(() => rm(file));
  await writeFile(`${file}.part`, bytes.subarray(0, 1000));
  faulty('no ranges');
  await download();
  await assertWhole();

  await rm(file);
  await writeFile(`${file}.part`, bytes.subarray(0, 1000));
  faulty({ status: 416 });
  await download();
  await assertWhole();

  await rm(file);
  await writeFile(`${file}.part`, Buffer.concat([bytes, bytes]));
  await download();
  await assertWhole();
});

test('a partial file that was damaged is downloaded again', async () => {
  await download().then(() => rm(file));
  await writeFile(`${file}.part`, Buffer.alloc(50_000, 'damaged'));
  await download();
  await assertWhole();
});

test('a file of another length or content is rejected, and nothing of it stays', async () => {
  faulty('longer');
  await assertFails('wrong_length');
  faulty('shorter');
  await assertFails('wrong_length');
  faulty('other bytes');
  await assertFails('wrong_hash');
  assert.ok(!existsSync(`${file}.part`));
  await assertFails('wrong_length', { sizeBytes: bytes.length + 1 });
});

test('a file that changed between two requests is rejected', async () => {
  const changedBytes = Buffer.alloc(bytes.length + 10, 'another');
  faulty({ cutAfter: 1000 });
  const done = download({
    onProgress: bytesThere => {
      if (bytesThere === 1000) hub.files.set(name, changedBytes);
    },
  });
  await assert.rejects(done, { failure: 'wrong_length' });
  hub.files.set(name, bytes);
});

test('a busy server is asked again when it says, and one that stays away is given up', async () => {
  faulty({ status: 429, retryAfter: 7 });
  await download();
  assert.deepEqual(pauses, [7000]);
  await rm(file);
  faulty(...Array.from({ length: 20 }, () => ({ status: 502 })));
  await assertFails('unreachable');
  assert.equal(hub.requests.length, 2 + 6);
});

test('a missing file and a closed repository are reported as such', async () => {
  faulty({ status: 404 });
  await assertFails('missing');
  hub.token = 'hf_secret';
  await assertFails('forbidden');
  await assertFails('forbidden', { token: 'hf_other' });
});

test('an aborted download keeps what has arrived', async () => {
  const stop = new AbortController();
  faulty('hang');
  const done = download({
    signal: stop.signal,
    onProgress: bytesThere => {
      if (bytesThere >= bytes.length / 2) stop.abort(new Error('paused'));
    },
  });
  await assert.rejects(done, { message: 'paused' });
  await download();
  await assertWhole();
  assert.equal(ranges().at(-1), `bytes=${bytes.length / 2}-`);
});

test('a full disk ends the download', { skip: !existsSync('/dev/full') }, async () => {
  const fetch = openTrustedFetch({ baseUrls: [hub.url], allowedNetworks: [], proxyEnv: {} });
  const { symlink } = await import('node:fs/promises');
  await download().then(() => rm(file));
  await symlink('/dev/full', `${file}.part`);
  const url = `${hub.url}/maker/model/resolve/main/weights.gguf`;
  const done = downloadFile(
    { url, sizeBytes: bytes.length, sha256: sha256Of(bytes) },
    { fetch, clock, file, signal: never },
  );
  await assert.rejects(done, { failure: 'disk_full' });
});
