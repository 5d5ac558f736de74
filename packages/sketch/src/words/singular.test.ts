import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singular } from './singular.ts';

test('plurals are reduced to their singular', () => {
  const pairs = {
    foxes: 'fox',
    mice: 'mouse',
    wolves: 'wolf',
    cherries: 'cherry',
    beaches: 'beach',
    cats: 'cat',
    potatoes: 'potato',
    canoes: 'canoe',
  };
  for (const [plural, one] of Object.entries(pairs)) assert.equal(singular(plural), one);
});

test('words that only look like plurals stay', () => {
  for (const word of ['grass', 'octopus', 'gas', 'iris', 'bus']) assert.equal(singular(word), word);
});
