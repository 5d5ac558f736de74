/** Which families a server can run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Family } from './families.ts';
import { findRequirements } from './requirements.ts';

test('a family whose workflows cannot be read is reported and does not hide the others', async () => {
  const save = { class_type: 'Save', inputs: { prefix: 'a' } };
  const family = (chooseWorkflow: Family['chooseWorkflow']): Family => ({
    abilities: { generate: { most: 1 } },
    chooseWorkflow,
  });
  const families = new Map([
    [
      'broken',
      family(() => {
        throw new InvariantError('it is not there');
      }),
    ],
    [
      'whole',
      family(() => ({
        graph: { 1: save },
        slots: [{ name: 'out', node: '1', input: 'prefix', isOptional: false }],
      })),
    ],
  ]);
  const prefix = { type: 'STRING', isRequired: true, choices: undefined, min: undefined, max: undefined };
  const classes = new Map([
    [
      'Save',
      { inputs: new Map([['prefix', prefix]]), addedInputs: new Set<string>(), outputs: [], isOutput: true },
    ],
  ]);
  const { models, notes } = await findRequirements(families, classes, async () => undefined);
  assert.deepEqual(models, ['whole']);
  assert.deepEqual(notes, ['broken cannot be checked: it is not there.']);
});
