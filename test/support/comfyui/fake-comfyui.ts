/**
 * A ComfyUI server for tests. It speaks what was recorded from a real one (`recordings.json`), runs prompts
 * without any model, and fails on request. Its nodes were recorded too (`node-classes.json`).
 * @NOTE length: it is one server, with its routes and its faults.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';
import { historyAnswer, jobAnswer, queueAnswer, systemAnswer } from './fake-answers.ts';
import { type Emit, type FakeJob, FakeQueue, filePath } from './fake-queue.ts';
import { acceptSocket, type FakeSocket } from './fake-socket.ts';
import { type PromptBody, readClasses, findRejection } from './fake-validation.ts';
import nodeClasses from './node-classes.json' with { type: 'json' };

/** The features of a build: before 0.5.1 there are no jobs, and before 0.25 they cannot be cancelled. */
export type Build = '0.33.0' | '0.24.0' | '0.3.64';

export interface Fault {
  /** The beginning of the method and the path, such as `POST /prompt` or `GET /api/jobs`. */
  readonly route: string;
  readonly does:
    | number
    /** Responds late. */
    | 'slow'
    /** Never responds. */
    | 'hang'
    /** Closes the connection. */
    | 'reset'
    /** Sends half of the body and closes the connection. */
    | 'half'
    /** Sends an HTML page, as a proxy may. */
    | 'page'
    /** Sends JSON of another shape. */
    | 'lie'
    /** Sends an empty body. */
    | 'empty'
    /** Sends half of the body, and the rest when it is told to. */
    | 'stall';
  /** The request takes effect nevertheless. */
  readonly acts?: boolean;
  /** Absent means once. */
  times?: number;
}

type ClassInfo = Record<string, unknown>;
interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly type: string;
}

const noAnswer: Answer = { status: 404, body: new Uint8Array(), type: 'text/plain' };

export class FakeComfyui {
  readonly build: Build;
  readonly queue: FakeQueue;
  faults: Fault[] = [];
  /**
   * Whether connections are kept alive, as on a real server. Otherwise each request has its own connection,
   * and cutting one does not break another.
   */
  keepsConnections = false;
  /** Every request, as method and path. */
  readonly requests: string[] = [];
  /** Called when a request arrives, with its method and path. */
  onRequest: (route: string) => void = () => {};
  /** The headers of the newest request. */
  headers: IncomingMessage['headers'] = {};
  sockets: FakeSocket[] = [];
  #stalled: (() => void)[] = [];
  readonly classes = new Map<string, ClassInfo>(Object.entries(nodeClasses));
  /** The metadata of checkpoints, by file. */
  readonly architectures = new Map<string, string>();
  #server: Server | undefined;
  #port = 0;
  #path: string;

  constructor(build: Build, path: string) {
    this.build = build;
    this.#path = path;
    this.queue = new FakeQueue((job, event) => this.#emit(job, event));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#path}`;
  }

  /** Adds a model file to the choices of an input. */
  addFile(nodeClass: string, input: string, file: string): void {
    const info = structuredClone(this.classes.get(nodeClass)) as {
      input: { required: Record<string, unknown[]> };
    };
    info.input.required[input] = [[file]];
    this.classes.set(nodeClass, info);
  }

  async comeUp(): Promise<void> {
    const server = createServer((request, response) => {
      response.shouldKeepAlive = this.keepsConnections;
      this.#serve(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request, connection) => {
      this.requests.push(`UPGRADE ${request.url?.split('?')[0] ?? ''}`);
      this.headers = request.headers;
      const socket = acceptSocket(request, connection);
      this.sockets = [...this.sockets.filter(({ clientId }) => clientId !== socket.clientId), socket];
      connection.once('close', () => (this.sockets = this.sockets.filter(other => other !== socket)));
      socket.sendText({ type: 'status', data: { status: this.#queueInfo(), sid: socket.clientId } });
    });
    this.#server = server;
    await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Like kill -9: all connections break, and everything except the files is lost. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.cutSockets();
    this.queue.forgetAll();
    await new Promise<void>(resolve => {
      if (!server) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  /** Sends the rest of stalled responses. */
  sendRest(): void {
    for (const send of this.#stalled.splice(0)) send();
  }

  cutSockets(): void {
    for (const socket of this.sockets) socket.cut();
    this.sockets = [];
  }

  #emit: Emit = (job, event) => {
    const socket = this.sockets.find(({ clientId }) => clientId === job.clientId);
    if (!socket) return;
    if ('preview' in event) socket.sendFrame(previewFrame(job, event.preview, socket.wantsMetadata));
    else socket.sendText(event);
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const path = url.pathname.slice(this.#path.length);
    const route = `${request.method} ${path}`;
    this.requests.push(route);
    this.onRequest(route);
    this.headers = request.headers;
    const fault = this.#takeFault(route);
    const answer =
      !fault || fault.acts || ['half', 'slow', 'stall'].includes(String(fault.does))
        ? await this.#answer(request, route, url)
        : undefined;
    if (fault?.does === 'slow') await systemClock.sleep(300);
    else if (fault?.does === 'stall') return this.#stall(response, answer);
    else if (fault) return serveFault(fault, { request, response, answer });
    if (!answer) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404: Not Found');
    response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': answer.body.length });
    response.end(answer.body);
  }

  #stall(response: ServerResponse, { body, type }: Answer = noAnswer): void {
    const half = Math.ceil(body.length / 2);
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.write(body.subarray(0, half));
    this.#stalled.push(() => response.end(body.subarray(half)));
  }

  #takeFault(route: string): Fault | undefined {
    const fault = this.faults.find(({ route: start }) => route.startsWith(start));
    if (!fault) return undefined;
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) this.faults = this.faults.filter(other => other !== fault);
    return fault;
  }

  async #answer(request: IncomingMessage, route: string, { searchParams }: URL): Promise<Answer | undefined> {
    const [, , id = ''] = /^(\w+ \/(?:api\/jobs|history|object_info)\/)([^/]+)/.exec(route) ?? [];
    if (route === 'POST /prompt') return this.#acceptPrompt((await json(request)) as PromptBody);
    if (route === 'POST /upload/image') return this.#acceptUpload(request);
    if (route === 'GET /view') return this.#view(searchParams);
    if (route === 'GET /queue') return jsonAnswer(queueAnswer(this.queue));
    if (route === 'GET /system_stats') return jsonAnswer(systemAnswer(this.build));
    if (route === 'GET /object_info') return jsonAnswer(Object.fromEntries(this.classes));
    if (route === 'GET /view_metadata/checkpoints') {
      const architecture = this.architectures.get(searchParams.get('filename') ?? '');
      return architecture === undefined ? undefined : jsonAnswer({ 'modelspec.architecture': architecture });
    }
    if (route.startsWith('GET /object_info/')) {
      const info = this.classes.get(id);
      return jsonAnswer(info ? { [id]: info } : {});
    }
    if (route.startsWith('GET /history/')) return jsonAnswer(historyAnswer(this.queue.history.get(id)));
    if (route.startsWith('POST ')) return this.#command(route, id, (await json(request)) as CommandBody);
    if (!route.startsWith('GET /api/jobs/') || this.build === '0.3.64') return undefined;
    const job = this.queue.find(id);
    return job ? jsonAnswer(jobAnswer(job)) : jsonAnswer({ error: 'Job not found' }, 404);
  }

  #command(route: string, id: string, body: CommandBody): Answer | undefined {
    const empty = { status: 200, body: new Uint8Array(), type: 'application/octet-stream' };
    if (route === 'POST /queue') {
      for (const waiting of this.queue.waiting)
        if (body.delete?.includes(waiting.id)) this.queue.cancel(waiting.id);
      return empty;
    }
    if (route === 'POST /interrupt') {
      if (this.queue.running && body.prompt_id === this.queue.running.id) this.queue.cancel(body.prompt_id);
      return empty;
    }
    if (route === 'POST /history') {
      for (const deleted of body.delete ?? []) this.queue.history.delete(deleted);
      return empty;
    }
    if (!route.endsWith('/cancel') || this.build !== '0.33.0') return undefined;
    return jsonAnswer({ cancelled: this.queue.cancel(id) });
  }

  #acceptPrompt(body: PromptBody): Answer {
    const rejection = findRejection(body, readClasses(this.classes));
    if (rejection) return jsonAnswer(rejection, 400);
    const { prompt = {}, client_id: clientId } = body;
    const { number, id } = this.queue.add({ id: String(body.prompt_id), graph: prompt, clientId });
    return jsonAnswer({ prompt_id: id, number, node_errors: {} });
  }

  async #acceptUpload(request: IncomingMessage): Promise<Answer> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(
      request as unknown as BodyInit,
      { headers, duplex: 'half' } as ResponseInit,
    ).formData();
    const file = form.get('image') as File;
    const subfolder = String(form.get('subfolder') ?? '');
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.queue.inputs.set(`${subfolder}/${file.name}`, {
      filename: file.name,
      subfolder,
      type: 'input',
      bytes,
    });
    return jsonAnswer({ name: file.name, subfolder, type: 'input' });
  }

  #view(query: URLSearchParams): Answer | undefined {
    const [filename = '', subfolder = ''] = [query.get('filename') ?? '', query.get('subfolder') ?? ''];
    const file = this.queue.files.get(filePath({ filename, subfolder, type: 'output' }));
    return file && { status: 200, body: file.bytes, type: 'image/png' };
  }

  #queueInfo(): object {
    return { exec_info: { queue_remaining: this.queue.waiting.length + (this.queue.running ? 1 : 0) } };
  }
}

interface CommandBody {
  readonly delete?: readonly string[];
  readonly prompt_id?: string;
}

/** Closed automatically when the tests of the file have ended. */
export async function startFakeComfyui(build: Build = '0.33.0', path = ''): Promise<FakeComfyui> {
  const fake = new FakeComfyui(build, path);
  await fake.comeUp();
  atEnd(() => fake.kill());
  return fake;
}

function jsonAnswer(body: object, status = 200): Answer {
  return { status, body: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer | undefined;
}

function serveFault({ does }: Fault, { request, response, answer }: Exchange): void {
  if (does === 'hang') return;
  if (does === 'reset') return void request.socket.destroy();
  if (does === 'page')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>');
  if (does === 'lie') return void response.writeHead(200).end('{"status":"fine"}');
  if (does === 'empty') return void response.writeHead(200).end();
  if (typeof does === 'number')
    return void response.writeHead(does, { 'content-type': 'text/plain' }).end('busy');
  const body = answer?.body ?? new Uint8Array(100);
  response.writeHead(200, { 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
}

/** As recorded: type 4 with metadata, or type 1 without. */
function previewFrame(job: FakeJob, preview: Uint8Array, hasMetadata: boolean): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(hasMetadata ? 4 : 1, 0);
  if (!hasMetadata) {
    head.writeUInt32BE(1, 4);
    return Buffer.concat([head, preview]);
  }
  const metadata = Buffer.from(
    JSON.stringify({ node_id: '3', prompt_id: job.id, display_node_id: '3', image_type: 'image/jpeg' }),
  );
  head.writeUInt32BE(metadata.length, 4);
  return Buffer.concat([head, metadata, preview]);
}
