import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../compose/compose-scene.ts';
import { groundAt, findSpot } from '../land/place-at.ts';
import { readJob } from '../words/read-job.ts';
import type { Scene } from '../scene/scene.ts';
import { readReferences, applyReferences, withReferences } from './references.ts';
import { greenVase, gridJob, toCanvasInput, ownInput, redVase } from '../testing/sample-pictures.ts';
import type { JobInput } from '../job/job.ts';

const size = { width: 320, height: 180 };

const pictures = (await readReferences(gridJob('', { inputs: await sampleInputs() }))).pictures;

async function sampleInputs(): Promise<JobInput[]> {
  const vases = [redVase(), greenVase()].map(canvas => toCanvasInput('character', canvas));
  const owns = await Promise.all(
    ['a fox in a forest', 'a cat in a garden'].map(prompt => ownInput('character', prompt)),
  );
  const [fox, cat] = owns;
  return [vases[0], fox, vases[1], cat];
}

/** The scene of a clip with the first `count` pictures as characters. */
function cast(prompt: string, count: number, shape = size): Scene {
  const job = gridJob(prompt, { kind: 'clip', seconds: 2, ...shape });
  const references = { job, candidate: 0, pictures: pictures.slice(0, count) };
  const scene = composeScene(withReferences(readJob(job), references), { ...job, candidate: 0 });
  return applyReferences(scene, references);
}

function listMembers({ things }: Scene) {
  return things.filter(({ picture }) => picture !== undefined);
}

test('up to four characters appear once each, complete, apart from each other and on land', () => {
  const prompts = ['walking by a lake', 'on a beach', 'in a city street at night', 'a picnic in a park'];
  const shapes = [size, { width: 180, height: 320 }];
  for (const prompt of prompts) {
    for (const count of [2, 3, 4]) for (const shape of shapes) assertApart(cast(prompt, count, shape), count);
  }
});

function assertApart(scene: Scene, count: number): void {
  const members = listMembers(scene);
  assert.deepEqual(members.map(({ picture }) => picture).sort(), [0, 1, 2, 3].slice(0, count));
  const spots = members.map(thing => findSpot(scene, thing));
  for (const [index, { x, foot, size: tall }] of spots.entries()) {
    const half = (tall * (members[index].cutOut?.aspect ?? 0.9)) / 2;
    assert.ok(x - half > 0 && x + half < scene.aspect, 'beyond the sides of the picture');
    assert.ok(foot - tall > 0 && foot < 1, 'beyond the top or bottom of the picture');
    assert.ok(tall > 0.08, `${tall} high`);
    assert.equal(groundAt(scene, { x, foot: foot + 0.005 }), 'land');
    for (const otherSpot of spots.slice(0, index)) {
      const isBeside = Math.abs(otherSpot.x - x) > 0.3 * (otherSpot.size + tall);
      const isBehind = Math.abs(otherSpot.foot - foot) > Math.min(otherSpot.size, tall) * 0.6;
      assert.ok(isBeside || isBehind, `at ${otherSpot.x} and ${x}`);
    }
  }
}

test('two friends are both reference characters, and none of them appears twice', () => {
  const members = listMembers(cast('two friends dance on a beach', 2));
  assert.deepEqual(members.map(({ picture }) => picture).sort(), [0, 1]);
  assert.deepEqual(
    members.map(({ action }) => action),
    ['dancing', 'dancing'],
  );
});

test('characters follow the prompt even if it names nobody, and move in the same direction', () => {
  const members = listMembers(cast('walking through a forest', 3));
  assert.deepEqual(
    members.map(({ action }) => action),
    ['walking', 'walking', 'walking'],
  );
  assert.equal(new Set(members.map(({ facing }) => facing)).size, 1);
});
