/**
 * What Kinora adds to the time of a ComfyUI server, and how late a poller sees its previews. One
 * task at a time. Pollers pause for a millisecond, so that they do not take the processor from
 * the servers that are measured.
 */
import { systemClock } from '@kinora/shared/clock';
import { type Child, sharedNowMs, startChild } from './child.ts';
import { type Connections, openConnections, requestBytes } from './connections.ts';
import { askUntilEnded, type Kinora, startKinora, submitOne } from './kinora.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const warmUpTasks = 5;
const answers = 50;
const grids = 15;
const addedTargetMs = 10;
const previewTargetMs = 100;
const pauseMs = 1;

interface Studio {
  readonly fake: Child;
  readonly kinora: Kinora;
  readonly connections: Connections;
}

export const adapters: Topic = {
  name: 'adapters',
  run: async parts => {
    const fake = await startChild('./fake-comfyui-child.ts');
    parts.atEnd(fake.stop);
    const kinora = await startKinora(parts, { env: { BENCH_COMFYUI_URL: fake.ready['url'] ?? '' } });
    const studio = { fake, kinora, connections: await openConnections(kinora.port, 1) };
    const uploadTimes = await repeat(answers, () => answerOnce(studio));
    const previewTimes = await repeat(grids, () => measureGrid(studio));
    studio.connections.close();
    return [...answerRows(uploadTimes), ...gridRows(previewTimes)];
  },
};

/** The first ones do not count. */
async function repeat<Value>(count: number, work: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < warmUpTasks + count; index++) {
    const value = await work();
    if (index >= warmUpTasks) values.push(value);
  }
  return values;
}

interface UploadTimes {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** A prompt is shortened: the result is text, so that no media are processed. */
async function answerOnce({ fake, kinora, connections }: Studio): Promise<UploadTimes> {
  await fake.ask('forget');
  const json = { prompt: 'a very quiet green hill in the morning' };
  const poll = await submitOne(connections, { path: '/mj/submit/shorten', key: kinora.imageKey, json });
  const acceptedMs = sharedNowMs();
  await waitForSuccess(connections, requestBytes(poll));
  const seenMs = sharedNowMs();
  const { startedMs, endedMs } = await readMoments(fake);
  return { beforeMs: startedMs - acceptedMs, afterMs: seenMs - endedMs };
}

interface PreviewTimes {
  /** Time from the first frame that the server sent. */
  readonly previewMs: number;
  /**
   * From the end of the last of four pictures, and how much of that was spent on files: fetched,
   * decoded, encoded and stored.
   */
  readonly afterMs: number;
  readonly filesMs: number;
}

/** The server waits with the end, so that the poller has a preview to see. */
async function measureGrid({ fake, kinora, connections }: Studio): Promise<PreviewTimes> {
  await fake.ask('forget');
  await fake.ask('hold');
  const submission = { path: '/mj/submit/imagine', key: kinora.imageKey, json: { prompt: 'hills' } } as const;
  const poll = requestBytes(await submitOne(connections, submission));
  await askUntilPreview(connections, poll);
  const previewSeenMs = sharedNowMs();
  await fake.ask('release');
  await waitForSuccess(connections, poll);
  const seenMs = sharedNowMs();
  const { previewMs, endedMs } = await readMoments(fake);
  const { opened: openedMs = 0, saved: savedMs = 0 } =
    await kinora.ask<Readonly<Record<string, number>>>('moments');
  return { previewMs: previewSeenMs - previewMs, afterMs: seenMs - endedMs, filesMs: savedMs - openedMs };
}

/** Asks until the record has a picture of the unfinished task. */
async function askUntilPreview(connections: Connections, poll: Buffer): Promise<void> {
  for (;;) {
    await systemClock.sleep(pauseMs);
    const { body } = await connections.send(poll);
    const { status, imageUrl } = JSON.parse(body) as { status: string; imageUrl: string | null };
    if (/success|failure/i.test(status)) throw new Error(`A task ended without a preview: ${body}`);
    if (imageUrl) return;
  }
}

async function waitForSuccess(connections: Connections, poll: Buffer): Promise<void> {
  const status = await askUntilEnded(connections, poll, pauseMs);
  if (status !== 'SUCCESS') throw new Error(`A task ended as ${status}`);
}

async function readMoments(fake: Child) {
  const moments = await fake.ask<Readonly<Record<string, number>>>('moments');
  const {
    started: startedMs = Number.NaN,
    ended: endedMs = Number.NaN,
    preview: previewMs = Number.NaN,
  } = moments;
  return { startedMs, endedMs, previewMs };
}

function answerRows(uploadTimes: readonly UploadTimes[]): Row[] {
  return [
    row(
      'ComfyUI: accepted -> prompt at the server',
      uploadTimes.map(({ beforeMs }) => beforeMs),
      addedTargetMs,
    ),
    row(
      'ComfyUI: answer done -> seen by a poller',
      uploadTimes.map(({ afterMs }) => afterMs),
      addedTargetMs,
    ),
    row(
      'ComfyUI: both together',
      uploadTimes.map(({ beforeMs, afterMs }) => beforeMs + afterMs),
      addedTargetMs,
    ),
  ];
}

function gridRows(previewTimes: readonly PreviewTimes[]): Row[] {
  return [
    row(
      'ComfyUI: first preview of a grid sent -> seen by a poller',
      previewTimes.map(({ previewMs }) => previewMs),
      previewTargetMs,
    ),
    row(
      'ComfyUI: last picture of a grid done -> seen by a poller, files included',
      previewTimes.map(({ afterMs }) => afterMs),
    ),
    row(
      'ComfyUI: last picture of a grid done -> seen by a poller, without the work on files',
      previewTimes.map(({ afterMs, filesMs }) => afterMs - filesMs),
      addedTargetMs,
    ),
  ];
}

function row(label: string, values: readonly number[], target?: number): Row {
  const note = `at most ${Math.max(...values).toFixed(0)}`;
  return atMost(label, { value: median(values), unit: 'ms', note, ...(target !== undefined && { target }) });
}
