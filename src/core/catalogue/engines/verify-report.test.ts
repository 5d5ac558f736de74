import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { ProviderReport } from '../../../engines/contract/kind/provider-report.ts';
import { openReportCheck } from './verify-report.ts';
import type { SecretReading } from './engine-host.ts';
import type { EngineInstance } from './instances.ts';

const row = { kind: 'signing', url: 'https://api.example.com', settings: {} };
const rows = [
  { ...row, name: 'one' },
  { ...row, name: 'silent', kind: 'silent' },
  { ...row, name: 'strange', kind: 'no longer known' },
  { ...row, name: 'misset', settings: { unknown: 1 } },
];
const findInstance = async (engine: string) =>
  rows.find(({ name }) => name === engine) as EngineInstance | undefined;

/** A provider whose key is a number. A signature is valid if it equals that number. */
function provider({ secret = { state: 'usable', text: 'a key' } as SecretReading } = {}) {
  const reports: ProviderReport[] = [];
  const state = { key: 1, reads: 0, nowMs: 1_000_000, isAway: false };
  const base = { settings: z.strictObject({}) } as unknown as EngineKind;
  const kinds: EngineKind[] = [
    { ...base, kind: 'silent' },
    {
      ...base,
      kind: 'signing',
      verifyReport: async report => {
        reports.push(report);
        const key = await report.keys(async () => {
          state.reads++;
          if (state.isAway) throw new EngineError('engine_unavailable', reason('answer_none'));
          return state.key;
        });
        return report.headers['signature'] === String(key);
      },
    },
  ];
  const check = openReportCheck({
    findInstance,
    kinds,
    readSecret: async () => secret,
    clock: { now: () => state.nowMs },
  });
  const ask = (signature: number, engine = 'one') =>
    check({ engine, url: 'https://here', headers: { signature: String(signature) }, body: new Uint8Array() });
  return { state, reports, ask };
}

test('a report with a valid signature is verified, with the access data of its engine', async () => {
  const { ask, reports } = provider();
  assert.equal(await ask(1), 'verified');
  const access = { name: 'one', url: 'https://api.example.com', settings: {}, secret: 'a key' };
  assert.deepEqual(reports[0]?.access, access);
  assert.equal(await ask(2), 'unverified');
});

test('a report of a provider without signatures is verified by the token in its URL', async () => {
  assert.equal(await provider().ask(0, 'silent'), 'verified');
});

test('reports for unknown engines and for engines that cannot be opened are not verified', async () => {
  const { ask } = provider();
  for (const engine of ['none', 'strange', 'misset']) assert.equal(await ask(1, engine), 'unknown', engine);
  assert.equal(await provider({ secret: { state: 'unusable' } }).ask(1), 'unknown');
});

test('provider keys are read once an hour', async () => {
  const { ask, state } = provider();
  for (let reports = 0; reports < 5; reports++) await ask(1);
  assert.equal(state.reads, 1);
  state.nowMs += 3_600_000;
  assert.equal(await ask(1), 'verified');
  assert.equal(state.reads, 2);
});

test('an invalid signature makes the keys be read again, at most once a minute', async () => {
  const { ask, state } = provider();
  await ask(1);
  state.key = 2;
  assert.equal(await ask(2), 'unverified', 'keys were read less than a minute ago');
  state.nowMs += 60_000;
  assert.equal(await ask(2), 'verified');
  assert.equal(state.reads, 2);
  for (let attempt = 0; attempt < 5; attempt++) assert.equal(await ask(7), 'unverified');
  assert.equal(state.reads, 2);
});

test('a report is neither accepted nor rejected while the keys of the provider cannot be read', async () => {
  const { ask, state } = provider();
  state.isAway = true;
  await assert.rejects(ask(1), EngineError);
});
