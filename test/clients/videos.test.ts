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
  const [extension, remix, edit, fileEdit] = await Promise.all([
    clip.extend({ seconds: 2 }).wait(),
    clip.remix('a lake at night').wait(),
    clip.edit('a lake in a storm', { tier: 'relax' }).wait(),
    videos.edit(await clip.blob(), 'a lake in fog').wait(),
  ]);
  assert.equal(extension.record.metadata?.duration, 4);
  for (const { record } of [extension, remix, edit, fileEdit])
    assert.equal(record.remixed_from_video_id, clip.id);
});

test('clips start from images in every form, and from a first and a last frame', async () => {
  const image = await clientPicture();
  const results = await Promise.all([
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
  assert.ok(results.every(({ url }) => url.endsWith('.mp4')));
});

test('clips are quoted, read, listed, downloaded and deleted', async () => {
  assert.equal((await videos.quote(small)).amount, '0.06');
  assert.equal((await videos.get(clip.id)).status, 'completed');
  const records = await Array.fromAsync(videos.list({ pageSize: 2, order: 'asc' }));
  assert.equal(records[0]?.id, clip.id);
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
    async () => receiver.hooks,
    hooks => hooks.length > 0,
  );
  assert.ok(message);
  const { db } = kinora.app;
  const [bytes = new Uint8Array()] = await accountSecrets(db, (await ensureFirstAccount(db, 0n)).id);
  const secret = shownSecret(bytes);
  const { body, headers } = message;
  const { data } = await client.webhooks.verify<{ data: { id: string } }>({ body, headers, secret });
  assert.equal(data.id, id);
  for (const forgery of [
    { body: `${body} `, headers, secret },
    { body, headers: { ...headers, 'webhook-timestamp': '1' }, secret },
    { body, headers: {}, secret },
    { body, headers, secret: 'whsec_AAAA' },
  ])
    await assert.rejects(client.webhooks.verify(forgery), { code: 'webhook_invalid' });
  const [hook] = await until(
    () => videos.webhooks(id),
    ([first]) => first?.state === 'delivered',
  );
  await videos.redeliver(id, hook?.id ?? '');
  await until(
    async () => receiver.hooks.length,
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
  const task = videos.create(small);
  await task.id;
  await assert.rejects(task.wait({ signal: aborted }), /enough/);
  assert.equal((await task.wait()).record.status, 'completed');
  const progressSteps: number[] = [];
  const leaving = new AbortController();
  const cancelled = videos.create({ ...small, seconds: 10, resolution: '1080p' });
  await assert.rejects(
    cancelled.wait({
      signal: leaving.signal,
      cancelOnAbort: true,
      onProgress: ({ progress }) => {
        progressSteps.push(progress);
        leaving.abort();
      },
    }),
    { name: 'AbortError' },
  );
  const failure = await cancelled.wait().catch((error: unknown) => error);
  assert.ok(failure instanceof TaskFailedError && failure.code === 'cancelled', String(failure));
  assert.equal(progressSteps.length, 1);
});
