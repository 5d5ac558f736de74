import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import {
  amount,
  count,
  flag,
  list,
  money,
  networks,
  orNever,
  orNone,
  page,
  positiveAmount,
} from './fields.ts';
import { futureTime, when } from './when.ts';

const accepts = (type: z.ZodType, value: unknown) => type.safeParse(value).success;

test('an amount is parsed exactly, from text or a number', () => {
  assert.equal(amount.parse('12.50'), 12_500_000n);
  assert.equal(amount.parse(0.1), 100_000n);
  assert.equal(amount.parse(' 1 '), 1_000_000n);
});

test('an amount that is not a number, too precise or too large is rejected', () => {
  for (const value of ['', 'ten', '1.0000001', '1000000001', 'NaN'])
    assert.equal(accepts(amount, value), false, value);
  assert.equal(accepts(positiveAmount, '0'), false);
});

test('a time is a date or a duration from now', () => {
  assert.equal(when.parse('2026-01-31T12:00:00Z').toISOString(), '2026-01-31T12:00:00.000Z');
  assert.ok(accepts(futureTime, '90d'));
  assert.ok(accepts(futureTime, '30m'));
});

test('nonexistent days, invalid texts, and past times for a future field are rejected', () => {
  assert.equal(accepts(when, '2026-02-30'), false);
  assert.equal(accepts(futureTime, '2001-01-01T00:00:00Z'), false);
  for (const text of ['', 'soon', '90', '9y', '9999-01-01']) assert.equal(accepts(when, text), false, text);
});

test('a list is an array or a text separated by commas', () => {
  assert.deepEqual(list.parse(['a', ' b ']), ['a', 'b']);
  assert.deepEqual(list.parse('a, b,,c '), ['a', 'b', 'c']);
  assert.equal(accepts(list, 3), false);
});

test('a list of networks has at least one address or range', () => {
  assert.ok(accepts(networks, '203.0.113.7, 10.0.0.0/8, 2001:db8::/32'));
  assert.equal(accepts(networks, '10.0.0.0/99'), false);
  assert.equal(accepts(networks, ''), false);
});

test('a limit can be removed with a keyword', () => {
  assert.equal(orNone(count).parse('none'), null);
  assert.equal(orNone(count).parse('none'), null);
  assert.equal(orNone(count).safeParse('never').success, false);
  assert.equal(orNever(futureTime).parse('never'), null);
  assert.equal(orNone(count).parse('12'), 12);
  assert.equal(accepts(orNone(count), '0'), false);
});

test('a flag is a boolean or its text', () => {
  assert.equal(flag.parse('true'), true);
  assert.equal(flag.parse(false), false);
  assert.equal(accepts(flag, 'yes'), false);
});

test('a page starts at the ID of an entry', () => {
  assert.equal(page.before.parse('42'), 42n);
  assert.equal(accepts(page.before, '-1'), false);
  assert.equal(page.limit.parse(undefined), 100);
});

test('an unknown amount is null', () => {
  assert.equal(money(12_500_000n), '12.50');
  assert.equal(money(undefined), null);
});
