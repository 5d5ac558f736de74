import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { operations, storedCard } from '@kinora/shared/models/model-card';
import { cardFields, newCard, withFields } from './model-fields.ts';

const fields = z.strictObject(cardFields);
/** Reads fields as a request or the command line gives them. */
const change = (input: object, kind: 'image' | 'video' = 'image') =>
  withFields(newCard('painter', kind, {}), fields.parse(input));
const rejects = (param: string, input: object, kind: 'image' | 'video' = 'image') =>
  assert.throws(
    () => change(input, kind),
    (error: any) => error.code === 'field_invalid' && error.details.param === param,
    JSON.stringify(input),
  );

test('a new image model does everything but clips, and a new video model clips only', () => {
  const [image, video] = [newCard('painter', 'image', {}), newCard('film', 'video', {})];
  assert.deepEqual([image.name, image.group], ['painter', 'image']);
  assert.deepEqual(
    image.operations,
    operations.filter(one => one !== 'clip'),
  );
  assert.deepEqual([video.operations, video.group], [['clip'], 'video']);
  for (const card of [image, video]) assert.deepEqual(storedCard.parse(card), card);
});

test('fields that are not named stay as they were', () => {
  const before = newCard('painter', 'image', fields.parse({ name: 'Painter', versions: '7, niji 6' }));
  const after = withFields(before, fields.parse({ description: 'Paints.' }));
  assert.deepEqual(after, { ...before, description: 'Paints.' });
});

test('"none" removes what can be missing', () => {
  const optionalFields = {
    description_zh: '画家',
    default_for: 'describe',
    sizes: { multiple: 64 },
    longest_seconds: 20,
  };
  const full = change(optionalFields);
  const clearedFields = Object.fromEntries(Object.keys(optionalFields).map(name => [name, 'none']));
  const clearedCard = withFields(full, fields.parse(clearedFields));
  assert.deepEqual(
    [full.descriptionZh, full.defaultFor, full.sizes, full.longestSeconds],
    ['画家', ['describe'], { multiple: 64 }, 20],
  );
  const storedCard = JSON.parse(JSON.stringify(clearedCard));
  assert.deepEqual(storedCard, newCard('painter', 'image', {}));
});

test('a model is a default only for operations that it has', () => {
  rejects('default_for', { operations: 'grid', default_for: 'describe' });
  const describing = newCard('painter', 'image', fields.parse({ default_for: 'describe' }));
  assert.throws(() => withFields(describing, fields.parse({ operations: 'grid' })), {
    code: 'field_invalid',
  });
});

test('an image model and a video model do not become each other', () => {
  rejects('operations', { operations: 'grid, clip' });
  rejects('operations', { operations: 'grid' }, 'video');
  rejects('versions', { versions: '7' }, 'video');
});

test('a video model has all parameters on which size and length depend, each with a default', () => {
  const parameters = newCard('film', 'video', {}).parameters.properties;
  // Some upstreams have no field for the frame rate.
  for (const name of ['seconds', 'resolution', 'aspect_ratio']) {
    const { [name]: ownParameter = {}, ...otherParameters } = parameters;
    rejects('parameters', { parameters: otherParameters }, 'video');
    const { default: _, ...withoutDefault } = ownParameter;
    rejects('parameters', { parameters: { ...parameters, [name]: withoutDefault } }, 'video');
  }
  assert.equal(change({ parameters: { steps: { type: 'integer' } } }).operations.includes('clip'), false);
});

test('a default that its own parameter forbids is rejected before a client gets it', () => {
  rejects('parameters', { parameters: { steps: { type: 'integer', maximum: 50, default: 51 } } });
  rejects('parameters', { parameters: { style: { type: 'string', enum: ['a'], default: 'b' } } });
  rejects('parameters', { parameters: { steps: { type: 'no type' } } });
  change({ parameters: { steps: { type: 'integer', maximum: 50, default: 50 } } });
});

test('parameters are JSON or its text, and replace all that were there', () => {
  const steps = { steps: { type: 'integer', default: 20 } };
  assert.deepEqual(change({ parameters: JSON.stringify(steps) }).parameters, {
    type: 'object',
    additionalProperties: false,
    properties: steps,
  });
  assert.equal(fields.safeParse({ parameters: '{steps: 3}' }).success, false);
});

test('unknown versions, operations and fields are rejected', () => {
  for (const input of [{ versions: '9' }, { operations: 'paint' }, { operations: '' }, { price: '1' }])
    assert.equal(fields.safeParse(input).success, false, JSON.stringify(input));
});
