/**
 * Files in a bucket on another origin, in a real browser: what a page shows comes from the bucket by
 * redirect, what scripts read and what is saved comes from Kinora, whether or not the bucket has a CORS rule.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleUser } from '../../support/browser/console-page.ts';
import { bytesAt } from '../../support/clients/image-client.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { smallClip, videoClient } from '../../support/clients/video-client.ts';
import { createImage, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { openS3Server, testBucket, type S3Request, type S3Server } from '../../support/servers/s3-server.ts';

let bucket: S3Server;
let kinora: TestApp;
let user: ConsoleUser;
let image: string;
let clip: string;
/** What the browser asked the bucket for. Kinora itself signs its requests in a header. */
const requestsOfBrowser = () =>
  bucket.requests.filter(({ method, query }) => method === 'GET' && query.has('X-Amz-Signature'));
const isClip = ({ name }: S3Request) => name.endsWith('.mp4');

before(async () => {
  bucket = await openS3Server();
  kinora = await startTestApp({
    settings: {
      KINORA_S3_BUCKET: testBucket,
      KINORA_S3_ENDPOINT: bucket.url,
      KINORA_S3_ACCESS_KEY_ID: 'test-key-id',
      KINORA_S3_SECRET_ACCESS_KEY: 'test-secret',
      KINORA_S3_REDIRECT: 'true',
    },
  });
  user = await signedIn(kinora, 'operator');
  image = await createImage(kinora, 'a lighthouse --v 1');
  clip = (await videoClient(kinora).make({ ...smallClip, prompt: 'a boat' })).id;
});

beforeEach(() => void bucket.requests.splice(0));

const gapBytes = 8 * 1024 ** 2;

/**
 * Moves the frames of the clip behind a gap, as if they were those of a long clip, and has the response that
 * begins with the first byte stall within the gap. Returns how to undo it.
 */
function insertGap(): () => void {
  const [name = '', object] = [...bucket.objects].find(([key]) => key.endsWith('.mp4')) ?? [];
  assert.ok(object);
  const frames = object.bytes.indexOf('mdat') - 4;
  const head = Buffer.from(object.bytes.subarray(0, frames));
  for (let at = head.indexOf('stco'); at >= 0; at = head.indexOf('stco', at + 4))
    for (let entry = 0; entry < head.readUInt32BE(at + 8); entry++) {
      const place = at + 12 + entry * 4;
      head.writeUInt32BE(head.readUInt32BE(place) + gapBytes, place);
    }
  const gap = Buffer.alloc(gapBytes);
  gap.writeUInt32BE(gapBytes);
  gap.write('free', 4);
  const bytes = Buffer.concat([head, gap, object.bytes.subarray(frames)]);
  bucket.objects.set(name, { ...object, bytes });
  bucket.fault = ({ headers }) =>
    headers.range === 'bytes=0-' ? { stallAfterBytes: frames + 65_536 } : undefined;
  return () => {
    bucket.objects.set(name, object);
    bucket.fault = () => undefined;
  };
}

/** The page is at another site than the bucket: `localhost`, not 127.0.0.1. */
async function visit(path: string): Promise<Page> {
  const { page } = await openConsole({ kinora, user, path, isNew: true });
  assert.notEqual(new URL(page.url()).hostname, new URL(bucket.url).hostname);
  return page;
}

for (const allowsCors of [false, true]) {
  const rule = allowsCors ? 'with a CORS rule' : 'without a CORS rule';

  test(`${rule}: images of a page come from the bucket`, async () => {
    bucket.allowsCors = allowsCors;
    const page = await visit(`/task/${image}`);
    await until(
      () => countShown(page),
      count => count > 0,
    );
    await until(
      async () => requestsOfBrowser().length,
      count => count > 0,
    );
  });

  test(`${rule}: a clip is played and sought in from the bucket, by ranges`, async () => {
    bucket.allowsCors = allowsCors;
    const restore = insertGap();
    const page = await visit(`/video?task=${clip}`);
    const time = await page.locator('main video').evaluate(async node => {
      const video = node as HTMLVideoElement;
      if (video.readyState < 2) await new Promise(resolve => video.addEventListener('loadeddata', resolve));
      const sought = new Promise(resolve => video.addEventListener('seeked', resolve));
      video.currentTime = 1.5;
      await sought;
      return video.currentTime;
    });
    restore();
    assert.equal(time, 1.5);
    const ranges = requestsOfBrowser()
      .filter(isClip)
      .map(({ headers }) => headers.range ?? 'none');
    assert.ok(!ranges.includes('none'), ranges.join());
    // What lies behind the gap can only come from a request for it.
    assert.ok(
      ranges.some(range => Number(/^bytes=(\d+)-/.exec(range)?.[1]) >= gapBytes),
      ranges.join(),
    );
  });

  test(`${rule}: a saved file and one that a script reads come from Kinora, whole`, async () => {
    bucket.allowsCors = allowsCors;
    const page = await visit(`/video?task=${clip}`);
    const address = await clipAddress(page);
    const bytes = await bytesAt(new URL(address, kinora.url).href);
    // Until then the player loads it.
    await page.waitForFunction(
      () => (document.querySelector('main video') as HTMLVideoElement).readyState === 4,
    );
    bucket.requests.splice(0);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    const download = await saving;
    assert.match(download.suggestedFilename(), /^a-boat.*\.mp4$/);
    assert.ok(bytes.equals(await readFile(await download.path())));
    const read = await page.evaluate(
      async url => (await (await fetch(url)).arrayBuffer()).byteLength,
      address,
    );
    assert.equal(read, bytes.length);
    assert.deepEqual(requestsOfBrowser().filter(isClip), []);
  });
}

const countShown = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main img')].filter(one => (one as HTMLImageElement).naturalWidth > 0)
        .length,
  );

async function clipAddress(page: Page): Promise<string> {
  const address = await page.locator('main video').getAttribute('src');
  assert.ok(address);
  return address;
}
