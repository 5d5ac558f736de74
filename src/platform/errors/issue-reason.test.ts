import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { reasonText } from '@kinora/shared/errors/reason';
import { issueReason, parseInput } from './issue-reason.ts';

const texts = (schema: z.ZodType, value: unknown) => {
  const reason = issueReason(parseInput(schema, value).error?.issues[0], schema);
  return [reasonText(reason), reasonText(reason, 'zh')];
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

test('a limit that was not kept is said together with the other one', () => {
  const limitedNumber = z.coerce.number<number | string>().int().min(2).max(64);
  const orNone = z.union([z.null(), z.literal('none').transform(() => null), limitedNumber]).optional();
  const range = ['expected 2 to 64.', '应为 2 到 64。'];
  assert.deepEqual(texts(limitedNumber, '1'), range);
  assert.deepEqual(texts(z.strictObject({ of: z.array(orNone) }), { of: [8, 65] }), range);
  assert.deepEqual(texts(z.int().min(2).max(64), 'x'), [
    'expected a number from 2 to 64.',
    '应为 2 到 64 的数字。',
  ]);
  assert.deepEqual(texts(z.string().trim().min(1).max(5), ' '), [
    'expected 1 to 5 characters, not 0.',
    '应为 1 到 5 个字符，实际为 0。',
  ]);
  assert.deepEqual(texts(z.array(z.string()).min(1).max(2), ['a', 'b', 'c']), [
    'expected 1 to 2 items, not 3.',
    '应为 1 到 2 项，实际为 3。',
  ]);
});

test('a choice that is missing, and an entry that is unknown, are said with what is allowed', () => {
  const list = z.string().transform(text => text.split(','));
  const input = z.strictObject({
    kind: z.enum(['image', 'video']),
    does: list.pipe(z.array(z.enum(['grid', 'clip']))),
  });
  assert.deepEqual(texts(input, { does: 'grid' }), [
    'it is required. Allowed: image, video.',
    '此项必填。允许：image, video。',
  ]);
  assert.deepEqual(texts(input, { kind: 'image', does: 'grid,fly' }), [
    'unknown entry "fly". Allowed: grid, clip.',
    '未知的条目 "fly"。允许：grid, clip。',
  ]);
});

test('the message of a check is a code of the table, and the formats of the library have a code each', () => {
  const check = z.union([z.null(), z.string().refine(() => false, reasonCode('later'))]);
  assert.deepEqual(texts(check, 'x'), ['expected a time in the future.', '应为将来的时间。']);
  assert.deepEqual(texts(z.uuid(), 'x'), ['expected a UUID.', '应为 UUID。']);
  assert.deepEqual(texts(z.number().multipleOf(0.01), 0.001), [
    'expected a multiple of 0.01.',
    '应为 0.01 的倍数。',
  ]);
});

test('an invalid key of a record is explained by its check', () => {
  const record = z.record(z.string().regex(/^a/, reasonCode('engine_name')), z.number());
  assert.deepEqual(texts(record, { b: 1 })[1], '应为最多 40 个小写字母、数字和连字符，并以字母开头。');
});

test('a pattern is explained by a value that has the form, not by the pattern', () => {
  const folder = z.string().regex(/^[a-z]+$/);
  const settings = z.strictObject({
    folder: folder.default('kinora').meta({ title: 'Folder' }),
    name: folder,
  });
  assert.deepEqual(texts(settings, { folder: '../up', name: 'a' }), [
    'it has a form or characters that are not allowed. Allowed, for example: kinora.',
    '含有不允许的格式或字符。允许的值例如：kinora。',
  ]);
  assert.deepEqual(texts(settings, { name: 'A' }), [
    'it has a form or characters that are not allowed.',
    '含有不允许的格式或字符。',
  ]);
  const ownSchema = z.string().regex(/^a/, reasonCode('later'));
  assert.deepEqual(texts(ownSchema, 'b')[0], 'expected a time in the future.');
});

test('a map is called an object, as in JSON', () => {
  assert.deepEqual(texts(z.record(z.string(), z.string()), []), ['expected an object.', '应为对象。']);
});
