/**
 * A server with the interface of S3 in memory: conditions, ranges, multipart uploads, and every fault
 * that a test asks for. It checks no signatures, only their times; `@20minutes/s3rver` and the real
 * servers of `test:real -- s3` do.
 * @NOTE length: the requests of one interface, and the state that they share.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calendarNow, systemClock } from '@kinora/shared/clock';
import type { S3Settings } from '../../../src/platform/config/s3-settings.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { atEnd } from './clean-up.ts';

/** What a request gets instead of, or besides, its response. */
export type S3Fault =
  /** An error of the interface. Nothing is done. */
  | { readonly status: number; readonly code: string; readonly message?: string }
  /** The request is carried out, and its response never arrives. */
  | 'lost'
  /** The connection breaks after this many bytes of the body. */
  | { readonly cutAfterBytes: number }
  /** Nothing more arrives after this many bytes of the body. */
  | { readonly stallAfterBytes: number };

export interface S3Request {
  readonly method: string;
  /** The name of the object, without the bucket. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date }>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly uploads: Map<string, { readonly name: string; startedAt: Date }>;
  readonly requests: S3Request[];
  /** Asked for every request. */
  fault: (request: S3Request) => S3Fault | undefined;
  /** Objects in one page of a list. */
  pageSize: number;
  /** If false, conditions of writes are answered with 501. */
  hasConditions: boolean;
  /** Whether pages of other origins may read objects: a CORS rule of the bucket. */
  allowsCors: boolean;
  settings(more?: Partial<S3Settings>): S3Settings;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Upload {
  readonly name: string;
  startedAt: Date;
  readonly metadata: StoredObject['metadata'];
  readonly parts: Map<number, Buffer>;
}

export const testBucket = 'kinora-files';

export async function openS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => {
    void handle(state, request, response).catch(error => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const state: State = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fault: () => undefined,
    pageSize: 1000,
    hasConditions: true,
    allowsCors: false,
    settings: more => ({
      bucket: testBucket,
      endpoint: state.url,
      region: 'us-east-1',
      prefix: '',
      isPathStyle: true,
      credentials: { accessKeyId: 'test-key-id', secretAccessKey: 'test-secret' },
      redirect: undefined,
      ...more,
    }),
  };
  return state;
}

interface State extends S3Server {
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, Upload>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | string;
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', state.url);
  const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
  const method = request.method ?? 'GET';
  const received = { method, name: rest.join('/'), query, headers: request.headers };
  state.requests.push(received);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const fault = state.fault(received);
  const answer = answerOrRefusal(() => {
    if (typeof fault === 'object' && 'status' in fault)
      throw new Refusal(fault.status, fault.code, fault.message);
    checkTime(received);
    if (bucket !== testBucket) throw new Refusal(404, 'NoSuchBucket');
    return answerTo(state, received, Buffer.concat(chunks));
  });
  await send(response, method, { answer, fault });
}

/** Longer than this, no server of S3 accepts a signature before or after its time. */
const allowedMs = 15 * 60_000;

/** Goes by a clock that a test cannot set, because that of the process that asks may be wrong. */
function checkTime({ headers, query }: S3Request): void {
  const [headerDate = '', queryDate] = [headers['x-amz-date'], query.get('X-Amz-Date')].map(
    text => text ?? undefined,
  );
  const time = String(queryDate ?? headerDate);
  if (time === '') return;
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  const ageMs = systemClock.now() - Date.UTC(year, month - 1, ...rest);
  const validMs = queryDate === undefined ? allowedMs : Number(query.get('X-Amz-Expires')) * 1000;
  if (ageMs >= -allowedMs && ageMs <= validMs) return;
  throw queryDate === undefined
    ? new Refusal(403, 'RequestTimeTooSkewed')
    : new Refusal(403, 'AccessDenied', 'Request has expired');
}

function answerOrRefusal(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message } = error;
    return {
      status,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    };
  }
}

async function send(
  response: ServerResponse,
  method: string,
  { answer, fault }: { readonly answer: Answer; readonly fault: S3Fault | undefined },
): Promise<void> {
  if (fault === 'lost') return void response.destroy();
  const { status, headers, body = '' } = answer;
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  if (method === 'HEAD') return void response.end();
  if (typeof fault !== 'object' || 'status' in fault) return void response.end(bytes);
  const size = 'cutAfterBytes' in fault ? fault.cutAfterBytes : fault.stallAfterBytes;
  response.flushHeaders();
  if (size > 0) await new Promise<void>(resolve => response.write(bytes.subarray(0, size), () => resolve()));
  if ('cutAfterBytes' in fault) response.destroy();
}

function answerTo(state: State, request: S3Request, body: Buffer): Answer {
  const { method, name, query } = request;
  if (name === '') return answerOfBucket(state, request, body);
  if (query.has('uploads')) return beginUpload(state, request);
  const upload = query.get('uploadId');
  if (upload !== null) return answerOfUpload(state, request, { id: upload, body });
  if (method === 'PUT') return storeObject(state, request, { bytes: body, metadata: readMetadata(request) });
  if (method === 'DELETE') {
    state.objects.delete(name);
    return { status: 204 };
  }
  return read(state, request);
}

function answerOfBucket(state: State, { method, query }: S3Request, body: Buffer): Answer {
  if (method === 'HEAD') return { status: 200 };
  if (query.has('delete')) {
    for (const [, name = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) state.objects.delete(name);
    return { status: 200, body: xml('DeleteResult', '') };
  }
  if (query.has('uploads')) {
    const prefix = query.get('prefix') ?? '';
    const uploads = [...state.uploads].filter(([, { name }]) => name.startsWith(prefix));
    const entries = uploads.map(([id, { name, startedAt }]) =>
      xml(
        'Upload',
        `<Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated>`,
      ),
    );
    return { status: 200, body: xml('ListMultipartUploadsResult', entries.join('')) };
  }
  return list(state, query);
}

function list({ objects, pageSize }: State, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter(name => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, pageSize);
  const contents = page.map(name => {
    const { bytes, modifiedAt } = objects.get(name) as StoredObject;
    return xml(
      'Contents',
      `<Key>${name}</Key><Size>${bytes.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified>`,
    );
  });
  const more = names.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return {
    status: 200,
    body: xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`),
  };
}

function xml(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function readMetadata({ headers }: S3Request): StoredObject['metadata'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
    ),
  );
}

function storeObject(
  state: State,
  { name, headers }: S3Request,
  { bytes, metadata }: Pick<StoredObject, 'bytes' | 'metadata'>,
): Answer {
  const condition = headers['if-none-match'];
  if (condition !== undefined && !state.hasConditions) throw new Refusal(501, 'NotImplemented');
  if (condition === '*' && state.objects.has(name)) throw new Refusal(412, 'PreconditionFailed');
  state.objects.set(name, { bytes, metadata, modifiedAt: new Date(calendarNow()) });
  return { status: 200, headers: { etag: computeEtag(bytes) } };
}

function computeEtag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function beginUpload(state: State, request: S3Request): Answer {
  const id = newRowId();
  const upload = {
    name: request.name,
    startedAt: new Date(calendarNow()),
    metadata: readMetadata(request),
    parts: new Map(),
  };
  state.uploads.set(id, upload);
  return { status: 200, body: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) };
}

function answerOfUpload(
  state: State,
  request: S3Request,
  { id, body }: { readonly id: string; readonly body: Buffer },
): Answer {
  const upload = state.uploads.get(id);
  if (!upload) throw new Refusal(404, 'NoSuchUpload');
  if (request.method === 'PUT') {
    upload.parts.set(Number(request.query.get('partNumber')), body);
    return { status: 200, headers: { etag: computeEtag(body) } };
  }
  if (request.method === 'DELETE') {
    state.uploads.delete(id);
    return { status: 204 };
  }
  const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes);
  if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 ** 2))
    throw new Refusal(400, 'EntityTooSmall');
  const { metadata } = upload;
  storeObject(state, request, { bytes: Buffer.concat(parts), metadata });
  state.uploads.delete(id);
  return { status: 200, body: xml('CompleteMultipartUploadResult', `<Key>${request.name}</Key>`) };
}

function read({ objects, allowsCors }: State, { name, headers, query }: S3Request): Answer {
  const object = objects.get(name);
  if (!object) throw new Refusal(404, 'NoSuchKey');
  const { bytes, metadata, modifiedAt } = object;
  const etag = computeEtag(bytes);
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    throw new Refusal(412, 'PreconditionFailed');
  const all = {
    ...metadata,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    ...(allowsCors && headers.origin !== undefined && { 'access-control-allow-origin': '*' }),
    ...requestedHeaders(query),
  };
  const [, from] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? [];
  const [, to] = /-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined)
    return { status: 200, headers: { ...all, 'content-length': bytes.length }, body: bytes };
  const [start, end] = [Number(from), Math.min(Number(to ?? bytes.length - 1), bytes.length - 1)];
  if (start >= bytes.length) throw new Refusal(416, 'InvalidRange');
  const headersOfPart = { ...all, 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, headers: headersOfPart, body: bytes.subarray(start, end + 1) };
}

/** The headers that a signed address asks for. */
function requestedHeaders(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) =>
      /^response-(content-(type|disposition)|cache-control)$/.test(name)
        ? [[name.replace('response-', ''), value]]
        : [],
    ),
  );
}
