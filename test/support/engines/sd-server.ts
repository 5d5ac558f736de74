/** An sd-server for tests: the native API of stable-diffusion.cpp, in its format, with faults. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { plainPicture } from '../media/plain-picture.ts';

export interface SdBehavior {
  /**
   * The number of polls until a job is completed. If there are several, the first one returns `queued`.
   * Infinity means it never ends.
   */
  polls: number;
  /** The status of the response to a start, instead of 202. */
  startStatus?: number;
  startFault?: 'hang' | 'reset' | 'no id';
  /** The status of the response to a poll, instead of the state of a job. */
  jobStatus?: number;
  jobFault?: 'hang' | 'reset' | 'half' | 'html';
  /** The number of polls of running jobs that are answered with status 500. */
  pollFailures?: number;
  failWith?: string;
  /** Called when a job was accepted. */
  onJob?: () => void;
  result?: 'none' | 'fewer' | 'no image';
  capabilities?: object;
}

export interface SdJob {
  readonly id: string;
  readonly kind: 'img_gen' | 'vid_gen';
  readonly body: Readonly<Record<string, unknown>>;
  status: 'queued' | 'generating' | 'completed' | 'failed' | 'cancelled';
  pollCount: number;
}

export interface SdServer {
  readonly url: string;
  behavior: SdBehavior;
  readonly jobs: SdJob[];
  /** Loses all jobs, as at the end of its process. */
  forget(): void;
  close(): Promise<void>;
}

export async function openSdServer(behavior: Partial<SdBehavior> = {}, port = 0): Promise<SdServer> {
  const jobs: SdJob[] = [];
  const server: Server = createServer((request, response) => {
    answer(sd, request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const sd: SdServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behavior: { polls: 3, ...behavior },
    jobs,
    forget: () => void jobs.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return sd;
}

async function answer(sd: SdServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, api, version, route = '', id, action] = (request.url ?? '').split('/');
  if (`${api}/${version}` !== 'sdcpp/v1') return send(404, { error: 'not found' });
  if (route === 'capabilities') return send(200, sd.behavior.capabilities ?? capabilities);
  if (route === 'img_gen' || route === 'vid_gen') return start(sd, { route, request, send });
  const job = sd.jobs.find(one => one.id === id);
  const { jobStatus, jobFault } = sd.behavior;
  if (action === 'cancel') return cancel(job, send);
  if (jobStatus) return send(jobStatus, { error: jobStatus === 410 ? 'job expired' : 'server_error' });
  if (jobFault === 'hang') return;
  if (jobFault === 'reset') return void request.socket.destroy();
  // Like a proxy that responds for a server which is down.
  if (jobFault === 'html') return void response.end('<html>Starting …</html>');
  if (!job) return send(404, { error: 'job not found' });
  if (job.status === 'generating' && sd.behavior.pollFailures) {
    sd.behavior.pollFailures--;
    return send(500, { error: 'server_error' });
  }
  const state = await jobState(sd, job);
  if (jobFault !== 'half') return send(200, state);
  const text = JSON.stringify(state);
  response.writeHead(200, { 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
}

interface Start {
  readonly route: SdJob['kind'];
  readonly request: IncomingMessage;
  readonly send: (status: number, body: unknown) => void;
}

async function start({ behavior, jobs }: SdServer, { route, request, send }: Start): Promise<void> {
  const body = (await json(request)) as SdJob['body'];
  const { startStatus, startFault } = behavior;
  if (startFault === 'hang') return;
  if (startFault === 'reset') return void request.socket.destroy();
  if (startStatus)
    return send(startStatus, { error: startStatus === 429 ? 'job queue is full' : 'invalid json' });
  const id = `job_${(1_775_401_200).toString(16)}_${String(jobs.length).padStart(8, '0')}`;
  jobs.push({ id, kind: route, body, status: 'queued', pollCount: 0 });
  behavior.onJob?.();
  if (startFault === 'no id') return send(202, { status: 'queued' });
  send(202, { id, kind: route, status: 'queued', created: 1_775_401_200, poll_url: `/sdcpp/v1/jobs/${id}` });
}

function cancel(job: SdJob | undefined, send: Start['send']): void {
  if (!job) return send(404, { error: 'job not found' });
  if (job.status === 'generating')
    return send(409, { error: 'job is currently generating and cannot be interrupted yet' });
  if (job.status === 'queued') job.status = 'cancelled';
  send(200, { id: job.id, status: job.status });
}

async function jobState({ behavior }: SdServer, job: SdJob): Promise<object> {
  job.pollCount++;
  if (job.status === 'queued' && (job.pollCount > 1 || behavior.polls <= 1)) job.status = 'generating';
  if (job.status === 'generating' && job.pollCount >= behavior.polls)
    job.status = behavior.failWith ? 'failed' : 'completed';
  const isFailed = job.status === 'failed' || job.status === 'cancelled';
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    queue_position: job.status === 'queued' ? 1 : 0,
    result: job.status === 'completed' ? await jobResult(behavior, job) : null,
    error: isFailed
      ? { code: 'generation_failed', message: behavior.failWith ?? 'job cancelled by client' }
      : null,
  };
}

async function jobResult({ result }: SdBehavior, { kind, body }: SdJob): Promise<object | null> {
  if (result === 'none') return null;
  if (kind === 'vid_gen')
    return {
      output_format: body['output_format'],
      mime_type: body['output_format'] === 'webp' ? 'image/webp' : 'video/webm',
      fps: body['fps'],
      frame_count: body['video_frames'],
      b64_json: Buffer.from('not really a clip').toString('base64'),
    };
  const count = Number(body['batch_count']) - (result === 'fewer' ? 1 : 0);
  const data = result === 'no image' ? Buffer.from('none') : await renderPicture(body);
  const images = Array.from({ length: count }, (_, index) => ({ index, b64_json: data.toString('base64') }));
  return { output_format: 'png', images };
}

function renderPicture(body: SdJob['body']): Promise<Buffer> {
  const size = { width: Number(body['width']), height: Number(body['height']) };
  return plainPicture(size, '#3d6').png().toBuffer();
}

const features = { cancel_queued: true, cancel_generating: false };
const capabilities = {
  model: {
    name: 'z-image-turbo-Q4_K.gguf',
    stem: 'z-image-turbo-Q4_K',
    path: '/models/z-image-turbo-Q4_K.gguf',
  },
  current_mode: 'img_gen',
  supported_modes: ['img_gen', 'vid_gen'],
  features_by_mode: { img_gen: features, vid_gen: features },
  limits: { min_width: 64, max_width: 4096, max_batch_count: 8, max_queue_size: 64 },
  loras: [],
};
