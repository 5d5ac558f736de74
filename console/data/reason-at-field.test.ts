import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText, fieldInvalid } from '@kinora/shared/errors/errors';
import { reasonAtField } from './reason-at-field.ts';

test('an error at a field gives the reason, and not the name that the field has in the request', () => {
  const { code, details } = fieldInvalid('max_per_minute', 'too_small', { limit: 1 });
  assert.equal(reasonAtField(errorText(code, details, 'en')), 'Expected at least 1.');
  assert.equal(reasonAtField(errorText(code, details, 'zh')), '至少为 1。');
});

test('another message stays as it is', () => {
  const message = errorText('model_unknown', { model: 'x', allowed: 'y' }, 'en');
  assert.equal(reasonAtField(message), message);
});

test('a reason begins with a capital, but a name that it begins with stays as it is', () => {
  const shownReason = (reason: string) => reasonAtField(`Invalid value for "upstream": ${reason}`);
  assert.equal(shownReason('there is no such family.'), 'There is no such family.');
  for (const name of ['sdxl:dreams', 'image/png', 'sketch-motion', 'file.ckpt', 'x1'])
    assert.equal(shownReason(`${name} is not accepted.`), `${name} is not accepted.`);
});
