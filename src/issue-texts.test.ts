import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { fieldMessage } from './errors.ts';
import { issueTexts } from './issue-texts.ts';

const texts = (schema: z.ZodType, value: unknown) => {
  const { reason, reasonZh } = issueTexts(schema.safeParse(value).error?.issues[0], value);
  return [reason, reasonZh];
};

test('schema errors have texts in both languages', () => {
  assert.deepEqual(texts(z.string(), undefined), ['it is required.', '此项必填。']);
  assert.deepEqual(texts(z.int(), 'x'), ['expected a number.', '应为数字。']);
  assert.deepEqual(texts(z.enum(['a', 'b']), 'c'), ['allowed: a, b.', '允许：a, b。']);
  assert.deepEqual(texts(z.number().min(3), 1), ['expected at least 3.', '至少为 3。']);
  assert.deepEqual(texts(z.string().max(1), 'abc'), [
    'expected at most 1 character, not 3.',
    '最多为 1 个字符，实际为 3。',
  ]);
});

test('the message of a check comes from the table, and that of the library from its locale', () => {
  const check = z.union([z.null(), z.string().refine(() => false, fieldMessage('later'))]);
  assert.deepEqual(texts(check, 'x'), ['expected a time in the future.', '应为将来的时间。']);
  const [reason, reasonZh] = texts(z.email(), 'x');
  assert.match(reason ?? '', /^Invalid email/);
  assert.match(reasonZh ?? '', /[\u4e00-\u9fff].*。$/);
});

test('an invalid key of a record is explained by its check', () => {
  const record = z.record(z.string().regex(/^a/, fieldMessage('engine_name')), z.number());
  assert.deepEqual(texts(record, { b: 1 })[1], '应为最多 40 个小写字母、数字和连字符，并以字母开头。');
});
