/**
 * Generated invalid requests, ten thousand of them in a full run: each is rejected in its interface's format,
 * none hangs, none causes a server error, and no task, money, file or work of an engine is left behind. A
 * failure names the request; `replay` runs it again.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { call, imageEnd, imagine } from '../../support/servers/app.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { readOperations } from '../../support/requests/api-operations.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { checkRefusal } from '../../support/requests/check-refusal.ts';
import type { BadRequest } from '../../support/requests/bad-request.ts';
import { generateRequests } from '../../support/requests/generate-requests.ts';
import { takeStock } from '../../support/requests/left-behind.ts';
import { sendRequest } from '../../support/requests/send-request.ts';
import { makeStandingTasks, type StandingTasks } from '../../support/requests/standing-tasks.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

/** Requests in flight in each run. */
const atOnce = 16;
const total = inDepth({ quick: 800, full: 10_000 });
const runs = total / atOnce;
const patienceMs = 20_000;
/** The value that a failure prints, to run it again: `{ path: '17:3:0' }`. */
const replay: { readonly path?: string } = {};

let kinora: ScriptedApp;
let standing: StandingTasks;

before(async () => {
  kinora = await startScriptedApp();
  standing = await makeStandingTasks(kinora);
});

test('generated invalid requests are rejected with a reason and leave nothing behind', async () => {
  const { body: document } = await call(`${kinora.url}/openapi.json`);
  const keys = { image: kinora.imageKey, video: kinora.videoKey };
  const requests = generateRequests(readOperations(document, standing), { keys, standing });
  // Shrinking a failure removes requests one by one.
  const volley = fc.tuple(
    ...Array.from({ length: atOnce }, () => fc.option(requests, { freq: 1_000_000, nil: undefined })),
  );
  let requestCount = 0;
  const property = fc.asyncProperty(volley, async requestsOrNone => {
    const before = await takeStock(kinora, kinora.scriptedServer);
    const bad = requestsOrNone.filter(request => request !== undefined);
    await Promise.all(bad.map(refuse));
    assert.deepEqual(await takeStock(kinora, kinora.scriptedServer), before, 'something is left behind');
    if ((requestCount += bad.length) % 1000 < atOnce) await answerGood();
  });
  const run = await fc.check(property, { seed: runSeed, numRuns: runs, endOnFailure: true, ...replay });
  assert.ok(!run.failed, describeFailure(run));
  assert.ok(
    replay.path !== undefined || requestCount >= total - 10,
    `only ${requestCount} requests were sent`,
  );
});

test('after all these requests the server generates images and its ledger balances', async () => {
  assert.equal((await imageEnd(kinora, await imagine(kinora, 'a cat --v 1'))).status, 'SUCCESS');
  const { heldMicros, problems } = await checkLedger(kinora);
  assert.deepEqual([heldMicros, problems], [0n, []]);
});

async function refuse(request: BadRequest): Promise<void> {
  const answer = await sendRequest(kinora.url, request, patienceMs);
  checkRefusal(request, answer, kinora.dataDir);
}

async function answerGood(): Promise<void> {
  const task = await call(`${kinora.url}/mj/task/${standing.grid.id}/fetch`, { key: kinora.imageKey });
  assert.deepEqual([task.status, task.body.status], [200, 'SUCCESS']);
  const ready = await call(`${kinora.url}/readyz`);
  assert.equal(ready.body.database, 'ok');
}

/** The smallest failing request, short enough to read. */
function describeFailure({
  seed: used,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[(BadRequest | undefined)[]]>): string {
  const requests = (counterexample?.[0] ?? []).filter(request => request !== undefined);
  const json = JSON.stringify(requests, (_, value) => shorten(value), 2);
  return `seed ${used}, replay { path: '${counterexamplePath}' }:\n${json}\n${String(errorInstance)}`;
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= 1000) return value;
  return `${value.slice(0, 1000)}… (${value.length} characters)`;
}
