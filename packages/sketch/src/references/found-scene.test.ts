import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzePicture } from './analyze-picture.ts';
import { composeFoundScene, findScene } from './found-scene.ts';
import { greenField, redVase, sunsetOverSea, tealShapes } from '../testing/sample-pictures.ts';

const encodePng = (picture: { toBuffer(type: 'image/png'): Uint8Array }) => picture.toBuffer('image/png');

test('a sunset over the sea is recognized, with its horizon and without things', async () => {
  const scene = await findScene(encodePng(sunsetOverSea()));
  assert.equal(scene.setting, 'sea');
  assert.ok(['sunset', 'dusk'].includes(scene.time), scene.time);
  assert.ok(Math.abs(scene.camera.horizon - 92 / 160) < 0.03);
  assert.deepEqual(scene.things, []);
});

test('a green field under a blue sky is a plain by day', async () => {
  const facts = await analyzePicture(encodePng(greenField()));
  const { green, hasSky } = facts.place;
  assert.deepEqual(
    { green, hasSky, horizon: facts.horizon.y.toFixed(2) },
    { green: 1, hasSky: true, horizon: '0.50' },
  );
  const scene = composeFoundScene(facts);
  assert.equal(scene.setting, 'plain');
  assert.ok(['morning', 'noon', 'afternoon'].includes(scene.time), scene.time);
});

test('a thing on a plain background is in a studio', async () => {
  assert.equal((await findScene(encodePng(redVase()))).setting, 'studio');
});

test('the same picture gives the same scene, and another picture a different one', async () => {
  const [one, sameScene, other] = await Promise.all(
    [greenField(), greenField(), tealShapes()].map(picture => findScene(encodePng(picture))),
  );
  assert.deepEqual(one, sameScene);
  assert.notDeepEqual(one, other);
});
