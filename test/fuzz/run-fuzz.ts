/**
 * Sends generated requests, many at a time over kept-alive connections, and collects
 * faults: a 500, or no response.
 */
import fc from 'fast-check';
import { systemClock } from '@kinora/shared/clock';
import { fuzzOperations } from './fuzz-operations.ts';
import { openFuzzFixtures, type FuzzFixtures } from './fuzz-fixtures.ts';
import { fuzzRequests, type FuzzRequest } from './fuzz-requests.ts';
import { sendFuzz } from './send-fuzz.ts';

export interface FuzzRun {
  readonly requests: number;
  readonly seed: number;
  /** Receives each fault when it is found, and the progress at intervals. */
  readonly report: (line: string) => void;
}

export interface FuzzResult {
  readonly sentCount: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Each with the data that is needed to send it again. */
  readonly faults: readonly FuzzFault[];
}

export interface FuzzFault {
  /** The seed of its batch: `fc.sample` generates the same requests from it. */
  readonly seed: number;
  readonly request: FuzzRequest;
  readonly status: number | string;
  readonly answer: string;
}

const atOnce = 32;
const batchSize = 1000;
const reportEvery = 20;
/** More faults would add no information. */
const mostFaults = 50;

export async function runFuzz({ requests: requestCount, seed, report }: FuzzRun): Promise<FuzzResult> {
  const fixtures = await openFuzzFixtures();
  const requests = fuzzRequests(fuzzOperations(), fixtures.good);
  const byStatus: Record<string, number> = {};
  const faults: FuzzFault[] = [];
  const beganMs = systemClock.now();
  let sentCount = 0;
  for (let batch = 0; sentCount < requestCount && faults.length < mostFaults; batch++) {
    const size = Math.min(batchSize, requestCount - sentCount);
    const batchRequests = fc.sample(requests, { seed: seed + batch, numRuns: size });
    const batchFaults = (await sendAll(fixtures, batchRequests, byStatus)).map(fault => ({
      ...fault,
      seed: seed + batch,
    }));
    for (const fault of batchFaults) report(JSON.stringify(fault));
    faults.push(...batchFaults);
    sentCount += size;
    await fixtures.restore();
    const perSecond = Math.round((sentCount * 1000) / (systemClock.now() - beganMs));
    if (batch % reportEvery === reportEvery - 1)
      report(`${sentCount} sent, ${perSecond} a second, ${faults.length} faults ${JSON.stringify(byStatus)}`);
  }
  return { sentCount, byStatus, faults };
}

async function sendAll(
  fixtures: FuzzFixtures,
  requests: readonly FuzzRequest[],
  byStatus: Record<string, number>,
): Promise<Omit<FuzzFault, 'seed'>[]> {
  const faults: Omit<FuzzFault, 'seed'>[] = [];
  const url = new URL(fixtures.kinora.url);
  const waiting = requests.values();
  const sender = async () => {
    for (const request of waiting) {
      const headers = toHeaders(request, fixtures);
      const { status, text } = await sendFuzz(url, { ...request, headers });
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      if (status === 500 || status === 'silent') faults.push({ request, status, answer: text });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return faults;
}

/** Headers of the request itself take precedence over those of its caller. */
function toHeaders({ caller, headers, body }: FuzzRequest, fixtures: FuzzFixtures): Record<string, string> {
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // By name, because passkeys do not work for an IP address.
  const host = `localhost:${new URL(fixtures.kinora.url).port}`;
  return { host, ...fixtures.callerHeaders(caller), ...length, ...headers };
}
