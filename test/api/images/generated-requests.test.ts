/**
 * Generated requests of the Images API and of chat: each is answered, none with a 5xx, and a rejection
 * creates and charges nothing. A failure prints the requests; the same seed generates them again.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import {
  imagesRequests,
  type ImagesFixtures,
  type ImagesRequest,
} from '../../support/requests/images-requests.ts';
import { call, createImage, startTestApp, until, type TestApp } from '../../support/servers/app.ts';

const requests = inDepth({ quick: 150, full: 10_000 });
const concurrency = 8;

let kinora: TestApp;
let fixtures: ImagesFixtures;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_RESPONSE_SECONDS: '600' } });
  const shade = { width: 64, height: 64, channels: 3, background: '#3060c0' } as const;
  const png = await sharp({ create: shade }).png().toBuffer();
  fixtures = { picture: new Uint8Array(png), task: await createImage(kinora, 'a fox') };
});

interface Outcome {
  readonly request: ImagesRequest;
  readonly status: number;
  readonly answer: string;
  /** The task that the answer names. */
  readonly task: string | undefined;
}

async function send(request: ImagesRequest): Promise<Outcome> {
  const { path, headers, json, form } = request;
  const answer = await fetch(`${kinora.url}/v1/${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${kinora.imageKey}`,
      ...(form === undefined && { 'content-type': 'application/json' }),
    },
    body: form === undefined ? JSON.stringify(json) : toForm(form),
  });
  const task = answer.headers.get('x-kinora-task') ?? undefined;
  return { request, status: answer.status, answer: await answer.text(), task };
}

function toForm(parts: NonNullable<ImagesRequest['form']>): FormData {
  const form = new FormData();
  for (const part of parts)
    if ('text' in part) form.append(part.name, part.text);
    else form.append(part.name, new Blob([part.bytes], { type: 'image/png' }), part.file);
  return form;
}

async function sendAll(list: readonly ImagesRequest[]): Promise<Outcome[]> {
  const [waiting, outcomes] = [list.values(), [] as Outcome[]];
  const sender = async () => {
    for (const request of waiting) outcomes.push(await send(request));
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return outcomes;
}

async function readTasks(): Promise<{ readonly public_id: string }[]> {
  return (await kinora.app.db.pool.query('select public_id from tasks')).rows;
}

test('every generated request is answered, none with a 5xx, and only accepted ones are tasks', async t => {
  const arbitrary = imagesRequests(fixtures);
  const outcomes: Outcome[] = [];
  const [batch, before] = [500, await readTasks()];
  for (let from = 0; from < requests; from += batch) {
    const size = Math.min(batch, requests - from);
    const latest = await sendAll(fc.sample(arbitrary, { seed: runSeed + from, numRuns: size }));
    const faults = latest.filter(({ status }) => status >= 500 || status < 200);
    assert.deepEqual(
      faults.slice(0, 5).map(fault => JSON.stringify(fault)),
      [],
    );
    outcomes.push(...latest);
  }
  const statuses = Object.groupBy(outcomes, ({ status }) => status);
  const statusCounts = Object.entries(statuses).map(([status, list]) => `${status}: ${list?.length}`);
  t.diagnostic(`seed ${runSeed}: ${outcomes.length} requests, ${statusCounts.join(', ')}`);
  const acceptedOutcomes = outcomes.filter(({ status }) => status < 300);
  const rejectedOutcomes = outcomes.filter(({ status, task }) => status >= 400 && task === undefined);
  assert.ok(
    acceptedOutcomes.length > requests / 10 && rejectedOutcomes.length > requests / 10,
    statusCounts.join(', '),
  );
  const answeredIds = new Set(outcomes.flatMap(({ task }) => task ?? []));
  const createdIds = (await readTasks()).map(row => row.public_id);
  const earlierIds = new Set(before.map(row => row.public_id));
  const unknownIds = createdIds.filter(id => !earlierIds.has(id) && !answeredIds.has(id));
  assert.deepEqual(unknownIds, [], 'a task of a request that was rejected');
});

test('then nothing is held, and exactly what succeeded is charged', async () => {
  const open = `select from task_states where phase not in ('succeeded', 'failed', 'cancelled')`;
  await until(
    () => kinora.app.db.pool.query(open),
    ({ rowCount }) => rowCount === 0,
  );
  const { problems, heldMicros, chargedMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
  const { rows } = await kinora.app.db.pool.query(
    `select coalesce(sum(amount_micros), 0)::bigint as micros from tasks where phase = 'succeeded'`,
  );
  assert.equal(BigInt(rows[0].micros), chargedMicros);
  const health = await call(`${kinora.url}/livez`);
  assert.equal(health.status, 200);
});
