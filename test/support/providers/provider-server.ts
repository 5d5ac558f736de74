/**
 * What the fakes of providers share: HTTP, faults, counted starts and files. The fake of each
 * provider defines its wire format.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../servers/serve.ts';
import { encodedClip } from '../media/small-clip.ts';
import { pictureOfSize } from '../engines/steps.ts';

export interface ProviderCall {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** JSON, or text if it is not JSON. Undefined means no body. */
  readonly body: any;
}

export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; bytes are sent unchanged. */
  readonly body?: unknown;
}

/**
 * What happens to a start. `cut`: the connection ends after the request was read. `accepted, …`: the
 * provider has the job nevertheless.
 */
export type StartFault = 'cut' | 'accepted, cut' | 'accepted, 500' | 'accepted, truncated' | ProviderAnswer;

export interface ProviderWire {
  /** Whether the call starts a job. Accepted starts are counted, and faults apply to starts. */
  isStart(call: ProviderCall): boolean;
  /** Undefined is answered with 404. */
  answer(
    call: ProviderCall,
    server: ProviderServer,
  ): ProviderAnswer | undefined | Promise<ProviderAnswer | undefined>;
}

export interface ProviderServer {
  readonly url: string;
  /** All calls, in order. */
  readonly calls: readonly ProviderCall[];
  /** Calls that started a job, answered or not. */
  readonly acceptedCalls: readonly ProviderCall[];
  /** Applied to the next starts, one each. */
  readonly startFaults: StartFault[];
  /** Accepted starts are answered once this is resolved. */
  startGate: Promise<void> | undefined;
  /** Answers any other call before the wire does. */
  override: ((call: ProviderCall) => ProviderAnswer | undefined) | undefined;
  /** Stores an image or a clip. Returns its URL on this server. */
  addPicture(width?: number, height?: number): Promise<string>;
  addClip(width?: number, height?: number): Promise<string>;
  /** The next downloads of files end midway. */
  brokenDownloads: number;
  /** Files are gone: their URLs return 404. */
  forgetFiles(): void;
}

/** Closed automatically when the tests of the file have ended. */
export async function startProviderServer(wire: ProviderWire): Promise<ProviderServer> {
  const calls: ProviderCall[] = [];
  const acceptedCalls: ProviderCall[] = [];
  const files = new Map<string, { readonly type: string; readonly bytes: Uint8Array }>();
  const url = await serve((request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  const add = (type: string, bytes: Uint8Array) => {
    const path = `/files/${files.size}.${type.split('/')[1]}`;
    files.set(path, { type, bytes });
    return `${url}${path}`;
  };
  const fake: ProviderServer = {
    url,
    calls,
    acceptedCalls,
    startFaults: [],
    startGate: undefined,
    brokenDownloads: 0,
    override: undefined,
    addPicture: async (width = 64, height = 64) =>
      add('image/png', (await pictureOfSize(width, height)).bytes),
    addClip: async (width = 64, height = 64) =>
      add('video/mp4', await encodedClip({ width, height, seconds: 1, framesPerSecond: 12 })),
    forgetFiles: () => files.clear(),
  };

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const file = files.get(call.path);
    if (file) return sendFile(response, { headers: { 'content-type': file.type }, body: file.bytes });
    calls.push(call);
    const isStart = wire.isStart(call);
    const fault = isStart ? fake.startFaults.shift() : undefined;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'object') return send(response, fault);
    const answer = (!isStart && fake.override?.(call)) || (await wire.answer(call, fake)) || { status: 404 };
    if (isStart && (answer.status ?? 200) < 300) {
      acceptedCalls.push(call);
      await fake.startGate;
    }
    if (fault === 'accepted, cut') return void request.socket.destroy();
    if (fault === 'accepted, 500') return send(response, { status: 500 });
    if (fault === 'accepted, truncated') return truncate(response, answer);
    send(response, answer);
  }
  function sendFile(response: ServerResponse, answer: ProviderAnswer): void {
    if (fake.brokenDownloads === 0) return send(response, answer);
    fake.brokenDownloads--;
    truncate(response, answer);
  }
  return fake;
}

async function readCall(request: IncomingMessage): Promise<ProviderCall> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
  const text = (await buffer(request)).toString('utf8');
  return {
    method: request.method ?? '',
    path,
    query,
    headers: request.headers,
    body: text ? parsed(text) : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status = 200, headers, body = {} }: ProviderAnswer): void {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes);
}

/** Half of the body that its Content-Length announces. */
function truncate(response: ServerResponse, { status = 200, headers, body = {} }: ProviderAnswer): void {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': bytes.length,
  });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
