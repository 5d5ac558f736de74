/**
 * What uploads cost others: downloads while large pictures are checked, and
 * memory while bodies are held back.
 */
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { systemClock } from '@kinora/shared/clock';
import { startKinora, type Kinora } from './kinora.ts';
import { delays } from './delays.ts';
import { median } from './median.ts';
import { smallPicture } from './small-picture.ts';
import { atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';
import { readUsage } from './usage.ts';

const pictures = 30;
const targetMs = 50;
const largeBodies = 60;
const largeBytes = 38 * 1024 * 1024;
const smallBodies = 3000;
/** The size limit of the Console's other request bodies. */
const smallBytes = 256 * 1024;
const settleMs = 8_000;

export const uploads: Topic = {
  name: 'uploads',
  run: async parts => {
    return [...(await measureWhileHolding(parts)), ...(await measureWhileChecking(await startKinora(parts)))];
  },
};

async function measureWhileChecking(kinora: Kinora): Promise<Row[]> {
  const address = await smallPicture(kinora);
  const idle = await delays(address, systemClock.sleep(2_000));
  const large = { create: { width: 8192, height: 8192, channels: 3, background: 'teal' } } as const;
  const picture = (await sharp(large).jpeg({ progressive: true }).toBuffer()).toString('base64');
  const before = await megabytes(kinora.pid);
  const startedMs = performance.now();
  const checking = Promise.all(Array.from({ length: pictures }, () => upload(kinora, picture)));
  const busy = await delays(address, checking);
  const seconds = (performance.now() - startedMs) / 1000;
  const worst = Math.max(...busy);
  const note = `idle ${median(idle).toFixed(1)}, worst ${worst.toFixed(0)}, ${busy.length} downloads in ${seconds.toFixed(0)} s`;
  return [
    atMost(`download while ${pictures} progressive JPEGs of 8192x8192 are checked, median`, {
      value: median(busy),
      unit: 'ms',
      target: targetMs,
      note,
    }),
    atMost('memory afterwards', {
      value: (await megabytes(kinora.pid)) - before,
      unit: 'MB more',
      places: 0,
    }),
  ];
}

async function upload({ port, imageKey }: Kinora, picture: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/mj/submit/upload-discord-images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${imageKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ base64Array: [picture] }),
  });
  const { code } = (await answer.json()) as { code: number };
  if (code !== 1) throw new Error(`A picture was refused with ${code}`);
}

/** Each load gets its own server, because memory that one load leaves would serve the next. */
async function measureWhileHolding(parts: TopicOptions): Promise<Row[]> {
  const large = await hold(await startKinora(parts), {
    path: '/mj/submit/imagine',
    writeHeaders: ({ imageKey }) => `Authorization: Bearer ${imageKey}\r\n`,
    count: largeBodies,
    bytes: largeBytes,
  });
  const small = await hold(await startKinora(parts), {
    path: '/api/session',
    writeHeaders: ({ port }) => `Origin: http://127.0.0.1:${port}\r\n`,
    count: smallBodies,
    bytes: smallBytes,
  });
  const row = (label: string, value: number) => atMost(label, { value, unit: 'MB more', places: 0 });
  return [
    row(`memory while ${largeBodies} connections hold a body of 38 MB back at its last byte`, large),
    row(`memory while ${smallBodies} connections without a token hold one of 256 KB back`, small),
  ];
}

interface HeldUpload {
  readonly path: string;
  readonly writeHeaders: (kinora: Kinora) => string;
  readonly count: number;
  readonly bytes: number;
}

/**
 * Megabytes that the server takes more while all but the last byte of each body was
 * sent, as far as it takes them.
 */
async function hold(kinora: Kinora, { path, writeHeaders, count, bytes }: HeldUpload): Promise<number> {
  const { port, pid } = kinora;
  const before = await megabytes(pid);
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${writeHeaders(kinora)}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  const body = Buffer.alloc(bytes - 1, 'a');
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    socket.write(head);
    socket.write(body);
    sockets.push(socket);
  }
  let most = 0;
  const untilMs = performance.now() + settleMs;
  while (performance.now() < untilMs) {
    await systemClock.sleep(250);
    most = Math.max(most, (await megabytes(pid)) - before);
  }
  for (const socket of sockets) socket.destroy();
  await systemClock.sleep(1000);
  return most;
}

async function megabytes(pid: number): Promise<number> {
  return (await readUsage(pid))?.memoryMegabytes ?? 0;
}
