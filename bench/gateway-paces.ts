/** How fast a server with jobs in flight at a gateway answers submits and polls, against the same without. */
import { systemClock } from '@kinora/shared/clock';
import type { Database } from '../src/platform/db/open.ts';
import { type Connections, openConnections, requestBytes } from './connections.ts';
import { type Kinora, submitOne } from './kinora.ts';
import { median } from './median.ts';

const connectionCount = 16;
const submission = { path: '/mj/submit/imagine', json: { prompt: 'a red fox --model gateway' } } as const;
/**
 * Requests of a round. The median of the rounds is the pace: before the jobs are submitted,
 * and while they are in flight.
 */
export const pacedSubmits = 400;
const pacedPolls = 4_000;
export const pacedRounds = 3;
/** Before anything is measured, the code that answers is warm. */
export const warmingSubmits = 400;

export interface Paces {
  readonly polls: number;
  readonly submits: number;
}

/** Submits the jobs. Returns the pace of polls and submits beside them, against that without. */
export async function submitBeside(
  { kinora, db }: { readonly kinora: Kinora; readonly db: Database },
  {
    inFlight,
    warming,
    rounds,
    perSecond,
  }: Readonly<Record<'inFlight' | 'warming' | 'rounds' | 'perSecond', number>>,
): Promise<Paces> {
  await submit(kinora, warming);
  await untilEnded(db, warming);
  const idleSubmits = await submitPace(kinora, rounds);
  // Waits until the jobs of these submits have ended.
  await untilEnded(db, warming + rounds * pacedSubmits);
  const idlePolls = await pollPace(kinora, rounds);
  await submit(kinora, inFlight, perSecond);
  const polls = (await pollPace(kinora, rounds)) / idlePolls;
  const submits = (await submitPace(kinora, rounds)) / idleSubmits;
  return { polls, submits };
}

/** Returns the seconds that it took. */
async function submit({ port, imageKey }: Kinora, jobs: number, perSecond = Infinity): Promise<number> {
  const connections = await openConnections(port, connectionCount);
  const submits = requestBytes({ method: 'POST', key: imageKey, ...submission });
  const seconds =
    perSecond === Infinity
      ? await connections.run(jobs, () => submits)
      : await submitSlowly(connections, submits, { jobs, perSecond });
  connections.close();
  return seconds;
}

async function submitSlowly(
  connections: Connections,
  submits: Buffer,
  { jobs, perSecond }: { readonly jobs: number; readonly perSecond: number },
): Promise<number> {
  for (let job = 0; job < jobs; job++) {
    await systemClock.sleep(1000 / perSecond);
    await connections.send(submits);
  }
  return jobs / perSecond;
}

/** The median of the rounds. */
async function submitPace(kinora: Kinora, rounds: number): Promise<number> {
  const paces: number[] = [];
  for (let round = 0; round < rounds; round++)
    paces.push(pacedSubmits / (await submit(kinora, pacedSubmits)));
  return median(paces);
}

async function pollPace(kinora: Kinora, rounds: number): Promise<number> {
  const connections = await openConnections(kinora.port, connectionCount);
  const paces: number[] = [];
  if (rounds > 0) {
    const poll = requestBytes(await submitOne(connections, { key: kinora.imageKey, ...submission }));
    for (let round = 0; round < rounds; round++)
      paces.push(pacedPolls / (await connections.run(pacedPolls, () => poll)));
  }
  connections.close();
  return median(paces);
}

export async function untilEnded(db: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      'select count(*)::int as ended from tasks where finished_at is not null',
    );
    if (rows[0].ended >= count) return;
    await systemClock.sleep(1_000);
  }
}
