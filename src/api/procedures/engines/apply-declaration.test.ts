import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AppError, errorText } from '@kinora/shared/errors/errors';
import { readDeclaration } from './apply-declaration.ts';

test('a file that is not YAML is rejected with the place of the mistake, in one sentence', async () => {
  const text = 'engines:\n  - name: studio\n    kind: sketch\n   slots: 1\n';
  await assert.rejects(readDeclaration(text), (error: AppError) => {
    assert.equal(
      errorText(error.code, error.details, 'en'),
      'Invalid value for "file": Sequence item without - indicator at line 4, column 1.',
    );
    return true;
  });
});

test('an empty file does not remove all engines', async () => {
  await assert.rejects(readDeclaration('# nothing\n'), (error: AppError) => error.code === 'field_invalid');
});
