/** One backend of the test engine: a remote generation server with its own port and its HTTP API. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { systemClock } from '@kinora/shared/clock';
import { defaultBehavior, type Behavior } from './behavior.ts';
import { answerControl } from './control.ts';
import { JobDesk, type JobCounts, type ReceivedJob, type ReceivedStart, type ServedJob } from './job-desk.ts';
import { renderFile, jobMedia, jobTexts } from './results.ts';
import { send } from './send.ts';

export interface BackendCounts extends JobCounts {
  /** Starts that were rejected, for any reason. */
  readonly refused: number;
  readonly probes: number;
}

const maxWaitMs = 30_000;

export class TestBackend {
  readonly name: string;
  /** The behavior from now on. Its fields can be set at any time. */
  readonly behavior: Behavior;
  readonly #desk: JobDesk;
  readonly #counts = { refused: 0, probes: 0 };
  #server: Server | undefined;
  #port = 0;

  /** `seed` decides which jobs fail. */
  constructor(name: string, behavior: Partial<Behavior> = {}, seed = 1) {
    this.name = name;
    this.behavior = { ...defaultBehavior(), ...behavior };
    this.#desk = new JobDesk(name, this.behavior, seed);
  }

  /** The base URL of an instance. It stays the same while the backend is down. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/b/${this.name}`;
  }

  get counts(): BackendCounts {
    return { ...this.#desk.counts, ...this.#counts };
  }

  /** Every accepted job, in order. */
  get received(): readonly ReceivedJob[] {
    return this.#desk.received;
  }

  /** Changes the behavior, and starts queued jobs if there are more slots. */
  change(change: Partial<Behavior>): void {
    Object.assign(this.behavior, change);
    this.#desk.fillSlots();
  }

  /** Listens on the port that it had before. */
  async comeUp(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request, response) => {
      // Without keep-alive, a backend that is down always refuses the next connection.
      response.shouldKeepAlive = false;
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server = server;
    await listen(server, this.#port);
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Closes all connections and refuses new ones, like an unreachable machine. Its jobs continue. */
  async goDown(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>(resolve => {
      if (!server) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  /** Goes down and up again. With `losesJobs`, it has lost all jobs. */
  async restart(): Promise<void> {
    await this.goDown();
    if (this.behavior.losesJobs) this.#desk.forgetAll();
    await this.comeUp();
  }

  /** Finishes the work in progress now, as if its time had elapsed. */
  finishRunning(): void {
    this.#desk.finishRunning();
  }

  async close(): Promise<void> {
    this.#desk.forgetAll();
    await this.goDown();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend');
    const path = pathname.split('/').slice(1).map(decodeURIComponent);
    if (path[0] !== 'b' || path[1] !== this.name) return send(response, 404);
    const route = `${request.method} ${path[2] ?? ''}${path.length > 3 ? '/' : ''}`;
    if (await answerControl(this, { request, response, route })) return;
    const { key } = this.behavior;
    if (key && request.headers.authorization !== `Bearer ${key}`) {
      if (route === 'POST jobs') this.#counts.refused++;
      return send(response, 401);
    }
    if (route === 'GET v1/' && path[3] === 'models') return this.#listModels(response);
    if (route === 'POST jobs') return this.#start(request, response);
    if (route === 'GET jobs') {
      const earlierJob = this.#desk.findByKey(searchParams.get('key') ?? '');
      return earlierJob ? send(response, 200, { id: earlierJob.id }) : send(response, 404);
    }
    const [, , , id = '', part, index] = path;
    if (route === 'DELETE jobs/') return send(response, this.#desk.discard(id) ? 200 : 409);
    const job = this.#desk.find(id);
    if (!job || route !== 'GET jobs/') return send(response, 404);
    if (part === 'media') return this.#sendFile(job, Number(index), response);
    await this.#sendState(job, Number(searchParams.get('wait_ms') ?? 0), response);
  }

  #listModels(response: ServerResponse): void {
    this.#counts.probes++;
    const data = this.behavior.models.map(id => ({ id, object: 'model' }));
    send(response, 200, { object: 'list', data, program: 'test-engine 1' });
  }

  async #start(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startBehavior = this.#nextStart();
    const isAccepted = startBehavior === 'accept' || startBehavior === 'acceptThenReset';
    if (!isAccepted) {
      this.#counts.refused++;
      if (startBehavior === 'hang') return;
      if (startBehavior === 'reset') return void request.socket.destroy();
      return send(response, Number(startBehavior.slice(-3)));
    }
    const job = this.#desk.accept((await json(request)) as ReceivedStart);
    if (startBehavior === 'acceptThenReset') return void request.socket.destroy();
    send(response, 200, { id: job.id });
  }

  #nextStart(): Behavior['onStart'] {
    const { behavior } = this;
    if (behavior.startsAffected == null) return behavior.onStart;
    if (behavior.startsAffected === 0) return 'accept';
    behavior.startsAffected--;
    return behavior.onStart;
  }

  async #sendState(job: ServedJob, waitMs: number, response: ServerResponse): Promise<void> {
    const disconnection = new AbortController();
    response.once('close', () => disconnection.abort());
    this.#desk.fillSlots();
    await this.#desk.awaitEnd(job.id, Math.min(waitMs, maxWaitMs), disconnection.signal);
    const { state, failure, cost } = job;
    if (state === 'cancelled') return send(response, 404);
    if (state === 'failed') return send(response, 200, { state, failure });
    if (state !== 'done') return send(response, 200, { state, progress: job.progress() });
    const recipe = { backend: this.name, seed: job.job.seed };
    send(response, 200, { state, media: jobMedia(job.job), texts: jobTexts(job.job), recipe, cost });
  }

  async #sendFile(job: ServedJob, index: number, response: ServerResponse): Promise<void> {
    const media = job.state === 'done' ? jobMedia(job.job)[index] : undefined;
    if (!media) return send(response, 404);
    const bytes = await renderFile(this.name, job.job, media);
    response.writeHead(200, { 'content-type': media.contentType, 'content-length': bytes.length }).end(bytes);
  }
}

/** Another program may use the port for a moment, because it was free while the backend was down. */
async function listen(server: Server, port: number): Promise<void> {
  for (let triesLeft = 40; ; triesLeft--) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
    try {
      await promise;
      return void server.off('error', reject);
    } catch (error) {
      if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await systemClock.sleep(50);
    }
  }
}
