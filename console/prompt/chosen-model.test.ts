import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelParameters } from './chosen-model.ts';

const of = (text: string, versions?: readonly string[]) =>
  modelParameters(text, {
    model: { id: 'painter', ...(versions && { versions: [...versions] }) },
    defaultVersion: '7',
  });

test('the chosen model is sent with any prompt that names none', () => {
  assert.equal(of('a fox'), ' --model painter');
  assert.equal(of('a fox --ar 3:2 --v 6'), ' --model painter');
  assert.equal(of('a fox --model sketch'), '');
  assert.equal(of('a fox {--model sketch, --model other}'), '');
  assert.equal(modelParameters('a fox', { model: undefined, defaultVersion: '7' }), '');
});

test('a version of the chosen model is sent if the default is not one of them', () => {
  assert.equal(of('a fox', ['6', '7']), ' --model painter');
  assert.equal(of('a fox', ['niji 5', 'niji 6']), ' --model painter --niji 6');
  assert.equal(of('a fox --v 5', ['niji 6']), ' --model painter');
});
