import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '@kinora/shared/errors/errors';
import { checkText } from './check-text.ts';

test('a text that the database cannot store is named by its path', () => {
  checkText({ a: ['fine', { b: '🦊' }], bytes: Buffer.from('\0') });
  for (const [value, param] of [
    [{ a: { b: ['fine', 'a\0b'] } }, 'a.b.1'],
    [{ a: '\ud800' }, 'a'],
    [{ a: { 'x\0': 1 } }, 'a.x\\u0000'],
    ['\0', ''],
  ] as const)
    assert.throws(
      () => checkText(value),
      (error: AppError) => error.code === 'field_invalid' && error.details['param'] === param,
      JSON.stringify(value),
    );
});
