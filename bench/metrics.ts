/** Polls a second of server CPU with metrics on and scraped, against the same server with metrics off. */
import { openConnections, requestBytes, type Connections } from './connections.ts';
import { askUntilEnded, startKinora, submitOne, type Kinora } from './kinora.ts';
import { medianRatio } from './median.ts';
import { submissionsTo } from './poll.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const connectionCount = 32;
const requestsARound = 5_000;
/** 100,000 requests to each side. */
const rounds = 20;
const target = 0.97;

export const metrics: Topic = {
  name: 'metrics',
  run: async parts => {
    const on = await preparePollMeasurement(parts, { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' });
    const withoutMetrics = await preparePollMeasurement(parts);
    // The first rounds are for the compilers.
    await medianRatio(2, on, withoutMetrics);
    const rows: Row[] = [];
    rows.push(
      atLeast(
        'polls a CPU second with metrics against without',
        await medianRatio(rounds, on, withoutMetrics),
        {
          target,
        },
      ),
    );
    // The ratio of two equal servers shows the noise of the machine.
    const other = await preparePollMeasurement(parts);
    await medianRatio(2, other, withoutMetrics);
    rows.push(
      atLeast(
        'the same of two servers without metrics',
        await medianRatio(rounds, other, withoutMetrics),
        {},
      ),
    );
    return rows;
  },
};

/**
 * Starts a server with these settings. Returns how to measure a round: polls of a finished task for a
 * second of its processor time.
 */
export async function preparePollMeasurement(
  parts: TopicOptions,
  env: Readonly<Record<string, string>> = {},
): Promise<() => Promise<number>> {
  const kinora = await startKinora(parts, { env });
  const connections = await openConnections(kinora.port, connectionCount);
  parts.atEnd(async () => connections.close());
  const [submission] = submissionsTo(kinora);
  if (!submission) return async () => Number.NaN;
  const request = requestBytes(await submitOne(connections, submission));
  await askUntilEnded(connections, request);
  return () => requestsASecond(kinora, connections, request);
}

async function requestsASecond(kinora: Kinora, connections: Connections, request: Buffer): Promise<number> {
  const requests = Array.from({ length: requestsARound }, () => request);
  const before = await kinora.ask<number>('cpu');
  await Promise.all([connections.runAlike(requests), scrape(kinora)]);
  return requests.length / ((await kinora.ask<number>('cpu')) - before);
}

/** Once a round, which is more often than a Prometheus does. */
async function scrape({ ready: { monitoring } }: Kinora): Promise<void> {
  if (!monitoring) return;
  const response = await fetch(`${monitoring}/metrics`);
  if (!response.ok) throw new Error(`The metrics were answered with ${response.status}`);
  await response.text();
}
