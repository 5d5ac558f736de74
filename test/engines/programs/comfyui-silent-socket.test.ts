/** A connection to ComfyUI that is lost without being closed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { LiveFeed } from '../../../src/engines/kinds/comfyui/live/live-feed.ts';

test('a socket without events during a running prompt is replaced, and the new one delivers them', async () => {
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
  assert.equal(feed.isOpen, true, 'a short silence does not close it');
  nowMs = 60_000;
  feed.expectNews();
  assert.equal(feed.isOpen, false);
  await waitUntil(() => fake.sockets[0] !== undefined && fake.sockets[0] !== silent);
  fake.sockets[0]?.sendText({ type: 'executing', data: { prompt_id: 'prompt', node: null } });
  await watch.waitForChange();
  await waitUntil(() => feed.isOpen);
  assert.ok(watch.takePossibleEnd());
});
