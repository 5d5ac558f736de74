import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrompt } from './read-prompt.ts';

/** The subjects with their movement, such as `train along`, `balloon up`, or `fox` for one that stays. */
function listMovements(prompt: string): string {
  const { subjects, landmarks } = readPrompt(prompt, []);
  const all = [
    ...subjects.map(({ subject, goes }) => ({ name: subject, goes })),
    ...landmarks.map(({ kind, goes }) => ({ name: kind, goes })),
  ];
  return all.map(({ name, goes }) => (goes ? `${name} ${goes.way}` : name)).join(', ');
}

test('a train that travels is in the picture and moves', () => {
  for (const prompt of [
    'a train travels through a valley',
    'the train winds through the hills',
    'a train rolls along the coast',
    'a passing train',
    'a train thunders past a village',
  ])
    assert.equal(listMovements(prompt), 'train along', prompt);
  assert.equal(listMovements('train crossing a bridge'), 'train along, bridge');
  assert.equal(listMovements('a train station at night'), '');
  assert.equal(listMovements('train tracks through a forest'), 'path');
});

test('vehicles and animals move only if the prompt says so', () => {
  const prompts: Record<string, string> = {
    'a red car heading towards the city': 'car along',
    'a sailboat crosses a lake': 'sailboat along',
    'a hot air balloon rises': 'balloon up',
    'a rocket launches': 'rocket up',
    'a fox crosses a road': 'fox along',
    'mouse running in a kitchen': 'mouse along',
    'a car is parked on a road': 'car',
    'a helicopter hovering over a city': 'helicopter',
    'a boat with red sails on the river': 'sailboat',
    'a tower rising above the village': 'tower',
    'a dragon with three heads': 'dragon',
    'a cat peeking through a window': 'cat, window',
    'a fox sits in a meadow': 'fox',
    一辆汽车行驶在公路上: 'car along',
    热气球升起: 'balloon up',
    一列火车驶过大桥: 'train along, bridge',
  };
  for (const [prompt, expected] of Object.entries(prompts))
    assert.equal(listMovements(prompt), expected, prompt);
});

test('a rider moves as fast as the animal', () => {
  const { subjects } = readPrompt('an astronaut riding a horse', []);
  assert.equal(subjects.length, 2);
  assert.deepEqual(subjects[0]?.goes, subjects[1]?.goes);
  assert.ok(subjects[0]?.goes);
});

test('something that falls from the sky does not lift things beside it', () => {
  assert.deepEqual(readPrompt('heavy snowfall over a small cabin, two dogs running', []).relations, []);
  assert.deepEqual(readPrompt('一列火车驶过大桥', []).relations, [
    { from: 'train', relation: 'on', to: 'bridge' },
  ]);
});
