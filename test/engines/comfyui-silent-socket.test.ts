/** A connection to ComfyUI that vanishes without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeComfyui } from '../support/comfyui/fake-comfyui.ts';
import { waitUntil } from '../support/wait-until.ts';
import { atEnd } from '../support/clean-up.ts';
import { LiveFeed } from '../../src/engines/comfyui/live/live-feed.ts';

test('a socket that tells nothing of a prompt that runs is replaced, and the new one tells of it', async () => {
  const fake = await startFakeComfyui();
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const feed = new LiveFeed({ url: fake.url, secret: undefined, clientId: 'one', clock });
  atEnd(async () => feed.close());
  await feed.open();
  const watch = feed.watch('prompt', {});
  await waitUntil(() => fake.sockets.length === 1);
  const [silent] = fake.sockets;
  nowMs = 29_000;
  feed.expectNews();
  assert.equal(feed.isOpen, true, 'not for so short a silence');
  nowMs = 60_000;
  feed.expectNews();
  assert.equal(feed.isOpen, false);
  await waitUntil(() => fake.sockets[0] !== undefined && fake.sockets[0] !== silent);
  fake.sockets[0]?.sendText({ type: 'executing', data: { prompt_id: 'prompt', node: null } });
  await watch.changed();
  await waitUntil(() => feed.isOpen);
  assert.ok(watch.takeEnd());
});
