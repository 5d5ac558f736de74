import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../compose-scene.ts';
import { createLand } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';

const size = { width: 1200, height: 900 };
const candidates = [0, 1, 2, 3];
const seeds = [5, 21];

function checkCandidates(prompt: string, check: (scene: Scene, name: string) => void): void {
  for (const seed of seeds)
    for (const candidate of candidates) {
      const scene = composeScene(readPrompt(prompt, []), { ...size, seed, candidate });
      check(scene, `${prompt}, seed ${seed}, candidate ${candidate}`);
    }
}

const measureSize = (scene: Scene, thing: Thing) => (thing.height * scene.camera.focal) / thing.z;
const measureAcross = (scene: Scene, thing: Thing) =>
  0.5 + (thing.x * scene.camera.focal) / thing.z / scene.aspect;
const measureFoot = (scene: Scene, thing: Thing) =>
  scene.camera.horizon +
  ((scene.camera.altitude - Math.max(0, createLand(scene)(thing.x, thing.z)) - thing.lift) *
    scene.camera.focal) /
    thing.z;
const measureTop = (scene: Scene, thing: Thing) => measureFoot(scene, thing) - measureSize(scene, thing);
function findShown(scene: Scene, kind: string): Thing {
  const match = scene.things.find(thing => thing.kind === kind);
  assert.ok(match, `no ${kind} in the scene`);
  return match;
}

test('a close-up shows the head of its subject large, and not its feet', () => {
  for (const [prompt, kind] of [
    ['a close-up of a cat', 'cat'],
    ['close-up of a fox', 'fox'],
    ['a portrait of a woman', 'woman'],
    ['一位老人的肖像', 'old-man'],
  ] as const)
    checkCandidates(prompt, (scene, name) => {
      const hero = findShown(scene, kind);
      assert.ok(measureSize(scene, hero) > 1.3, `${name}: ${measureSize(scene, hero)}`);
      assert.ok(measureFoot(scene, hero) > 1.05, `${name}: foot at ${measureFoot(scene, hero)}`);
      const top = measureTop(scene, hero);
      assert.ok(top > -0.02 && top < 0.3, `${name}: top at ${top}`);
    });
});

test('a close-up of a small or flying subject shows all of it and fills the picture', () => {
  for (const [prompt, kind] of [
    ['a close-up of an apple', 'apple'],
    ['macro shot of a butterfly', 'butterfly'],
  ] as const)
    checkCandidates(prompt, (scene, name) => {
      const hero = findShown(scene, kind);
      assert.ok(measureSize(scene, hero) > 0.7 && measureTop(scene, hero) > -0.02, name);
      assert.ok(measureFoot(scene, hero) < 1.05, name);
    });
});

test('an aerial view shows only a strip of sky, and a top view none', () => {
  checkCandidates('aerial view of a village', (scene, name) => {
    assert.ok(scene.camera.horizon < 0.08, `${name}: ${scene.camera.horizon}`);
    assert.ok(scene.camera.altitude - scene.terrain.ground >= 14, name);
    const houses = scene.scatters.find(({ kind }) => kind === 'house');
    assert.ok(houses && houses.count >= 40, name);
  });
  checkCandidates('top view of a fox in the snow', (scene, name) => {
    assert.ok(scene.camera.horizon < -1, name);
    const fox = findShown(scene, 'fox');
    assert.ok(measureSize(scene, fox) > 0.08, `${name}: ${measureSize(scene, fox)}`);
    assert.ok(measureFoot(scene, fox) > 0.2 && measureFoot(scene, fox) < 0.95, name);
  });
});

test('a city seen from the air is neither a street nor a waterfront', () => {
  checkCandidates("bird's eye view of a city", (scene, name) => {
    assert.equal(scene.street, undefined, name);
    assert.equal(scene.terrain.shore, undefined, name);
    assert.ok(
      scene.scatters.some(({ kind, count }) => kind === 'tower-block' && count > 100),
      name,
    );
  });
});

test('a figure on a roof or table stands on top of it and is large enough to see', () => {
  for (const [prompt, rider, carrier] of [
    ['a cat on a roof', 'cat', 'house'],
    ['a bird on the roof of a house', 'bird', 'house'],
    ['一只猫在屋顶上', 'cat', 'house'],
    ['an apple on a table', 'apple', 'table'],
    ['a cat on a table in a kitchen', 'cat', 'table'],
  ] as const)
    checkCandidates(prompt, (scene, name) => {
      const [riderSpot, carrierSpot] = [findShown(scene, rider), findShown(scene, carrier)];
      const edge = measureTop(scene, carrierSpot) + measureSize(scene, carrierSpot) * 0.12;
      assert.ok(
        Math.abs(measureFoot(scene, riderSpot) - edge) < measureSize(scene, carrierSpot) * 0.15,
        `${name}: feet`,
      );
      assert.ok(
        Math.abs(measureAcross(scene, riderSpot) - measureAcross(scene, carrierSpot)) < 0.1,
        `${name}: across`,
      );
      assert.ok(measureSize(scene, riderSpot) > 0.07, `${name}: ${measureSize(scene, riderSpot)}`);
      assert.ok(
        measureTop(scene, riderSpot) > -0.02 && measureFoot(scene, carrierSpot) < 1.02,
        `${name}: outside the picture`,
      );
    });
});

test('a figure under a table is between its legs and below its top', () => {
  for (const prompt of ['a dog under a table', '桌子下面的一只狗'])
    checkCandidates(prompt, (scene, name) => {
      const [dog, table] = [findShown(scene, 'dog'), findShown(scene, 'table')];
      assert.ok(measureTop(scene, dog) > measureTop(scene, table) + measureSize(scene, table) * 0.1, name);
      assert.ok(Math.abs(measureAcross(scene, dog) - measureAcross(scene, table)) < 0.06, name);
      assert.ok(measureSize(scene, dog) > 0.12 && measureFoot(scene, table) < 1.02, name);
      assert.ok(dog.z > table.z, `${name}: in front of the front legs`);
    });
});

test('a figure between two others has one of them on each side, and all are in the picture', () => {
  for (const [prompt, middle, sides] of [
    ['a cat between two dogs', 'cat', ['dog', 'dog']],
    ['a man between a horse and a cow', 'man', ['horse', 'cow']],
    ['a house between two trees', 'house', ['tree', 'tree']],
  ] as const)
    checkCandidates(prompt, (scene, name) => {
      const between = measureAcross(scene, findShown(scene, middle));
      const beside = scene.things
        .filter(({ kind }) => (sides as readonly string[]).includes(kind))
        .map(thing => measureAcross(scene, thing))
        .toSorted((one, other) => one - other);
      assert.equal(beside.length, 2, name);
      assert.ok(beside[0] < between - 0.05 && beside[1] > between + 0.05, `${name}: ${beside} ${between}`);
      assert.ok(beside[0] > 0.02 && beside[1] < 0.98, name);
    });
});

test('passengers sit side by side in an open boat on the water', () => {
  checkCandidates('a dog and a cat in a boat', (scene, name) => {
    const [dog, cat, boat] = ['dog', 'cat', 'canoe'].map(kind => findShown(scene, kind)) as [
      Thing,
      Thing,
      Thing,
    ];
    assert.ok(createLand(scene)(boat.x, boat.z) <= 0, `${name}: afloat`);
    for (const passenger of [dog, cat]) {
      assert.ok(measureTop(scene, passenger) < measureTop(scene, boat), name);
      assert.ok(Math.abs(measureAcross(scene, passenger) - measureAcross(scene, boat)) < 0.25, name);
    }
    assert.notEqual(measureAcross(scene, dog), measureAcross(scene, cat));
  });
});

test('in a room, large things stand on the floor and not on the window sill', () => {
  checkCandidates('a dog inside a room', (scene, name) => {
    assert.equal(scene.setting, 'room');
    assert.equal(scene.terrain.cover, 'floor', name);
    assert.ok(measureFoot(scene, findShown(scene, 'dog')) > 0.7, name);
  });
  checkCandidates('an apple in a room', scene => assert.equal(scene.terrain.cover, 'grass'));
});

test('a rider sits on the animal', () => {
  checkCandidates('a monkey riding an elephant', (scene, name) => {
    const [monkey, elephant] = [findShown(scene, 'monkey'), findShown(scene, 'elephant')];
    assert.ok(
      measureFoot(scene, monkey) < measureTop(scene, elephant) + measureSize(scene, elephant) * 0.25,
      name,
    );
    assert.ok(Math.abs(measureAcross(scene, monkey) - measureAcross(scene, elephant)) < 0.06, name);
  });
  checkCandidates('a man riding a horse', scene => assert.equal(findShown(scene, 'man').action, 'riding'));
});
