import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeName, bindFields } from './bind-fields.ts';

const draft = { id: 'one', nameZh: '一', tiers: ['fast'] };
const errors = { at: (field: string) => (field === 'name_zh' ? 'Too long.' : undefined), other: null };

test('a field gets its value, its change and its error by its name in the draft', () => {
  const changes: unknown[] = [];
  const bind = bindFields(draft, fields => changes.push(fields), errors);
  const field = bind('id', { requestName: 'model', convert: normalizeName });
  assert.deepEqual([field.value, field.error], ['one', undefined]);
  field.onChange({ target: { value: ' Two ' } });
  assert.deepEqual(changes, [{ id: 'two' }]);
  assert.equal(bind('nameZh', { requestName: 'name_zh' }).error, 'Too long.');
  // @ts-expect-error Only texts are bound.
  bind('tiers');
});
