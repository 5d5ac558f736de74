/**
 * Two hundred clients that download slowly: what the server holds meanwhile, and what
 * is left of those that vanish.
 */
import { systemClock } from '@kinora/shared/clock';
import { openConnections, openWire, requestBytes, type Wire } from './connections.ts';
import { download, makeLargeClip } from './download.ts';
import { startKinora } from './kinora.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';
import { openFiles, readUsage } from './usage.ts';

const clients = 200;
/** These go on to the end; the others vanish. */
const patient = 20;
const bytesASecond = 20_000;
const tickMs = 250;
const slowMs = 20_000;
const settleMs = 2000;

export const slowClients: Topic = {
  name: 'slow-clients',
  run: async parts => {
    const worker = await startKinora(parts);
    const connections = await openConnections(worker.port, 1);
    const path = await makeLargeClip(worker, connections);
    connections.close();
    // A process that has done nothing yet: one that made the clip has memory to spare.
    const { databaseUrl, dataDir, videoKey: key } = worker;
    const env = { KINORA_ROLE: 'api', DATABASE_URL: databaseUrl, KINORA_DATA_DIR: dataDir };
    const server = await startKinora(parts, { env });
    const look = () => readHoldings(server.pid);
    const before = await look();
    if (!before) return [];
    const { wires, ends } = await beginDownloads(server.port, requestBytes({ path, key }));
    const duringReads = await readSlowly(wires, look);
    for (const { socket } of wires.slice(patient)) socket.destroy();
    await systemClock.sleep(settleMs);
    const afterDisconnects = await look();
    readAtFullSpeed(wires.slice(0, patient));
    // Throws if one of them did not get every byte.
    await Promise.all(ends.slice(0, patient));
    for (const { socket } of wires) socket.destroy();
    await systemClock.sleep(settleMs);
    return toRows({ before, duringReads, afterDisconnects, after: await look() });
  },
};

interface Holdings {
  readonly megabytes: number;
  readonly files: number;
}

async function readHoldings(pid: number): Promise<Holdings | undefined> {
  const [usage, files] = await Promise.all([readUsage(pid), openFiles(pid, '.mp4')]);
  return usage && files !== undefined ? { megabytes: usage.memoryMegabytes, files } : undefined;
}

async function beginDownloads(port: number, request: Buffer) {
  const readBytes = (bytesASecond * tickMs) / 1000;
  const wires = await Promise.all(Array.from({ length: clients }, () => openWire(port, readBytes)));
  const ends = wires.map(wire => {
    const end = download(wire, request);
    const { onBytes } = wire;
    wire.onBytes = bytes => {
      onBytes(bytes);
      return false;
    };
    return end;
  });
  // The clients that vanish are expected to fail.
  for (const end of ends.slice(patient)) end.catch(() => {});
  return { wires, ends };
}

/** Each client reads a small amount at each tick. */
async function readSlowly(
  wires: readonly Wire[],
  look: () => Promise<Holdings | undefined>,
): Promise<Holdings[]> {
  const samples: Holdings[] = [];
  for (let passedMs = 0; passedMs < slowMs; passedMs += tickMs) {
    for (const { socket } of wires) socket.resume();
    await systemClock.sleep(tickMs);
    const now = await look();
    if (now) samples.push(now);
  }
  return samples;
}

function readAtFullSpeed(wires: readonly Wire[]): void {
  for (const wire of wires) {
    const { onBytes } = wire;
    wire.onBytes = bytes => void onBytes(bytes);
    wire.socket.resume();
  }
}

interface HoldingSamples {
  readonly before: Holdings;
  readonly duringReads: readonly Holdings[];
  readonly afterDisconnects: Holdings | undefined;
  readonly after: Holdings | undefined;
}

function toRows({ before, duringReads, afterDisconnects, after }: HoldingSamples): Row[] {
  const most = Math.max(...duringReads.map(({ megabytes }) => megabytes));
  const [half, end] = [duringReads[duringReads.length >> 1], duringReads.at(-1)].map(now =>
    now?.megabytes.toFixed(0),
  );
  const files = Math.max(...duringReads.map(now => now.files));
  const note = `${before.megabytes.toFixed(0)} before, ${half} after ${slowMs / 2000} s, ${end} after ${slowMs / 1000} s, ${after?.megabytes.toFixed(0)} afterwards; ${files} files open`;
  const count = (value: number | undefined, target: number) => ({
    value: value ?? Number.NaN,
    target,
    unit: 'files',
    places: 0,
  });
  return [
    atMost(`memory that ${clients} clients at ${bytesASecond / 1000} KB/s take at most`, {
      value: most - before.megabytes,
      unit: 'MB',
      places: 0,
      note,
    }),
    atMost(`open when ${clients - patient} of them have vanished`, count(afterDisconnects?.files, patient)),
    atMost('open when the others have every byte', count(after?.files, 0)),
  ];
}
