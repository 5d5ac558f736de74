/**
 * Every operation of the video interface through kinora-client, against a running server;
 * waiting, aborting, and webhooks.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Kinora, TaskFailedError, type VideoResult } from 'kinora-client';
import { ensureFirstAccount } from '../../src/core/accounts/first-account.ts';
import { accountSecrets } from '../../src/core/webhooks/account-secret.ts';
import { shownSecret } from '../../src/core/webhooks/sign.ts';
import { clientPicture } from '../support/clients/client-picture.ts';
import { startHookReceiver } from '../support/clients/hook-receiver.ts';
import { smallClip } from '../support/clients/video-client.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { startTestApp, type TestApp, until } from '../support/servers/app.ts';

let kinora: TestApp;
let client: Kinora;
let videos: Kinora['videos'];
let clip: VideoResult;

const small = { ...smallClip, prompt: 'a lake' };

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  client = new Kinora({ baseUrl: kinora.url, videoToken: kinora.videoKey });
  ({ videos } = client);
  clip = await videos.create({ ...small, seed: 5 }).wait();
});

test('a clip is created, extended, remixed, edited by its ID and by its file', async () => {
  assert.equal(clip.seed, 5);
  const [extended, remixed, edited, uploaded] = await Promise.all([
    clip.extend({ seconds: 2 }).wait(),
    clip.remix('a lake at night').wait(),
    clip.edit('a lake in a storm', { tier: 'relax' }).wait(),
    videos.edit(await clip.blob(), 'a lake in fog').wait(),
  ]);
  assert.equal(extended.record.metadata?.duration, 4);
  for (const { record } of [extended, remixed, edited, uploaded])
    assert.equal(record.remixed_from_video_id, clip.id);
});

test('clips start from images in every form, and from a first and a last frame', async () => {
  const image = await clientPicture();
  const made = await Promise.all([
    videos.create({ ...small, input_reference: image }).wait(),
    videos
      .create({
        ...small,
        model: 'sketch-cast',
        seconds: 4,
        reference_images: [image, new Blob([new Uint8Array(image)])],
      })
      .wait(),
    videos.create({ ...small, model: 'sketch-frames', first_frame: image, last_frame: image }).wait(),
  ]);
  assert.ok(made.every(({ url }) => url.endsWith('.mp4')));
});

test('clips are quoted, read, listed, downloaded and deleted', async () => {
  assert.equal((await videos.quote(small)).amount, '0.06');
  assert.equal((await videos.get(clip.id)).status, 'completed');
  const listed = await Array.fromAsync(videos.list({ pageSize: 2, order: 'asc' }));
  assert.equal(listed[0]?.id, clip.id);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-client-'));
  atEnd(() => rm(folder, { recursive: true }));
  const path = await clip.download(join(folder, 'lake.mp4'));
  assert.ok((await stat(path)).size > 100);
  assert.equal((await clip.blob({ variant: 'thumbnail' })).type, 'image/webp');
  const other = await videos.create(small).wait();
  await other.delete();
  await assert.rejects(videos.get(other.id), { code: 'task_unknown', status: 404 });
  assert.ok((await videos.models()).some(({ id }) => id === 'sketch-motion'));
  assert.equal((await client.balance()).object, 'balance');
});

test('the message of a webhook is verified, listed and redelivered', async () => {
  const receiver = await startHookReceiver();
  const { id } = await videos.create({ ...small, webhook_url: `${receiver.url}/hook` }).wait();
  const [message] = await until(
    async () => receiver.told,
    told => told.length > 0,
  );
  assert.ok(message);
  const { db } = kinora.app;
  const [bytes = new Uint8Array()] = await accountSecrets(db, (await ensureFirstAccount(db, 0n)).id);
  const secret = shownSecret(bytes);
  const { body, headers } = message;
  const { data } = await client.webhooks.verify<{ data: { id: string } }>({ body, headers, secret });
  assert.equal(data.id, id);
  for (const broken of [
    { body: `${body} `, headers, secret },
    { body, headers: { ...headers, 'webhook-timestamp': '1' }, secret },
    { body, headers: {}, secret },
    { body, headers, secret: 'whsec_AAAA' },
  ])
    await assert.rejects(client.webhooks.verify(broken), { code: 'webhook_invalid' });
  const [hook] = await until(
    () => videos.webhooks(id),
    ([first]) => first?.state === 'delivered',
  );
  await videos.redeliver(id, hook?.id ?? '');
  await until(
    async () => receiver.told.length,
    count => count === 2,
  );
});

test('events of a clip end with it', async () => {
  const task = videos.create(small);
  const states: string[] = [];
  for await (const { status } of task.events()) states.push(status);
  assert.equal(states.at(-1), 'completed');
});

test('an aborted wait leaves its task alone, unless it is asked to cancel it', async () => {
  const aborted = AbortSignal.abort(new Error('enough'));
  const kept = videos.create(small);
  await kept.id;
  await assert.rejects(kept.wait({ signal: aborted }), /enough/);
  assert.equal((await kept.wait()).record.status, 'completed');
  const seen: number[] = [];
  const leaving = new AbortController();
  const cancelled = videos.create({ ...small, seconds: 10, resolution: '1080p' });
  await assert.rejects(
    cancelled.wait({
      signal: leaving.signal,
      cancelOnAbort: true,
      onProgress: ({ progress }) => {
        seen.push(progress);
        leaving.abort();
      },
    }),
    { name: 'AbortError' },
  );
  const ended = await cancelled.wait().catch((error: unknown) => error);
  assert.ok(ended instanceof TaskFailedError && ended.code === 'cancelled', String(ended));
  assert.equal(seen.length, 1);
});
