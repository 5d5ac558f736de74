import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from './compose-scene.ts';
import { varyScene } from './vary-scene.ts';
import { findSpot } from '../land/place-at.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { findThing } from '../testing/find-thing.ts';

test('a landmark that is completely visible stays so in every variation, and stands on land', () => {
  for (const kind of ['lighthouse', 'windmill', 'castle'])
    for (const seed of [1, 2, 3, 4]) {
      const reading = readPrompt(`a fox beside a ${kind} on a cliff at sunset`, []);
      const scene = composeScene(reading, { seed, candidate: seed % 4, width: 400, height: 400 });
      const top = (measuredScene: typeof scene) => {
        const { foot, size } = findSpot(measuredScene, findThing(measuredScene, kind));
        return foot - size;
      };
      if (top(scene) < 0.02) continue;
      for (const candidate of [0, 1, 2, 3]) {
        const variation = varyScene(scene, { seed, candidate, strength: 'strong' });
        assert.ok(top(variation) > 0, `${kind} ${seed} ${candidate}: ${top(variation)}`);
      }
    }
});
