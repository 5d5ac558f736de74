/** A fake of servers with the media interfaces of OpenAI, with their formats and faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { arrayBuffer } from 'node:stream/consumers';
import type { DialectName } from '../../../src/engines/kinds/openai-media/dialects.ts';
import { serve } from '../servers/serve.ts';
import { renderClip, renderPng } from './media-files.ts';

export interface MediaRequest {
  readonly path: string;
  readonly type: 'json' | 'multipart';
  readonly fields: Readonly<Record<string, any>>;
  readonly files: readonly MediaFile[];
  readonly headers: IncomingMessage['headers'];
}

export interface MediaFile {
  readonly field: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface MediaBehavior {
  dialect: DialectName;
  /** What it does instead of answering an image request, or a request that creates a clip. */
  fault?: 'hang' | 'reset' | 'half' | 'none' | 'too few' | 'no json' | 'job, reset' | undefined;
  /** The status of its responses to such requests, with the code of the error. */
  status?: number | undefined;
  code?: string;
  /** The status of its responses to such requests after it has generated the output. */
  lateStatus?: number | undefined;
  /** Responds with the status like a proxy in front of it, without JSON. */
  isProxy?: boolean;
  /** Its response to a request that cancels a job. */
  cancelStatus?: number;
  /** Answers 404 to everything, like a proxy whose server is gone. */
  isAway?: boolean;
  /** Returns the URL of each image instead of the image. */
  makeUrl?: (server: MediaServer, name: string) => string;
  key?: string;
  /** The status of a job after it was queued, one for each poll. The last one stays. */
  statuses: string[];
  jobError?: object | string;
  /** The HTTP status with which it returns the record of a failed job. Default: 200. */
  failedStatus?: number;
  /** The cost in LiteLLM's header. */
  cost?: string;
  /** Statuses of the file of a completed job, one for each request. The last stays; 200 is the file. */
  contentStatuses?: number[];
  /** The usage in a response with images. */
  usage?: object;
  /** Sent instead of the image at the end of a stream. */
  streamError?: object;
  /** Whether each part of a stream waits for `release`. */
  isStepwise?: boolean;
  /** Whether it ignores a request for streaming and responds at the end, like servers without streaming. */
  ignoresStreaming?: boolean;
}

export interface MediaServer {
  readonly url: string;
  /** Change its fields at any time. */
  readonly behavior: MediaBehavior;
  readonly requests: MediaRequest[];
  /** Method and path of all requests. */
  readonly calls: string[];
  readonly jobs: Map<string, Job>;
  /** Lets the server answer the requests that hang. */
  release(): void;
}

interface Job {
  readonly id: string;
  readonly fields: Readonly<Record<string, any>>;
  polls: number;
  isCancelled?: boolean;
}

type Fake = MediaServer & {
  readonly releases: (() => void)[];
  readonly files: Map<string, Buffer>;
  /** Jobs by Idempotency-Key. */
  readonly keys: Map<string, Job>;
};

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

export async function startMediaServer(behavior: Partial<MediaBehavior> = {}): Promise<MediaServer> {
  const url = await serve((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://fake');
    fake.calls.push(`${request.method} ${path}`);
    answer(fake, { request, response, path }).catch(() => response.destroy());
  });
  const releases: (() => void)[] = [];
  const fake: Fake = {
    url,
    behavior: { dialect: 'openai', statuses: ['in_progress', 'completed'], ...behavior },
    requests: [],
    calls: [],
    jobs: new Map(),
    files: new Map(),
    keys: new Map(),
    releases,
    release: () => {
      for (const resume of releases.splice(0)) resume();
    },
  };
  return fake;
}

async function answer(fake: Fake, call: Call): Promise<void> {
  const { request, response, path } = call;
  const { key, cost, isAway } = fake.behavior;
  if (isAway) return void response.writeHead(404).end('404 page not found');
  if (cost) response.setHeader('x-litellm-response-cost', cost);
  const file = fake.files.get(path);
  if (file) return void response.writeHead(200, { 'content-type': 'image/png' }).end(file);
  if (key && request.headers.authorization !== `Bearer ${key}`)
    return send(response, 401, {
      error: { message: `Incorrect API key provided: ${request.headers.authorization}` },
    });
  if (path === '/v1/models') return send(response, 200, { object: 'list', data: [{ id: 'painter' }] });
  const hasList = fake.behavior.dialect !== 'new-api';
  if (path === '/v1/videos' && request.method === 'GET' && hasList) return send(response, 200, { data: [] });
  const [, , , id = '', part] = path.split('/').map(decodeURIComponent);
  if (path.startsWith('/v1/videos/')) return answerJob(fake, call, { id, part });
  const isKnown = ['/v1/images/generations', '/v1/images/edits', '/v1/videos', '/video'].includes(path);
  if (request.method !== 'POST' || !isKnown) return send(response, 404, { detail: 'Not Found' });
  const mediaRequest = await readRequest(request, path);
  fake.requests.push(mediaRequest);
  await answerGeneration(fake, call, mediaRequest);
}

async function answerGeneration(
  fake: Fake,
  { request, response, path }: Call,
  received: MediaRequest,
): Promise<void> {
  const { fault, status, lateStatus, code = null, isProxy } = fake.behavior;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'hang') await new Promise<void>(resolve => fake.releases.push(resolve));
  const isTask = fake.behavior.dialect === 'new-api' && path === '/v1/videos';
  const error = { message: 'no, because', code };
  if (status && isProxy) return void response.writeHead(status).end('upstream connect error or reset');
  if (status)
    return send(response, status, isTask ? { ...error, data: null } : { error: { ...error, type: 'error' } });
  if (fault === 'no json') return void response.writeHead(200).end('<html>');
  if (path === '/v1/videos') {
    const job = createJob(fake, received);
    if (fault === 'job, reset') return void request.socket.destroy();
    if (lateStatus) return send(response, lateStatus, { detail: 'the answer is lost' });
    return send(response, 200, jobRecord(fake, job, 'queued'));
  }
  if (String(received.fields.stream) === 'true' && !fake.behavior.ignoresStreaming)
    return stream(fake, response, received);
  const { usage } = fake.behavior;
  const data = await renderItems(fake, received);
  if (lateStatus) return send(response, lateStatus, { detail: 'the answer is lost' });
  const text = JSON.stringify({ created: 1, data, ...(usage && { usage }) });
  if (fault !== 'half') return send(response, 200, text);
  response.writeHead(200, { 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function renderItems(fake: Fake, { path, fields }: MediaRequest): Promise<object[]> {
  const { fault, makeUrl: linksTo } = fake.behavior;
  if (fault === 'none') return [];
  if (path === '/video')
    return [{ b64_json: (await renderClip(fields.width, fields.height)).toString('base64') }];
  const [width = 64, height = 64] = String(fields.size).split('x').map(Number);
  const count = Number(fields.n) - (fault === 'too few' ? 1 : 0);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const png = await renderPng({ width, height }, 40 * index);
      if (!linksTo) return { b64_json: png.toString('base64'), revised_prompt: null };
      const name = `/generated-images/${fake.files.size}.png`;
      fake.files.set(name, png);
      return { url: linksTo(fake, name) };
    }),
  );
}

/** As many partial images as were requested, each of another size, then the image. */
async function stream(fake: Fake, response: ServerResponse, { path, fields }: MediaRequest): Promise<void> {
  const { fault, streamError, usage = null } = fake.behavior;
  const subject = path === '/v1/images/edits' ? 'image_edit' : 'image_generation';
  const write = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (let index = 0; index < Number(fields.partial_images); index++) {
    const png = await renderPng({ width: 16 * (index + 1), height: 16 }, 200);
    write(`${subject}.partial_image`, { b64_json: png.toString('base64'), partial_image_index: index });
    await new Promise<void>(resolve => (fake.behavior.isStepwise ? fake.releases.push(resolve) : resolve()));
  }
  if (fault === 'half') return void response.destroy();
  if (streamError) return void response.end(`event: error\ndata: ${JSON.stringify(streamError)}\n\n`);
  const [width = 64, height = 64] = String(fields.size).split('x').map(Number);
  const png = await renderPng({ width, height }, 0);
  write(`${subject}.completed`, { b64_json: png.toString('base64'), usage });
  response.end('data: [DONE]\n\n');
}

/** With the dialect of Kinora, a repeated key returns the job of the first request. */
function createJob({ jobs, keys, behavior }: Fake, { fields, headers }: MediaRequest): Job {
  const key = String(headers['idempotency-key'] ?? '');
  const earlierJob = behavior.dialect === 'kinora' ? keys.get(key) : undefined;
  if (earlierJob) return earlierJob;
  const id = behavior.dialect === 'openai' ? `video_${jobs.size + 1}` : `video/${jobs.size + 1}+`;
  const job = { id, fields, polls: 0 };
  jobs.set(id, job);
  if (key) keys.set(key, job);
  return job;
}

async function answerJob(
  fake: Fake,
  { request, response }: Call,
  { id, part }: { readonly id: string; readonly part: string | undefined },
): Promise<void> {
  const { dialect, statuses, contentStatuses = [], failedStatus } = fake.behavior;
  const job = fake.jobs.get(id);
  if (!job && dialect === 'new-api')
    return send(response, 400, { code: 'task_not_exist', message: 'task_not_exist', data: null });
  if (!job) return send(response, 404, { detail: 'Video not found' });
  if (request.method === 'POST' && dialect === 'kinora' && part === 'cancel') {
    const { cancelStatus } = fake.behavior;
    if (cancelStatus) return send(response, cancelStatus, { error: { code: 'too_late' } });
    job.isCancelled = true;
    return send(response, 200, jobRecord(fake, job, 'failed'));
  }
  if (request.method === 'DELETE') {
    if (dialect === 'litellm' || dialect === 'new-api')
      return send(response, 405, { detail: 'Method Not Allowed' });
    fake.jobs.delete(id);
    const isOpenAi = dialect !== 'sglang';
    return send(response, 200, isOpenAi ? { id, deleted: true } : jobRecord(fake, job, 'deleted'));
  }
  const next = statuses[Math.min(job.polls, statuses.length - 1)] ?? 'completed';
  const status = job.isCancelled ? 'failed' : next;
  if (part !== 'content') {
    job.polls++;
    if (dialect === 'kinora') response.setHeader('openai-poll-after-ms', '500');
    return send(response, (status === 'failed' && failedStatus) || 200, jobRecord(fake, job, status));
  }
  const contentStatus = contentStatuses.length > 1 ? contentStatuses.shift() : contentStatuses[0];
  if (contentStatus !== undefined && contentStatus !== 200)
    return send(response, contentStatus, { detail: 'no content, because' });
  const [width = 64, height = 64] = String(job.fields.size).split('x').map(Number);
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(await renderClip(width, height));
}

function jobRecord({ behavior }: Fake, { id, fields, polls, isCancelled }: Job, status: string) {
  const progress = status === 'completed' ? 100 : Math.min(99, polls * 30);
  const { size, seconds } = fields;
  const failure = isCancelled
    ? { code: 'cancelled', message: 'The video was cancelled.' }
    : (behavior.jobError ?? { code: 'server_error', message: 'no memory' });
  const error = status.toLowerCase().startsWith('fail') ? failure : null;
  if (behavior.dialect === 'new-api' && polls === 1) return { id };
  const usage = behavior.dialect === 'kinora' && {
    usage: { unit: 'second', amount: '0.12', currency: 'USD' },
  };
  return { id, object: 'video', status, progress, size, seconds: String(seconds), error, ...usage };
}

async function readRequest(request: IncomingMessage, path: string): Promise<MediaRequest> {
  const { headers } = request;
  const type = headers['content-type'] ?? '';
  const bytes = await arrayBuffer(request);
  if (!type.startsWith('multipart/'))
    return { path, type: 'json', fields: JSON.parse(Buffer.from(bytes).toString()), files: [], headers };
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const entries = [...form.entries()];
  const files = entries.flatMap(([field, value]) => (typeof value === 'string' ? [] : [{ field, value }]));
  return {
    path,
    headers,
    type: 'multipart',
    fields: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
    files: await Promise.all(
      files.map(async ({ field, value }) => ({
        field,
        type: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      })),
    ),
  };
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
