/** The official SDK, unchanged, in its current and its last Node 20 line: create, poll, download, list, error classes. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai-6';
import { probeClip } from '../src/media/clip.ts';
import { startTestApp, until, type TestApp } from './support/app.ts';
import { cardsForPuppet } from './support/cards.ts';
import { puppetEngine } from './support/puppet-engine.ts';
import { startPuppet } from './support/puppet.ts';

let kinora: TestApp;
before(async () => {
  const puppet = await startPuppet();
  kinora = await startTestApp({ engines: [puppetEngine(puppet.url)], cards: cardsForPuppet });
});

for (const [line, OpenAI] of [
  ['7.x', OpenAI7],
  ['6.49', OpenAI6 as unknown as typeof OpenAI7],
] as const) {
  const open = (apiKey = kinora.videoKey) =>
    new OpenAI({ apiKey, baseURL: `${kinora.url}/v1`, maxRetries: 0 });

  test(`openai ${line} creates, polls and downloads a clip, and lists it`, async () => {
    const client = open();
    const created = await client.videos.create({
      model: 'sketch-motion',
      prompt: 'waves',
      seconds: '4',
      size: '854x480',
    } as never);
    assert.equal(created.object, 'video');
    const video = await until(
      () => client.videos.retrieve(created.id),
      ({ status }) => status === 'completed' || status === 'failed',
    );
    assert.equal(video.status, 'completed');
    assert.equal(video.seconds, '4');
    assert.equal((video as unknown as { task_id: string }).task_id, created.id);
    const response = await client.videos.downloadContent(created.id);
    const clip = await probeClip(new Uint8Array(await response.arrayBuffer()));
    assert.deepEqual([clip.width, clip.height, clip.durationMs], [854, 480, 4000]);
    const thumbnail = await client.videos.downloadContent(created.id, { variant: 'thumbnail' });
    assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
    await client.videos.create({ model: 'sketch-motion', prompt: 'second', size: '480x480' } as never);
    const seen: string[] = [];
    for await (const listed of client.videos.list({ limit: 1 })) seen.push(listed.id);
    assert.ok(seen.includes(created.id) && seen.length >= 2);
  });

  test(`openai ${line} gets its own error classes`, async () => {
    const is =
      (name: 'AuthenticationError' | 'BadRequestError' | 'NotFoundError' | 'ConflictError') =>
      (error: unknown) =>
        error instanceof OpenAI[name];
    await assert.rejects(open('kn_wrong').videos.retrieve('video_1'), is('AuthenticationError'));
    await assert.rejects(
      open().videos.create({ model: 'sketch-motion', prompt: 'x', seconds: '99' } as never),
      is('BadRequestError'),
    );
    await assert.rejects(open().videos.retrieve('video_1'), is('NotFoundError'));
    const pending = await open().videos.create({
      model: 'sketch-motion',
      prompt: '{"checks":100000}',
      size: '480x480',
    } as never);
    await assert.rejects(open().videos.downloadContent(pending.id), is('ConflictError'));
  });
}
