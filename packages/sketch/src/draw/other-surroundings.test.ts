import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFollowUp, crop, drawJob, meanDifference } from '../testing/follow-up-jobs.ts';
import { mountPlace } from './pixels/mount-picture.ts';
import { findSpot } from '../land/place-at.ts';
import { resizePicture } from '../raster/codec.ts';
import { findThing } from '../testing/find-thing.ts';

const before = 'a red fox in a meadow at noon';
const parent = await drawJob({ prompt: before, seed: 3 });
const frame = { x: -0.5, y: -0.5, width: 2, height: 2 };
const zoom = (prompt: string) => drawJob(createFollowUp(parent, { prompt, kind: 'outpaint', frame }, before));

test('a zoom to another season, time of day or place shows it and keeps the fox in place', async () => {
  const { picture } = await zoom('a red fox in a snowy winter landscape with pine trees');
  const { scene } = picture;
  assert.deepEqual([scene.season, scene.weather], ['winter', 'snow']);
  assert.ok(scene.scatters.some(({ kind }) => kind === 'pine'));
  assert.ok(!scene.scatters.some(({ kind }) => kind === 'flowers' || kind === 'grass'));
  const findFox = (one: typeof scene) => findSpot(one, findThing(one, 'fox'));
  assert.ok(Math.abs(findFox(scene).x - findFox(parent.picture.scene).x) < 0.02);
  assert.equal((await zoom('a red fox in a meadow at night')).picture.scene.time, 'night');
  assert.equal((await zoom('a red fox in a desert')).picture.scene.setting, 'desert');
});

test('a frame on a wall is drawn around the pixels of the picture', async () => {
  const { pixels, picture } = await zoom('a framed picture on the wall of a museum');
  assert.equal(picture.found, true);
  const small = await resizePicture(parent.pixels, { width: 128, height: 128 });
  const inner = crop(pixels, { left: 64, top: 64, width: 128, height: 128 });
  assert.ok(meanDifference(inner, { ...small, data: new Uint8Array(small.data) }) < 1);
});

test('a picture is framed only if the prompt names a frame or a wall that it hangs on', () => {
  assert.equal(mountPlace('a framed picture on the wall of a museum'), 'museum');
  assert.equal(mountPlace('a painting hanging on the wall of a living room'), 'room');
  assert.equal(mountPlace('挂在美术馆墙上的一幅画'), 'museum');
  assert.equal(mountPlace('a fox by a stone wall'), undefined);
  assert.equal(mountPlace('an oil painting of a museum'), undefined);
});
