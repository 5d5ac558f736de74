/**
 * Requests that wait for their images: from done to answered, against a poller that asks all the time; and
 * what a thousand that wait hold.
 */
import pg from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { sharedNowMs } from './child.ts';
import { openConnections, openWire, requestBytes, type Connections, type Wire } from './connections.ts';
import { askUntilEnded, startKinora, type Kinora } from './kinora.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const rounds = 40;
const warmUpRounds = 10;
const requests = 1000;
const settleMs = 2000;
const path = '/v1/images/generations';
const small = { size: '256x256', n: 4, response_format: 'url' };

export const waiting: Topic = {
  name: 'waiting',
  run: async parts => [...(await measureAnswers(parts)), ...(await measureWaiting(parts))],
};

/** A request that waits, and one that polls, in turn, so that both see the same machine. */
async function measureAnswers(parts: TopicOptions): Promise<Row[]> {
  const kinora = await startKinora(parts);
  const connections = await openConnections(kinora.port, 1);
  const waitTimesMs: number[] = [];
  const pollTimesMs: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const times = [
      await msUntilAnswered(kinora, connections),
      await msUntilPolled(kinora, connections),
    ] as const;
    if (round < warmUpRounds) continue;
    waitTimesMs.push(times[0]);
    pollTimesMs.push(times[1]);
  }
  connections.close();
  const differences = waitTimesMs.map((ms, index) => ms - (pollTimesMs[index] ?? Number.NaN));
  const note = `${median(waitTimesMs).toFixed(1)} ms against ${median(pollTimesMs).toFixed(1)} ms`;
  return [
    atMost('engine done -> answered, more than engine done -> seen by a poller', {
      value: median(differences),
      unit: 'ms',
      target: 20,
      note,
    }),
  ];
}

async function msUntilAnswered(kinora: Kinora, connections: Connections): Promise<number> {
  const json = { prompt: 'x', ...small };
  await connections.send(requestBytes({ method: 'POST', path, key: kinora.imageKey, json }));
  return msSinceDone(kinora, sharedNowMs());
}

async function msUntilPolled(kinora: Kinora, connections: Connections): Promise<number> {
  const json = { prompt: 'x', ...small, async: true };
  const request = requestBytes({ method: 'POST', path, key: kinora.imageKey, json });
  const { id } = JSON.parse((await connections.send(request)).body) as { id: string };
  const poll = requestBytes({ path: `/mj/task/${id}/fetch`, key: kinora.imageKey });
  await askUntilEnded(connections, poll);
  return msSinceDone(kinora, sharedNowMs());
}

async function msSinceDone(kinora: Kinora, seenMs: number): Promise<number> {
  const { done = Number.NaN } = await kinora.ask<Record<string, number>>('moments');
  return seenMs - done;
}

/** No worker runs, so all of them wait. */
async function measureWaiting(parts: TopicOptions): Promise<Row[]> {
  const first = await startKinora(parts);
  const { databaseUrl, imageKey } = first;
  await first.stop();
  const env = { KINORA_ROLE: 'api', KINORA_RESPONSE_SECONDS: '3600', KINORA_MAX_WAITING: '10000' };
  const server = await startKinora(parts, { databaseUrl, env, execArgv: ['--expose-gc'] });
  const database = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await database.connect();
  parts.atEnd(() => database.end());
  const kinora = { ...server, imageKey };
  // Code that runs for the first time, and caches that fill, are not what a request takes.
  closeAll(await beginWaiting(kinora, database, requests));
  await waitForCount(database, 'select count(*)::int as count from awaited_requests where is_lost', requests);
  await systemClock.sleep(settleMs);
  const before = await server.ask<number>('memory');
  const wires = await beginWaiting(kinora, database, 2 * requests);
  await systemClock.sleep(settleMs);
  const heldBytes = (await server.ask<number>('memory')) - before;
  const busy = await busyConnections(database);
  closeAll(wires);
  return [
    atMost(`memory of a request that waits, of ${requests}`, {
      value: heldBytes / requests / 1024,
      unit: 'KB',
      target: 50,
    }),
    atMost(`database connections that ${requests} waiting requests use`, {
      value: busy,
      unit: 'connections',
      places: 0,
      target: 0,
    }),
  ];
}

/** Resolves when the query counts at least `least` rows. */
async function beginWaiting(
  { port, imageKey: key }: Pick<Kinora, 'port' | 'imageKey'>,
  database: pg.Client,
  queueLength: number,
): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let index = 0; index < requests; index++) {
    const wire = await openWire(port);
    wire.socket.write(
      requestBytes({ method: 'POST', path, key, json: { prompt: `x ${index} ${queueLength}` } }),
    );
    wires.push(wire);
  }
  await waitForCount(database, 'select count(*)::int as count from task_queue', queueLength);
  return wires;
}

async function waitForCount(database: pg.Client, query: string, least: number): Promise<void> {
  for (;;) {
    const { rows } = await database.query(query);
    if ((rows[0] as { count: number }).count >= least) return;
    await systemClock.sleep(50);
  }
}

function closeAll(wires: readonly Wire[]): void {
  for (const { socket } of wires) socket.destroy();
}

const looks = 50;

/**
 * The connections of the server that a statement or a transaction uses: the median of several looks,
 * because its housekeeping goes on.
 */
async function busyConnections(database: pg.Client): Promise<number> {
  const busyCounts: number[] = [];
  for (let look = 0; look < looks; look++) {
    const { rows } = await database.query(
      `select count(*)::int as busy from pg_stat_activity
       where datname = current_database() and application_name like 'kinora%' and state <> 'idle'`,
    );
    busyCounts.push((rows[0] as { busy: number }).busy);
    await systemClock.sleep(20);
  }
  return median(busyCounts);
}
