/**
 * No request gets a 500: generated ones for every route, by everybody. A few thousand with the other tests; `npm run fuzz`
 * sends as many as it is told (--requests, --seed). A failure prints the requests; the same seed makes them again.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from '../fuzz/run-fuzz.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 3000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

test('no generated request gets a 500, or no answer', { timeout: Infinity }, async t => {
  const { sent, byStatus, faults } = await runFuzz({
    requests,
    seed,
    report: line => process.stderr.write(`${line}\n`),
  });
  t.diagnostic(`seed ${seed}: ${sent} requests, ${JSON.stringify(byStatus)}`);
  assert.ok(faults.length === 0, faults.map(fault => JSON.stringify(fault)).join('\n'));
  assert.equal(sent, requests);
});
