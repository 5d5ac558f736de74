/**
 * The bytes that the official Python client sends, as version 3.22 writes them, and the behavior of its
 * `poll`: multipart even without a file, text parts without a content type, a URL as `name[key]`, remix as
 * JSON, and a DELETE with a JSON content type.
 */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@kinora/shared/clock';
import type { TestApp } from '../servers/app.ts';

export interface PythonFile {
  readonly field: string;
  /** `upload` is set if it was given as bytes. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PythonReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly body: any;
}

export interface PythonClient {
  create(fields: object, file?: PythonFile): Promise<any>;
  edit(fields: object, file?: PythonFile): Promise<any>;
  extend(fields: object): Promise<any>;
  remix(id: string, prompt: string): Promise<any>;
  remove(id: string): Promise<any>;
  list(query: string): Promise<any>;
  download(id: string): Promise<PythonReply>;
  poll(id: string, pollIntervalMs?: number): Promise<any>;
  createAndPoll(fields: object): Promise<any>;
  /** The pauses between polls, in milliseconds. */
  readonly waits: number[];
}

const boundary = 'aa2680a3be39bc1811a6d10d41a9a5a4';

/** `sleep` is what happens between two polls. */
export function pythonClient(
  kinora: Pick<TestApp, 'url' | 'videoKey'>,
  sleep: (ms: number) => Promise<unknown> = systemClock.sleep,
): PythonClient {
  const waits: number[] = [];
  const send = (to: string, more: readonly string[], body?: Buffer) => {
    const [method = '', path = ''] = to.split(' ');
    return sendBytes(kinora, { method, path: `/v1/videos${path}`, more, ...(body && { body }) });
  };
  const json = async (reply: Promise<PythonReply>) => {
    const { status, body } = await reply;
    if (status >= 400) throw Object.assign(new Error(body.error.message), { status, ...body.error });
    return body;
  };
  const form = (path: string, fields: object, file?: PythonFile) =>
    json(send(`POST ${path}`, [`multipart/form-data; boundary=${boundary}`], formBytes(fields, file)));
  const poll = async (id: string, pollIntervalMs?: number) => {
    const custom =
      pollIntervalMs === undefined ? [] : ['x-stainless-custom-poll-interval', String(pollIntervalMs)];
    const headers = ['x-stainless-poll-helper', 'true', ...custom, 'x-stainless-raw-response', 'true'];
    for (let interval = pollIntervalMs; ;) {
      const reply = send(`GET /${id}`, headers);
      const video = await json(reply);
      // Any other status is returned to the caller, known or not.
      if (!['queued', 'in_progress'].includes(video.status)) return video;
      // Read once: later responses do not change it.
      interval ??= Number((await reply).headers['openai-poll-after-ms'] ?? 1000);
      waits.push(interval);
      await sleep(interval);
    }
  };
  const create = (fields: object, file?: PythonFile) => form('', fields, file);
  return {
    waits,
    create,
    poll,
    createAndPoll: async fields => poll((await create(fields)).id),
    edit: (fields, file) => form('/edits', fields, file),
    extend: fields => form('/extensions', fields),
    remix: (id, prompt) =>
      json(send(`POST /${id}/remix`, ['application/json'], Buffer.from(JSON.stringify({ prompt })))),
    remove: id => json(send(`DELETE /${id}`, ['content-type', 'application/json'])),
    list: query => json(send(`GET ?${query}`, [])),
    download: id => send(`GET /${id}/content`, ['accept', 'application/binary']),
  };
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The content type of a body, otherwise header names and values. */
  readonly more: readonly string[];
  readonly body?: Buffer;
}

async function sendBytes(
  { url, videoKey }: Pick<TestApp, 'url' | 'videoKey'>,
  { method, path, more, body }: SentRequest,
): Promise<PythonReply> {
  const { host, hostname, port } = new URL(url);
  const platform = ['lang', 'python', 'package-version', '3.22.1', 'os', 'Linux', 'arch', 'x64'];
  const runtime = ['runtime', 'CPython', 'runtime-version', '3.11.7', 'async', 'false'];
  const stainless = [...platform, ...runtime, 'retry-count', '0', 'read-timeout', '600'].map((text, index) =>
    index % 2 === 0 ? `x-stainless-${text}` : text,
  );
  const headers = [
    'Host',
    host,
    'Accept-Encoding',
    'gzip, deflate',
    'Connection',
    'keep-alive',
    'authorization',
    `Bearer ${videoKey}`,
    ...(more.includes('accept') ? [] : ['accept', 'application/json']),
    'user-agent',
    'OpenAI/Python 3.22.1',
    ...stainless,
    ...(body ? ['Content-Length', String(body.length), 'Content-Type', String(more[0])] : more),
  ];
  const message = request({ hostname, port, method, path, headers });
  const response = new Promise<any>((resolve, reject) => message.on('response', resolve).on('error', reject));
  message.end(body);
  const answer = await response;
  const bytes = await buffer(answer);
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const { statusCode: status, headers: responseHeaders } = answer;
  return { status, headers: responseHeaders, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
}

/**
 * Fields first, the file last; lists as `name[]`, objects as `name[key]`, nothing
 * for None and the empty text.
 */
function formBytes(fields: object, file: PythonFile | undefined): Buffer {
  const flatten = (name: string, value: unknown): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap(one => flatten(`${name}[]`, one));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}[${key}]`, inner));
    return value === null || value === '' ? [] : [[name, String(value)]];
  };
  const texts = Object.entries(fields)
    .flatMap(([name, value]) => flatten(name, value))
    .map(([name, value]) => part(`name="${name}"`, '', Buffer.from(value)));
  const files = file
    ? [part(`name="${file.field}"; filename="${file.name}"`, `Content-Type: ${file.type}\r\n`, file.bytes)]
    : [];
  return Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)]);
}

function part(disposition: string, type: string, bytes: Uint8Array): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}
