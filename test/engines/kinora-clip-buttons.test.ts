/**
 * One Kinora behind another: clips of pictures, and every button of clips. The rear one is asked once for each. Its engine is the puppet,
 * because a button extends to four clips, which the built-in engine would draw for minutes.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../support/app.ts';
import { cardsForPuppet } from '../support/cards.ts';
import {
  accepted,
  imageClient,
  type ImageClient,
  type ImageRecord,
  plainPicture,
} from '../support/image-client.ts';
import { assertBalanced, startKinoraPair, tasksOf } from '../support/kinora-pair.ts';
import { startPuppet } from '../support/puppet.ts';
import { puppetEngine } from '../support/puppet-engine.ts';

let rear: TestApp;
let front: TestApp;
let client: ImageClient;
let clips: ImageRecord;

before(async () => {
  const puppet = await startPuppet();
  ({ rear, front } = await startKinoraPair({ engines: [puppetEngine(puppet.url)], cards: cardsForPuppet }));
  client = imageClient(front);
  const image = await plainPicture({ width: 64, height: 64 });
  clips = await client.made('video', { image, batchSize: 2, prompt: '', motion: 'high' });
  assert.equal(clips.status, 'SUCCESS', clips.failReason ?? '');
});

/** Presses the buttons at the same time, and waits. Throws if one does not succeed. */
async function pressedAll(from: ImageRecord, buttons: readonly string[]): Promise<ImageRecord[]> {
  const ids: string[] = [];
  for (const button of buttons) ids.push(accepted(await client.press(from, button)));
  const ends = await Promise.all(ids.map(id => client.end(id)));
  for (const { status, failReason, description } of ends)
    assert.equal(status, 'SUCCESS', `${description}: ${failReason}`);
  return ends;
}

const seconds = ({ videoUrls = [] }: ImageRecord) => videoUrls.map(({ duration = 0 }) => duration);

test('clips of a picture are drawn by the rear one, in one task', async () => {
  assert.equal(await tasksOf(rear), 1);
  assert.equal(seconds(clips).length, 2);
  assert.ok(Math.min(...seconds(clips)) >= 5, JSON.stringify(clips.videoUrls));
});

test('the buttons of a picture animate it, with low and high motion', async () => {
  const grid = await client.made('imagine', { prompt: 'a red fox in snow --draft' });
  const picture = await client.pressed(grid, 'U1');
  const before = await tasksOf(rear);
  const animated = await pressedAll(picture, ['animate_low::', 'animate_high::']);
  for (const { videoUrl } of animated) assert.ok(videoUrl);
  assert.equal((await tasksOf(rear)) - before, 2);
});

test('U draws a clip larger, and clips are extended from their task and after U, with low and high motion', async () => {
  const before = await tasksOf(rear);
  const chosen = await pressedAll(clips, ['U1', 'U2']);
  for (const { videoUrl } of chosen) assert.ok(videoUrl);
  assert.equal((await tasksOf(rear)) - before, 2);
  const extended = [
    ...(await pressedAll(clips, ['animate_low_extend::1', 'animate_high_extend::2'])),
    ...(await pressedAll(chosen[1] as ImageRecord, ['animate_low_extend::', 'animate_high_extend::'])),
  ];
  for (const each of extended) assert.ok(Math.min(...seconds(each)) >= 9, JSON.stringify(each.videoUrls));
  assert.equal((await tasksOf(rear)) - before, 6);
});

test('both ledgers balance', () => assertBalanced({ rear, front }));
