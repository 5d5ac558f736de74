/**
 * An engine for tests that follows instructions: a real HTTP server that keeps its jobs while Kinora is
 * killed, and the adapter that drives it. The prompt contains the instructions as JSON:
 * `{"start":"fail","check":"hang"}`.
 */
import { reason } from '@kinora/shared/errors/reason';
import { once as firstEvent } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';
import { plainPicture } from '../media/plain-picture.ts';
import { countCandidates, type EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineMedia } from '../../../src/engines/contract/engine-media.ts';
import { memoizeByKey } from '../../../src/platform/lib/memoize-by-key.ts';
import { encodedClip, type SmallClip } from '../media/small-clip.ts';
import { addSound } from '../../../src/media/clip/sound-track.ts';
import type { Sound } from '../../../src/media/clip/encode/aac-encoder.ts';
import type { PixelSize } from '../../../src/media/picture/picture-file.ts';

/** The instructions in a prompt. Whatever is not named succeeds. */
export interface Orders {
  /** `drop` starts the job and closes the connection before responding. */
  readonly start?: 'fail' | 'fail once' | 'refuse' | 'hang' | 'drop';
  readonly check?:
    | 'fail'
    | 'fail once'
    | 'refuse'
    | 'hang'
    | 'lose'
    | 'lose once'
    | 'drop once'
    | 'unavailable';
  /** Returns something other than it should. */
  readonly lie?: 'no media' | 'too few' | 'wrong size' | 'half size' | 'not a picture' | 'progress';
  readonly open?: 'fail once' | 'gone' | 'hang';
  /** The number of checks until the job is done. */
  readonly checks?: number;
}

interface ScriptedJob {
  readonly key: string;
  readonly job: EngineJob;
  readonly orders: Orders;
  checks: number;
}

export interface ScriptedServer {
  readonly url: string;
  /** Every call that it received: `start <key>`, `check`, `open`, `cancel`. */
  readonly calls: string[];
  /** How often a job was really started, by task: more than once means paid twice. */
  readonly startCounts: Map<string, number>;
  /** Called on each call, before it is answered. */
  onCall: (step: string, job: ScriptedJob | undefined) => void;
  /** Instructions that override the prompt, also for jobs without a prompt and for jobs in progress. */
  obey: ((job: EngineJob) => Orders) | undefined;
  /**
   * Resolves when each call of a process that has ended has arrived. Connections are accepted in their order,
   * so once one that begins now has ended, all of that process are known, and have ended if none is left.
   */
  waitForDisconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Closed automatically when the tests of the file have ended. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const state: State = {
    jobs: new Map(),
    failedOnce: new Set(),
    calls: [],
    startCounts: new Map(),
    onCall: () => {},
    obey: undefined,
  };
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  atEnd(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = promisify(server.getConnections.bind(server));
  const waitForDisconnect = async () => {
    const last = connect(Number(new URL(url).port), '127.0.0.1')
      .resume()
      .end();
    await firstEvent(last, 'close');
    await until(connections, count => count === 0);
  };
  return Object.assign(state, { url, waitForDisconnect, close });
}

interface State {
  readonly jobs: Map<string, ScriptedJob>;
  readonly failedOnce: Set<string>;
  readonly calls: string[];
  readonly startCounts: Map<string, number>;
  onCall: (step: string, job: ScriptedJob | undefined) => void;
  obey: ScriptedServer['obey'];
}

/** POST /jobs, GET /jobs/id, GET /jobs/id/file, DELETE /jobs/id. */
async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, , id = '', file] = (request.url ?? '').split('/').map(decodeURIComponent);
  if (request.method === 'POST') return start(state, JSON.parse(await text(request)), response);
  const storedJob = state.jobs.get(id);
  const job =
    storedJob && state.obey ? Object.assign(storedJob, { orders: state.obey(storedJob.job) }) : storedJob;
  const step = request.method === 'DELETE' ? 'cancel' : file === undefined ? 'check' : 'open';
  state.calls.push(step);
  state.onCall(step, job);
  if (step === 'cancel') return send(response, 200, {});
  if (!job) return send(response, 404, {});
  return step === 'check' ? check(state, job, response) : open(state, { job, file: file ?? '' }, response);
}

/** True only the first time for a task and a word. */
function isFirstTime({ failedOnce }: State, job: ScriptedJob, word: string): boolean {
  const mark = `${job.key.split(':')[0]} ${word}`;
  if (failedOnce.has(mark)) return false;
  failedOnce.add(mark);
  return true;
}

function start(state: State, startRequest: { key: string; job: EngineJob }, response: ServerResponse): void {
  const job: ScriptedJob = {
    ...startRequest,
    orders: state.obey?.(startRequest.job) ?? ordersIn(startRequest.job.prompt),
    checks: 0,
  };
  state.calls.push(`start ${job.key}`);
  state.onCall('start', job);
  const { start: order } = job.orders;
  if (order === 'hang') return;
  if (order === 'refuse') return send(response, 422, { message: 'not this' });
  if (order === 'fail' || (order === 'fail once' && isFirstTime(state, job, 'start')))
    return send(response, 503, {});
  if (!state.jobs.has(job.key)) {
    state.jobs.set(job.key, job);
    const task = job.job.taskId;
    state.startCounts.set(task, (state.startCounts.get(task) ?? 0) + 1);
  }
  if (order === 'drop' && isFirstTime(state, job, 'drop')) return void response.destroy();
  send(response, 200, { id: job.key });
}

function check(state: State, job: ScriptedJob, response: ServerResponse): void {
  const { check: order, lie, checks = 2 } = job.orders;
  const failed = (code: string, retryable: boolean) => ({
    state: 'failed',
    code,
    reason: reason('failed', { said: 'told to fail' }),
    retryable,
  });
  job.checks++;
  if (order === 'hang') return;
  if (order === 'drop once' && isFirstTime(state, job, 'drop check')) return void response.destroy();
  if (order === 'lose' || (order === 'lose once' && isFirstTime(state, job, 'lose')))
    return send(response, 404, {});
  if (order === 'refuse') return send(response, 200, failed('content_refused', false));
  if (order === 'unavailable') return send(response, 200, failed('engine_unavailable', false));
  if (order === 'fail' || (order === 'fail once' && isFirstTime(state, job, 'check'))) {
    return send(response, 200, failed('engine_error', true));
  }
  const progress = lie === 'progress' ? 7 : job.checks / checks;
  if (job.checks < checks) return send(response, 200, { state: 'running', progress, checkAgainMs: 5 });
  const texts = countCandidates(job.job) === 0 && { texts: jobTexts(job.job) };
  send(response, 200, { state: 'done', media: jobMedia(job), recipe: { seed: job.job.seed }, ...texts });
}

async function open(
  state: State,
  { job, file }: { job: ScriptedJob; file: string },
  response: ServerResponse,
): Promise<void> {
  const { open: order, lie } = job.orders;
  if (order === 'hang') return;
  if (order === 'gone') return send(response, 404, {});
  if (order === 'fail once' && isFirstTime(state, job, 'open')) return send(response, 503, {});
  const bytes =
    lie === 'not a picture' ? Buffer.from('<html>') : await fileBytes(job.job, file, resultSize(job));
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function ordersIn(prompt: string): Orders {
  try {
    return JSON.parse(prompt) as Orders;
  } catch {
    return {};
  }
}

function jobMedia({ job, orders }: ScriptedJob): EngineMedia[] {
  const { width, height, seconds = 0, framesPerSecond = 24 } = job;
  const picture = (ref: string): EngineMedia => ({
    kind: 'picture',
    contentType: 'image/png',
    width,
    height,
    ref,
  });
  if (orders.lie === 'no media') return [];
  if (job.kind === 'clip') {
    const clip: EngineMedia = {
      kind: 'clip',
      contentType: 'video/mp4',
      width,
      height,
      durationMs: seconds * 1000,
      framesPerSecond,
      ref: 'clip',
    };
    const frames = Array.from({ length: 16 }, (_, index) => frameMedia(index));
    const candidates = Array.from({ length: countCandidates(job) }, () => [clip, picture('0'), ...frames]);
    return orders.lie === 'too few' ? [picture('0')] : candidates.flat();
  }
  const refs = Array.from({ length: countCandidates(job) }, (_, index) => String(index));
  return (orders.lie === 'too few' ? refs.slice(1) : refs).map(picture);
}

/** The size of a spritesheet. */
const frameSize = { width: 32, height: 18 };

function frameMedia(index: number): EngineMedia {
  return { kind: 'frame', contentType: 'image/png', ...frameSize, ref: `frame-${index}` };
}

function jobTexts({ kind, prompt }: EngineJob): string[] {
  if (kind === 'describe') return [1, 2, 3, 4].map(number => `picture ${number} --ar 1:1`);
  return [`**${prompt}**`, ...[1, 2, 3, 4, 5].map(number => `${prompt} ${number}`), `**${prompt}** (1.00)`];
}

function resultSize({ job: { width, height }, orders: { lie } }: ScriptedJob): PixelSize {
  if (lie === 'wrong size') return { width: width * 2, height };
  return lie === 'half size' ? { width: width / 2, height: height / 2 } : { width, height };
}

async function fileBytes(job: EngineJob, file: string, { width, height }: PixelSize): Promise<Buffer> {
  const { seconds = 1, framesPerSecond = 24, audio = false } = job;
  if (file === 'clip') {
    const look = { width, height, seconds, framesPerSecond };
    return Buffer.from(audio ? await withBeep(JSON.stringify(look)) : await encodedClip(look));
  }
  const [, frame] = file.split('-').map(Number);
  const red = (job.seed + (frame === undefined ? Number(file) * 60 : frame * 8)) % 256;
  if (job.parameters?.['background'] === 'transparent') return disc({ width, height });
  const size = frame === undefined ? { width, height } : frameSize;
  return plainPicture(size, { r: red, g: 120, b: 160 }).png().toBuffer();
}

/** Draws a disc on a transparent background. */
function disc({ width, height }: PixelSize): Promise<Buffer> {
  const shape = `<svg width="${width}" height="${height}"><circle cx="50%" cy="50%" r="30%" fill="#c04020"/></svg>`;
  return sharp(Buffer.from(shape)).png().toBuffer();
}

const withBeep = memoizeByKey(async (look: string): Promise<Uint8Array> => {
  const clip = JSON.parse(look) as SmallClip;
  return addSound(await encodedClip(clip), beep(clip.seconds));
});

function beep(seconds: number): Sound {
  const side = Float32Array.from({ length: seconds * 48_000 }, (_, index) => Math.sin(index * 0.06) * 0.2);
  return { samples: [side, side], sampleRate: 48_000 };
}
