import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from './compose-scene.ts';
import { varyScene } from './vary-scene.ts';
import { createLand } from '../land/land.ts';
import type { Reading } from '../scene/reading.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { findThing } from '../testing/find-thing.ts';

const empty: Reading = { palette: [], landmarks: [], subjects: [], relations: [] };
const square = { seed: 5, width: 1024, height: 1024 };

const compose = (reading: Partial<Reading>, candidate = 0, size = square): Scene =>
  composeScene({ ...empty, ...reading }, { ...size, candidate });
const landmark = (kind: Reading['landmarks'][number]['kind'], count = 1) => ({ kind, count, size: 1 });
const subject = (name: string, count = 1) => ({ name, subject: name, count, size: 1 });
const measureAcross = (scene: Scene, thing: Thing) =>
  0.5 + (thing.x * scene.camera.focal) / thing.z / scene.aspect;
const measureFoot = (scene: Scene, thing: Thing) =>
  scene.camera.horizon +
  ((scene.camera.altitude - Math.max(0, createLand(scene)(thing.x, thing.z)) - thing.lift) *
    scene.camera.focal) /
    thing.z;
const measureSize = (scene: Scene, thing: Thing) => (thing.height * scene.camera.focal) / thing.z;
const candidates = [0, 1, 2, 3];

test('the same prompt and seed compose the same scene', () => {
  const reading = { subjects: [subject('fox')], landmarks: [landmark('lighthouse')] };
  assert.deepEqual(compose(reading), compose(reading));
});

test('a scene survives being stored as JSON and stays small', () => {
  const scene = compose({ subjects: [subject('fox', 12)], landmarks: [landmark('castle')] });
  const text = JSON.stringify(scene);
  assert.deepEqual(JSON.parse(text), scene);
  assert.ok(text.length < 8000, `${text.length} characters`);
});

test('a scene has as many things as the prompt says', () => {
  for (const candidate of candidates) {
    const scene = compose(
      { setting: 'lake', landmarks: [landmark('sailboat', 3)], subjects: [subject('fox', 5)] },
      candidate,
    );
    assert.equal(scene.things.filter(({ kind }) => kind === 'sailboat').length, 3);
    assert.equal(scene.things.filter(({ kind }) => kind === 'fox').length, 5);
  }
});

test('boats float on water and animals stand on land', () => {
  for (const candidate of candidates) {
    const scene = compose(
      { setting: 'lake', landmarks: [landmark('sailboat', 3)], subjects: [subject('fox')] },
      candidate,
    );
    const land = createLand(scene);
    for (const thing of scene.things)
      assert.equal(land(thing.x, thing.z) > 0, thing.kind === 'fox', `${candidate} ${thing.kind}`);
  }
});

test('a lighthouse on a cliff stands on the top of the cliff', () => {
  for (const candidate of candidates) {
    const scene = compose(
      {
        landmarks: [landmark('cliff'), landmark('lighthouse')],
        subjects: [subject('fox')],
        relations: [{ from: 'fox', relation: 'beside', to: 'lighthouse' }],
      },
      candidate,
    );
    const tower = findThing(scene, 'lighthouse');
    assert.ok(createLand(scene)(tower.x, tower.z) > scene.terrain.ground * 0.7, `candidate ${candidate}`);
  }
});

test('something that flies above a castle is over it', () => {
  const scene = compose({
    landmarks: [landmark('castle')],
    subjects: [{ ...subject('dragon'), action: 'flying' }],
    relations: [{ from: 'dragon', relation: 'above', to: 'castle' }],
  });
  const castle = findThing(scene, 'castle');
  const dragon = findThing(scene, 'dragon');
  assert.ok(measureFoot(scene, dragon) < measureFoot(scene, castle) - measureSize(scene, castle) * 0.5);
});

test('everything named in the prompt is visible in every candidate and aspect ratio', () => {
  for (const [width, height] of [
    [576, 1024],
    [1024, 1024],
    [1344, 576],
  ] as const)
    for (const candidate of candidates) {
      const scene = compose({ landmarks: [landmark('lighthouse')], subjects: [subject('fox')] }, candidate, {
        seed: 9,
        width,
        height,
      });
      for (const thing of scene.things) {
        const across = measureAcross(scene, thing);
        const top = measureFoot(scene, thing) - measureSize(scene, thing);
        assert.ok(across > 0.04 && across < 0.96, `${thing.kind} across ${across}`);
        assert.ok(top > -0.02 && measureFoot(scene, thing) < 1, `${thing.kind} from ${top}`);
      }
    }
});

test('candidates differ in horizon, light and palette', () => {
  const scenes = candidates.map(candidate => compose({}, candidate));
  assert.equal(new Set(scenes.map(scene => scene.camera.horizon.toFixed(2))).size, 4);
  assert.equal(new Set(scenes.map(scene => scene.light.palette.top)).size, 4);
});

test('a variation keeps subjects and place and changes sky and land', () => {
  const scene = compose({ subjects: [subject('fox')], landmarks: [landmark('lighthouse')] });
  const variation = varyScene(scene, { seed: 3, candidate: 1, strength: 'usual' });
  assert.deepEqual(
    variation.things.map(({ kind }) => kind),
    scene.things.map(({ kind }) => kind),
  );
  assert.equal(variation.setting, scene.setting);
  assert.notEqual(variation.sky.seed, scene.sky.seed);
});

test('older versions are simpler and niji is drawn as anime', () => {
  const old = composeScene(empty, { ...square, candidate: 0, version: '3' });
  const anime = composeScene(empty, { ...square, candidate: 0, version: 'niji 6' });
  assert.ok(old.look.detail < compose({}).look.detail);
  assert.equal(anime.style, 'anime');
});

test('a subject that is much smaller than the main one is still inside the picture', () => {
  for (const candidate of candidates) {
    const scene = compose({ subjects: [subject('elephant'), subject('mouse')] }, candidate);
    for (const thing of scene.things)
      assert.ok(measureFoot(scene, thing) < 1, `${thing.kind}: ${measureFoot(scene, thing)}`);
  }
});

test('scenes with snow or in winter have no flowers and palms, in any setting', () => {
  const warm = ['flowers', 'fern', 'grass', 'palm', 'blossom'];
  for (const setting of ['village', 'garden', 'jungle', 'mountains', 'forest'] as const)
    for (const condition of [{ season: 'winter' }, { weather: 'snow' }] as const) {
      const { scatters, season } = compose({ setting, ...condition });
      assert.equal(season, 'winter');
      assert.deepEqual(
        scatters.map(({ kind }) => kind).filter(kind => warm.includes(kind)),
        [],
        setting,
      );
    }
});

test('a reader holds exactly one open book', () => {
  const reader = { ...subject('cat'), action: 'reading' };
  for (const candidate of candidates) {
    const { things } = compose({ subjects: [reader, subject('book')] }, candidate);
    const [cat, book] = things;
    assert.deepEqual(
      things.map(({ kind }) => kind),
      ['cat', 'open-book'],
    );
    assert.ok(Math.abs(book.x - cat.x) > cat.height * 0.5 && book.height < cat.height * 0.4);
  }
});

test('a bamboo forest consists of bamboo', () => {
  const { scatters } = compose({ setting: 'forest', landmarks: [landmark('bamboo')] });
  const tall = scatters.filter(({ height, kind }) => height > 3 || kind === 'bamboo').map(({ kind }) => kind);
  assert.ok(tall.length > 0 && tall.every(kind => kind === 'bamboo'), tall.join());
});
