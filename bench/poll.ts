/** Polls a second of server CPU answers, against bare node:http with the same bytes. */
import { startChild, type Child } from './child.ts';
import {
  openConnections,
  requestBytes,
  type Connections,
  type HttpAnswer,
  type HttpRequest,
} from './connections.ts';
import type { CannedResponse } from './bare-child.ts';
import { askUntilEnded, startKinora, submitOne, type Kinora, type Submission } from './kinora.ts';
import { medianRatio } from './median.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const connectionCount = 32;
const requestsARound = 8_000;
const rounds = 9;
const target = 0.75;

export const poll: Topic = {
  name: 'poll',
  run: async parts => {
    const kinora = await startKinora(parts);
    const bare = await startChild('./bare-child.ts');
    parts.atEnd(bare.stop);
    const rows: Row[] = [];
    for (const submission of submissionsTo(kinora)) rows.push(...(await compare(kinora, bare, submission)));
    return rows;
  },
};

export function submissionsTo({ imageKey, videoKey }: Kinora): Submission[] {
  const clip = {
    model: 'sketch-motion',
    prompt: 'waves',
    resolution: '480p',
    aspect_ratio: '1:1',
    seconds: 2,
  };
  return [
    { path: '/mj/submit/imagine', key: imageKey, json: { prompt: 'a red fox beside a lighthouse --v 1' } },
    { path: '/v1/videos', key: videoKey, json: clip },
  ];
}

async function compare(kinora: Kinora, bare: Child, submission: Submission): Promise<Row[]> {
  const [ours, theirs] = await Promise.all([
    openConnections(kinora.port, connectionCount),
    openConnections(Number(bare.ready['port']), connectionCount),
  ]);
  const poll = await submitOne(ours, submission);
  const request = requestBytes(poll);
  await askUntilEnded(ours, request);
  await bare.ask('can', toCanned(await ours.send(request)));
  requireSame(await ours.send(request), await theirs.send(request));
  const ratio = async (requests: () => Buffer[]): Promise<number> => {
    const one = () => requestsASecond(kinora, ours, requests());
    const other = () => requestsASecond(bare, theirs, requests());
    // The first rounds are for the compilers.
    await medianRatio(2, one, other);
    return medianRatio(rounds, one, other);
  };
  const repeatedRatio = await ratio(() => Array.from({ length: requestsARound }, () => request));
  const differentRatio = await ratio(() => Array.from({ length: requestsARound }, () => uniqueRequest(poll)));
  ours.close();
  theirs.close();
  const path = submission.path === '/v1/videos' ? '/v1/videos/{id}' : '/mj/task/{id}/fetch';
  return [
    atLeast(`poll ${path}, requests a CPU second against bare node:http`, repeatedRatio, { target }),
    atLeast('the same, no two requests alike', differentRatio, { target }),
  ];
}

async function requestsASecond(server: Child, connections: Connections, requests: Buffer[]): Promise<number> {
  const before = await server.ask<number>('cpu');
  await connections.runAlike(requests);
  return requests.length / ((await server.ask<number>('cpu')) - before);
}

let requestsMade = 0;

/** Differs from every other in a header that the answer could depend on, and is answered the same. */
function uniqueRequest(poll: HttpRequest): Buffer {
  return requestBytes({ ...poll, language: `en, x-${String(requestsMade++).padStart(7, '0')}` });
}

/** These are made by Node for each answer. */
const madeByNode = ['date', 'connection', 'keep-alive'];

function toCanned({ head, body }: HttpAnswer): CannedResponse {
  return { headers: toHeaders(head), body };
}

/** The headers that another server must set to send the same head. */
export function toHeaders(head: string): Readonly<Record<string, string>> {
  const lines = head
    .split('\r\n')
    .slice(1)
    .map(line => line.split(': ') as [string, string]);
  return Object.fromEntries(lines.filter(([name]) => !madeByNode.includes(name.toLowerCase())));
}

function requireSame(one: HttpAnswer, other: HttpAnswer): void {
  const lines = ({ head }: HttpAnswer) =>
    head
      .toLowerCase()
      .replace(/date: .*/, '')
      // Kinora's answers have different values; those of the other server have the first one.
      .replace(/x-request-id: .*/, 'x-request-id')
      .split('\r\n')
      .sort()
      .join('\n');
  if (one.body === other.body && lines(one) === lines(other)) return;
  throw new Error(`The two servers answer differently:\n${one.head}\n\n${other.head}`);
}
