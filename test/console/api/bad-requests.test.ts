/**
 * Invalid values in every field of every procedure are rejected with a reason, never cause a server error,
 * and leave the ledger balanced.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { procedures } from '../../../src/api/procedures/table/procedures.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';

let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  kinora = await startTestApp();
  operator = await signedIn(kinora, 'operator');
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1e21,
    0.1,
    true,
    [],
    {},
    [null],
    ['a', 1],
    'none',
    'never',
    '\u0000',
    '\ud800',
    'a'.repeat(5000),
    '1e5',
    '٣',
    'NaN',
    'Infinity',
    '99999999999999',
    '9007199254740993',
    '-0',
    '0.0000001',
    '2027-02-30T25:61:00Z',
    '999999d',
    '+275760-09-14T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    '00000000-000000000000000000000000000',
    "'; drop table users; --",
    '__proto__',
    'constructor',
    '::1/129',
    '{"unit":"clip","rules":[{"unitPrice":"999999999999"}],"tiers":{"fast":"999999999999"}}',
    '{"__proto__":{}}',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
);
/** Valid values are used often enough that checks which depend on several fields are reached. */
const good: Readonly<Record<string, unknown>> = {
  group: 'video',
  model: 'sketch-short',
  name: 'a name',
  amount: '1',
  reason: 'a test',
  role: 'member',
  kind: 'video',
  seconds: 4,
  account: 'First account',
};

test('a text that only resembles the ID of a row is rejected as a field', async () => {
  const almost = '00000000-000000000000000000000000000';
  const requests = ['payment list', 'receipt list'].map(
    name => [name, { before: almost, payment: almost }] as const,
  );
  for (const [name, fields] of requests) {
    const { input } = procedures.find(one => one.name === name) ?? assert.fail(name);
    const knownFields = Object.entries(fields).filter(([field]) => field in (input as z.ZodObject).shape);
    const { status, body } = await operator.run(name, Object.fromEntries(knownFields));
    assert.deepEqual([status, body.error.code], [400, 'field_invalid'], name);
  }
});

test('no input of any procedure causes a server error', async () => {
  for (const { name, input } of procedures) {
    if (name === 'ledger top-up' || name === 'user disable') continue;
    const fields = Object.keys((input as z.ZodObject).shape);
    const value = (field: string) =>
      fc.oneof({ weight: 2, arbitrary: odd }, { weight: 1, arbitrary: fc.constant(good[field] ?? 'x') });
    const body = fc.record(Object.fromEntries(fields.map(field => [field, value(field)])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, odd), async value => {
        const json = value as Record<string, unknown>;
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const { status, body: answer } = await operator.run(name, isObject ? json : { nonsense: value });
        assert.ok(status < 500, `${name} ${JSON.stringify(value)}: ${status} ${JSON.stringify(answer)}`);
        if (status >= 400) assert.ok(answer.error.message.length > 10, JSON.stringify(answer));
      }),
      { numRuns: inDepth({ quick: 8, full: 60 }), seed: runSeed },
    );
  }
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});
