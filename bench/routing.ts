/** What many engines and models cost a single task, and what changes of them every second cost polls. */
import { sharedNowMs } from './child.ts';
import { openConnections, requestBytes, type Connections } from './connections.ts';
import { askUntilEnded, startKinora, submitOne, type Kinora } from './kinora.ts';
import { median } from './median.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { systemClock } from '@kinora/shared/clock';
import { statement } from '../src/platform/db/statement.ts';

const manySizes = { engines: 20, models: 50 };
const rounds = 8;
const tasksARound = 12;
const targetLatency = 1.5;
const pollsARound = 8_000;
const pollConnections = 16;
const targetPolls = 0.9;
const changeEveryMs = 1_000;

interface ServerUnderTest {
  readonly kinora: Kinora;
  readonly connections: Connections;
}

export const routing: Topic = {
  name: 'routing',
  run: async parts => {
    const one = await serve(await startKinora(parts));
    const env = { BENCH_ENGINES: String(manySizes.engines), BENCH_MODELS: String(manySizes.models) };
    const crowdedServer = await serve(await startKinora(parts, { env }));
    const waits: { readonly oneMs: number; readonly manyMs: number }[] = [];
    for (let round = 0; round < rounds; round++)
      waits.push({ oneMs: await startWaitMs(one), manyMs: await startWaitMs(crowdedServer) });
    const [, ...measuredWaits] = waits;
    const oneEngineMs = median(measuredWaits.map(wait => wait.oneMs));
    const rows: Row[] = [
      atMost('accepted -> engine started, 1 engine and 6 models', { value: oneEngineMs, unit: 'ms' }),
      atMost(`the same with ${manySizes.engines} engines and ${manySizes.models} models, times`, {
        value: median(measuredWaits.map(wait => wait.manyMs)) / oneEngineMs,
        unit: 'x',
        places: 2,
        target: targetLatency,
      }),
      await measurePollsWhileChanging(crowdedServer),
    ];
    one.connections.close();
    crowdedServer.connections.close();
    return rows;
  },
};

async function serve(kinora: Kinora): Promise<ServerUnderTest> {
  return { kinora, connections: await openConnections(kinora.port, pollConnections) };
}

/** The median of a round. */
async function startWaitMs({ kinora, connections }: ServerUnderTest): Promise<number> {
  const waits: number[] = [];
  for (let index = 0; index < tasksARound; index++) {
    const submission = {
      path: '/mj/submit/imagine',
      key: kinora.imageKey,
      json: { prompt: 'x --v 1' },
    } as const;
    const poll = requestBytes(await submitOne(connections, submission));
    const acceptedMs = sharedNowMs();
    await askUntilEnded(connections, poll);
    const { started: startedMs = Number.NaN } = await kinora.ask<Record<string, number>>('moments');
    waits.push(startedMs - acceptedMs);
  }
  return median(waits);
}

const change = statement(
  'bench_change_route',
  `update routes set weight = weight % 100 + 1 where (model, engine) in (select model, engine from routes order by random() limit 1)`,
);

async function changeUntil(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await db.query(change);
    await systemClock.sleep(changeEveryMs, signal);
  }
}

/**
 * Polls a second of server CPU while a route is changed every second, against polls while nothing changes.
 */
async function measurePollsWhileChanging({ kinora, connections }: ServerUnderTest): Promise<Row> {
  const submission = {
    path: '/mj/submit/imagine',
    key: kinora.imageKey,
    json: { prompt: 'a red fox --v 1' },
  } as const;
  const poll = requestBytes(await submitOne(connections, submission));
  await askUntilEnded(connections, poll);
  const db = openDatabase({ connectionString: kinora.databaseUrl }, 2);
  const round = async (isChanging: boolean): Promise<number> => {
    const stop = new AbortController();
    const changing = isChanging ? changeUntil(db, stop.signal) : undefined;
    const before = await kinora.ask<number>('cpu');
    await connections.runAlike(Array.from({ length: pollsARound }, () => poll));
    const used = (await kinora.ask<number>('cpu')) - before;
    stop.abort();
    await changing;
    return pollsARound / used;
  };
  await round(true);
  const ratios: { readonly one: number; readonly other: number }[] = [];
  for (let index = 0; index < rounds; index++)
    ratios.push({ one: await round(true), other: await round(false) });
  await db.close();
  return atLeast(
    'polls per second of CPU while routes change every second, against none',
    medianRatio(ratios),
    {
      target: targetPolls,
    },
  );
}

function medianRatio(ratios: readonly { readonly one: number; readonly other: number }[]): number {
  return median(ratios.map(({ one, other }) => one / other));
}
