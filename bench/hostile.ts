/** How long others wait while one client sends what is made to keep a server busy. */
import { systemClock } from '@kinora/shared/clock';
import { hostileShapes } from '../test/support/requests/hostile-shapes.ts';
import { startChild, type Child } from './child.ts';
import { openConnections, requestBytes } from './connections.ts';
import { delays } from './delays.ts';
import type { Attack } from './hostile-child.ts';
import { askUntilEnded, startKinora, submitOne, type Kinora } from './kinora.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';
import { readUsage } from './usage.ts';

const targetMs = 50;
const durationMs = 5_000;
const settleMs = 1_000;
const keptTargetMegabytes = 50;

export const hostile: Topic = {
  name: 'hostile',
  run: async parts => {
    const kinora = await startKinora(parts);
    const sender = await startChild('./hostile-child.ts');
    parts.atEnd(sender.stop);
    const addresses = await findAddresses(kinora);
    await measure(addresses, systemClock.sleep(durationMs));
    await kinora.ask('turn');
    const idle = await measure(addresses, systemClock.sleep(durationMs));
    const rows = [toRow('nothing else', idle, { turnMs: await kinora.ask('turn') })];
    const before = await readMemory(kinora);
    for (const { name } of hostileShapes) rows.push(await measureDuring(name, { kinora, sender, addresses }));
    await systemClock.sleep(parts.flags.idleMinutes * 60_000);
    const after = await readMemory(kinora);
    const note = `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB now`;
    rows.push(
      atMost(`memory kept ${parts.flags.idleMinutes} min later`, {
        value: after - before,
        target: keptTargetMegabytes,
        unit: 'MB',
        places: 0,
        note,
      }),
    );
    return rows;
  },
};

async function readMemory({ pid }: Kinora): Promise<number> {
  return (await readUsage(pid))?.memoryMegabytes ?? Number.NaN;
}

interface Probe {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A probe and a poll of a finished task. */
async function findAddresses({ port, imageKey: key }: Kinora): Promise<readonly Probe[]> {
  const connections = await openConnections(port, 1);
  const submission = { path: '/mj/submit/imagine', key, json: { prompt: 'x --v 1' } } as const;
  const poll = await submitOne(connections, submission);
  await askUntilEnded(connections, requestBytes(poll));
  connections.close();
  const server = `http://127.0.0.1:${port}`;
  return [
    { address: `${server}/livez`, headers: {} },
    { address: `${server}${poll.path}`, headers: { authorization: `Bearer ${key}` } },
  ];
}

async function measureDuring(
  name: string,
  {
    kinora,
    sender,
    addresses,
  }: { readonly kinora: Kinora; readonly sender: Child; readonly addresses: readonly Probe[] },
): Promise<Row> {
  const { port, imageKey, videoKey, pid } = kinora;
  const attack: Attack = { name, port, imageKey, videoKey, durationMs };
  const answerCount = sender.ask<number>('attack', attack);
  const waits = await measure(addresses, answerCount);
  const memory = (await readUsage(pid))?.memoryMegabytes.toFixed(0);
  await systemClock.sleep(settleMs);
  const turnMs = await kinora.ask<number>('turn');
  return toRow(name, waits, { turnMs, more: `, ${await answerCount} answers, ${memory} MB` });
}

function measure(addresses: readonly Probe[], work: Promise<unknown>): Promise<number[][]> {
  return Promise.all(addresses.map(({ address, headers }) => delays(address, work, headers)));
}

function toRow(
  name: string,
  waits: readonly (readonly number[])[],
  { turnMs, more = '' }: { readonly turnMs: number; readonly more?: string },
): Row {
  const sorted = waits.map(list => list.toSorted((a, b) => a - b));
  const at = (share: number) =>
    sorted.map(list => (list[Math.floor((list.length - 1) * share)] ?? 0).toFixed(0)).join(' and ');
  const value = Math.max(...sorted.map(list => list.at(-1) ?? 0));
  const note = `95th percentile of /livez and poll ${at(0.95)}; longest turn ${turnMs.toFixed(0)} ms of CPU${more}`;
  return atMost(`longest wait during ${name}`, { value, target: targetMs, unit: 'ms', places: 0, note });
}
