/**
 * No request gets a 500: generated requests for every route, from every kind of caller. The test suite sends
 * some hundreds, or a few thousand in a full run; `npm run fuzz` sends as many as requested (--requests,
 * --seed). A failure prints the requests, and the same seed generates them again.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inDepth, runSeed } from '../../support/depth.ts';
import { runFuzz } from '../../fuzz/run-fuzz.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? inDepth({ quick: 400, full: 3000 }));
const seed = Number(process.env['FUZZ_SEED'] ?? runSeed);

test('every generated request gets a response, and none a 500', { timeout: Infinity }, async t => {
  const { sentCount, byStatus, faults } = await runFuzz({
    requests,
    seed,
    report: line => process.stderr.write(`${line}\n`),
  });
  t.diagnostic(`seed ${seed}: ${sentCount} requests, ${JSON.stringify(byStatus)}`);
  assert.ok(faults.length === 0, faults.map(fault => JSON.stringify(fault)).join('\n'));
  assert.equal(sentCount, requests);
});
