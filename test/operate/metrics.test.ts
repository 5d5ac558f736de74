/** Metrics: what a scrape of a real server shows, with hostile clients, and without its database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import {
  call,
  imageEnd,
  imagine,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';
import { sendRequest } from '../support/requests/send-request.ts';

let scriptedServer: ScriptedServer;
let kinora: TestApp;

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await start();
});

function start(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    engines: [scriptedEngine(scriptedServer.url)],
    cards: scriptedCards,
    settings: { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' },
    ...options,
  });
}

async function scrape({ app }: TestApp): Promise<string[]> {
  const { status, headers, body } = await call(`${app.monitoringAddress}/metrics`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return String(body).split('\n');
}

const readValue = (lines: readonly string[], series: string) => {
  const line = lines.find(each => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('a scrape shows tasks, requests, engines, the queue and the process', async () => {
  const id = await imagine(kinora, 'a cat');
  await imageEnd(kinora, id);
  const polls =
    'kinora_http_requests_total{interface="image",method="GET",route="/mj/task/:id/fetch",status="2xx"}';
  const before = readValue(await scrape(kinora), polls) ?? 0;
  // Answered from the record cache, in front of the router.
  for (let count = 0; count < 5; count++)
    await call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey });
  const json = { prompt: 'a cat' };
  await call(`${kinora.url}/v1/images/quote`, { key: kinora.imageKey, json });
  const lines = await scrape(kinora);
  const quotes =
    'kinora_http_requests_total{interface="images",method="POST",route="/v1/images/quote",status="2xx"}';
  assert.equal(readValue(lines, quotes), 1);
  assert.equal(readValue(lines, polls), before + 5);
  assert.equal(
    readValue(lines, 'kinora_tasks_ended_total{engine="scripted",model="sketch",code="succeeded"}'),
    1,
  );
  assert.equal(readValue(lines, 'kinora_engine_slots{engine="scripted"}'), 4);
  assert.equal(readValue(lines, 'kinora_engine_state{engine="scripted",state="healthy"}'), 1);
  assert.equal(readValue(lines, 'kinora_up{source="database"}'), 1);
  assert.equal(readValue(lines, 'kinora_hold_limit_seconds'), 24 * 3600 + 900 + 600);
  assert.ok((readValue(lines, 'kinora_feed_lag_seconds') ?? Infinity) < 60);
  assert.ok((readValue(lines, 'process_resident_memory_bytes') ?? 0) > 1e7);
});

test('hundreds of invented paths, methods, models and keys add no series', async () => {
  await scrape(kinora);
  const listSeries = (lines: readonly string[]) => lines.filter(line => line !== '' && !line.startsWith('#'));
  const attack = async (round: string) => {
    for (let count = 0; count < 300; count++) {
      const path = `/v1/${round}-${count}`;
      await Promise.all([
        call(`${kinora.url}${path}`),
        call(`${kinora.url}/mj/task/${round}-${count}/fetch`, { key: `kn_${round}${count}` }),
        call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json: { model: path, prompt: 'x' } }),
      ]);
    }
    for (const method of ['PUT', 'PATCH', 'PURGE', 'SEARCH'])
      await sendRequest(kinora.url, { method, path: `/mj/${round}`, headers: {} }, 30_000);
  };
  await attack('first');
  const lines = listSeries(await scrape(kinora));
  await attack('second');
  const after = listSeries(await scrape(kinora));
  assert.deepEqual(
    after.map(line => line.replace(/ [^ ]*$/, '')),
    lines.map(line => line.replace(/ [^ ]*$/, '')),
  );
  assert.ok(after.length < 1_000, String(after.length));
  assert.ok(!after.join('\n').includes('first') && !after.join('\n').includes('kn_'));
});

test('the age of the oldest queued task and the held money match the tasks', async () => {
  const waiting = await startTestApp({
    engines: [],
    cards: scriptedCards,
    settings: { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' },
  });
  for (let count = 0; count < 5; count++) await imagine(waiting, 'a cat');
  await waiting.app.db.pool.query(
    `update tasks set created_at = created_at - interval '1 hour', ordered_at = null`,
  );
  const lines = await scrape(waiting);
  assert.ok((readValue(lines, 'kinora_queue_oldest_seconds') ?? 0) >= 3600);
  assert.ok((readValue(lines, 'kinora_hold_oldest_seconds') ?? 0) >= 3600);
  assert.equal(readValue(lines, 'kinora_queue_tasks{tier="fast"}'), 5);
  assert.ok((readValue(lines, 'kinora_hold_micros') ?? 0) > 0);
  assert.equal(readValue(lines, 'kinora_workers'), 0);
  assert.equal(readValue(lines, 'kinora_workers_needed'), 5, 'a worker that nobody knows yet has one slot');
  await waiting.app.db.pool.query(
    `with engine as (insert into engines (name) values ('engine') returning name)
     insert into engine_workers (engine, worker, slots, local, seen_at)
     select name, worker, slots, true, seen_at from engine, (values ('first', 2, now()), ('second', 2, now()),
       ('gone', 100, now() - interval '1 minute')) as present (worker, slots, seen_at)`,
  );
  const { rows } = await waiting.app.db.pool.query('select workers_needed() as needed');
  assert.deepEqual(rows, [{ needed: 3 }]);
});

test('without the database a scrape is answered in time, without the gauges of the database', async () => {
  const other = await start();
  await other.app.db.close();
  const startedMs = systemClock.now();
  const lines = await scrape(other);
  assert.ok(systemClock.now() - startedMs < 60_000);
  assert.equal(readValue(lines, 'kinora_up{source="database"}'), 0);
  assert.equal(readValue(lines, 'kinora_queue_oldest_seconds'), undefined);
  assert.equal(readValue(lines, 'kinora_lease_lost_total'), 0);
});
