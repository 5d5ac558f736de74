import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDraft, isOtherServer, noDraft, toAddInput, toChangeInput } from './engine-draft.ts';

const before = toDraft({
  name: 'gpu-1',
  kind: 'test',
  url: 'http://10.0.0.5:8188',
  settings: {},
  slots: 2,
  hours: { from: '22:00', to: '06:00', time_zone: 'UTC' },
  starts_per_minute: null,
  day_budget: '5',
  month_budget: null,
  source: 'operator',
  drained: false,
  secret: null,
});

test('a request for a new engine contains only fields with a value', () => {
  assert.deepEqual(toAddInput({ ...noDraft, engine: 'a', slots: '3' }, 'test', { paid: true }), {
    engine: 'a',
    kind: 'test',
    slots: '3',
    settings: { paid: true },
  });
});

test('a change contains only changed fields, and null for emptied ones', () => {
  assert.deepEqual(toChangeInput(before, before, {}), { engine: 'gpu-1' });
  const after = { ...before, hours: '', day_budget: '7.50', secret: null };
  assert.deepEqual(toChangeInput(after, before, { paid: true }), {
    engine: 'gpu-1',
    hours: null,
    day_budget: '7.50',
    secret: null,
    settings: { paid: true },
  });
});

test('a changed path keeps the secret, and a changed host does not', () => {
  assert.equal(isOtherServer('http://10.0.0.5:8188/api', before.url), false);
  assert.equal(isOtherServer('http://10.0.0.6:8188', before.url), true);
});
