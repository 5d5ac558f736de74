/** Downloads of a finished clip, whole and in ranges, against bare node:http streaming the same file. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { CannedFile } from './bare-file-child.ts';
import { startChild, type Child } from './child.ts';
import { openConnections, requestBytes, type Wire } from './connections.ts';
import { download, downloadAll, makeLargeClip, openWires } from './download.ts';
import { startKinora, type Kinora } from './kinora.ts';
import { median } from './median.ts';
import { toHeaders } from './poll.ts';
import { freshFolder } from './served.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const connectionCount = 4;
const rounds = 9;
const warmUpRounds = 2;
const target = 0.9;
const mebibyte = 1 << 20;

/** `rangeBytes` undefined: the whole file. */
const kinds = [
  { name: 'whole', rangeBytes: undefined, requests: 8, target },
  { name: 'in ranges of 4 MB', rangeBytes: 4 * mebibyte, requests: 128, target: undefined },
  { name: 'in ranges of 256 KB', rangeBytes: mebibyte / 4, requests: 1000, target: 0.8 },
] as const;

export const content: Topic = {
  name: 'content',
  run: async parts => {
    const kinora = await startKinora(parts);
    const bare = await startChild('./bare-file-child.ts');
    parts.atEnd(bare.stop);
    const connections = await openConnections(kinora.port, 1);
    const path = await makeLargeClip(kinora, connections);
    connections.close();
    const sides = [await openSide(kinora), await openSide(bare)] as const;
    const file = await fetchCopy(
      sides[0].wires[0] as Wire,
      requestBytes({ path, key: kinora.videoKey }),
      parts,
    );
    await bare.ask('can', file);
    const rows: Row[] = [];
    for (const kind of kinds) rows.push(...(await compare(sides, { ...kind, path, file, kinora })));
    for (const { wires } of sides) wires.forEach(({ socket }) => socket.destroy());
    return rows;
  },
};

interface Side {
  readonly server: Child;
  readonly wires: readonly Wire[];
}

async function openSide(server: Child): Promise<Side> {
  return { server, wires: await openWires(Number(server.ready['port']), connectionCount) };
}

/** The bytes and the header lines that the bare server sends. */
async function fetchCopy(wire: Wire, request: Buffer, parts: TopicOptions): Promise<CannedFile> {
  const path = join(await freshFolder(parts), 'clip.mp4');
  const file = createWriteStream(path);
  const { head, bodyBytes } = await download(wire, request, bytes => file.write(Buffer.from(bytes)));
  await finished(file.end());
  return { path, sizeBytes: bodyBytes, headers: toHeaders(head) };
}

interface Kind {
  readonly name: string;
  readonly rangeBytes: number | undefined;
  readonly requests: number;
  readonly target: number | undefined;
  readonly path: string;
  readonly file: CannedFile;
  readonly kinora: Kinora;
}

async function compare(sides: readonly [Side, Side], kind: Kind): Promise<Row[]> {
  const { name, file, rangeBytes = file.sizeBytes } = kind;
  const megabytes = (kind.requests * rangeBytes) / 1e6;
  const requests = listRequests(kind);
  const speedsByRound: { perSecond: number; perCpuSecond: number }[][] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const inTurn = round % 2 === 0 ? sides : sides.toReversed();
    const speeds: { perSecond: number; perCpuSecond: number }[] = [];
    for (const { server, wires } of inTurn) {
      const before = await server.ask<number>('cpu');
      const seconds = await downloadAll(wires, requests);
      const cpuSeconds = (await server.ask<number>('cpu')) - before;
      speeds.push({ perSecond: megabytes / seconds, perCpuSecond: megabytes / cpuSeconds });
    }
    if (round >= warmUpRounds) speedsByRound.push(round % 2 === 0 ? speeds : speeds.toReversed());
  }
  const row = (unit: string, field: 'perSecond' | 'perCpuSecond'): Row => {
    const values = (side: number) => median(speedsByRound.map(speeds => speeds[side]?.[field] ?? Number.NaN));
    const ratio = median(speedsByRound.map(([ours, bare]) => (ours?.[field] ?? 0) / (bare?.[field] ?? 0)));
    const note = `${values(0).toFixed(0)} against ${values(1).toFixed(0)} MB`;
    return atLeast(`content ${name}, MB ${unit} against bare node:http`, ratio, {
      note,
      ...(kind.target !== undefined && { target: kind.target }),
    });
  };
  return [row('a second', 'perSecond'), row('a CPU second', 'perCpuSecond')];
}

/** Ranges one after the other through the file, round and round. */
function listRequests({ path, kinora, file, rangeBytes, requests }: Kind): Buffer[] {
  return Array.from({ length: requests }, (_, index) => {
    if (rangeBytes === undefined) return requestBytes({ path, key: kinora.videoKey });
    const start = (index % Math.floor(file.sizeBytes / rangeBytes)) * rangeBytes;
    return requestBytes({ path, key: kinora.videoKey, range: `bytes=${start}-${start + rangeBytes - 1}` });
  });
}
