/**
 * What one client with a token can send to keep a server busy, as bytes on
 * connections, and how it goes on with it.
 */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';

export interface HostileShape {
  readonly name: string;
  /** How many connections send it at a time. Default: 1. */
  readonly connections?: number;
  /**
   * `held`: the last byte is never sent; `unread`: no byte of the answer is read. Otherwise it is
   * sent again after each answer.
   */
  readonly goesOn?: 'held' | 'unread';
  readonly bytes: (caller: HostileCaller) => Buffer;
}

export interface HostileCaller {
  readonly imageKey: string;
  readonly videoKey: string;
}

const megabyte = 1024 * 1024;
const submit = '/mj/submit/imagine';

const json = (text: () => string | Buffer, path = submit) => request(path, 'application/json', text);
/** Bytes without a pattern, the same ones each time. */
const base64 = (bytes: number) =>
  createHash('shake256', { outputLength: Math.floor(bytes) })
    .update('hostile')
    .digest('base64');
const picture = () => base64(28 * megabyte);
/** Three of the size that is allowed. */
const pictures = () => Array.from({ length: 3 }, () => base64(9.4 * megabyte));
const fill = (text: string, bytes = 38 * megabyte) => text.repeat(bytes / text.length);

export const hostileShapes: readonly HostileShape[] = [
  { name: 'an image of 38 MB', bytes: json(() => JSON.stringify({ prompt: 'a', base64: picture() })) },
  {
    name: 'images with escaped slashes',
    bytes: json(() => JSON.stringify({ base64Array: pictures() }).replaceAll('/', '\\/'), '/mj/submit/blend'),
  },
  {
    name: 'images in lines',
    bytes: json(
      () => JSON.stringify({ base64Array: pictures().map(text => text.replace(/.{76}/g, '$&\r\n')) }),
      '/mj/submit/blend',
    ),
  },
  {
    name: 'a prompt of images and words',
    bytes: json(() =>
      JSON.stringify({
        prompt: `${pictures()
          .map(text => `data:image/png;base64,${text} `)
          .join('')}一只猫`,
      }),
    ),
  },
  {
    name: 'a prompt of Base64',
    bytes: json(() => JSON.stringify({ prompt: picture() }), '/mj/submit/shorten'),
  },
  { name: 'words of 38 MB', bytes: json(() => JSON.stringify({ prompt: fill('a cat ') })) },
  { name: 'many zeros', bytes: json(() => `{"prompt":"a","junk":[${fill('0,')}0]}`) },
  { name: 'many objects', bytes: json(() => `{"prompt":"a","junk":[${fill('{},')}0]}`) },
  { name: 'deep lists', bytes: json(() => fill('[')) },
  { name: 'backslashes', bytes: json(() => `{"prompt":"${fill('\\"')}"}`) },
  {
    name: 'most values that are allowed',
    bytes: json(() =>
      JSON.stringify({ prompt: 'a', junk: Array.from({ length: 9000 }, () => ({ a: 'b' })) }),
    ),
  },
  {
    name: 'a long prompt',
    bytes: json(() => JSON.stringify({ prompt: fill('--no a, {b, <https:::1 ', 0.9 * megabyte) })),
  },
  {
    name: 'an image of empty chunks',
    bytes: json(() => JSON.stringify({ base64: emptyChunks() }), '/mj/submit/describe'),
  },
  { name: 'a field of 15 MB in a form', bytes: form(() => fill('a cat ', 15 * megabyte)) },
  {
    name: 'JSON of 15 MB in a form',
    bytes: form(() => `[${fill('0,', 15 * megabyte)}0]`, 'application/json'),
  },
  {
    name: 'eight bodies of 38 MB',
    connections: 8,
    bytes: json(() => JSON.stringify({ prompt: 'a', base64: picture() })),
  },
  {
    name: 'a body that is held back',
    connections: 60,
    goesOn: 'held',
    bytes: json(() => JSON.stringify({ prompt: 'a', base64: base64(megabyte) })),
  },
  { name: 'one-byte chunks', connections: 4, bytes: chunkedBody(({ imageKey }) => imageKey) },
  { name: 'one-byte chunks without a key', connections: 8, bytes: chunkedBody(() => 'kn_wrong') },
  {
    name: 'pipelined requests without a key',
    connections: 40,
    bytes: () => Buffer.from('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(400)),
  },
  {
    name: 'answers that are not read',
    connections: 40,
    goesOn: 'unread',
    bytes: () => Buffer.from('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(12)),
  },
];

/** Sends the shape until the signal aborts. */
export async function sendHostile(
  port: number,
  { connections = 1, goesOn }: HostileShape,
  { bytes, signal }: { readonly bytes: Buffer; readonly signal: AbortSignal },
): Promise<number> {
  let answers = 0;
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      socket.write(goesOn === 'held' ? bytes.subarray(0, -1) : bytes);
      if (goesOn !== 'unread') socket.once('data', () => answers++).resume();
      await new Promise(resolve => socket.once('close', resolve));
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return answers;
}

function request(path: string, type: string, body: () => string | Buffer): (caller: HostileCaller) => Buffer {
  return ({ imageKey, videoKey }) => {
    const content = Buffer.from(body());
    const key = path.startsWith('/v1/') ? videoKey : imageKey;
    const length = `Content-Type: ${type}\r\nContent-Length: ${content.length}`;
    return Buffer.concat([Buffer.from(head(path, key, length)), content]);
  };
}

function form(value: () => string, type = 'text/plain') {
  const part = () =>
    `--b\r\nContent-Disposition: form-data; name="prompt"\r\nContent-Type: ${type}\r\n\r\n${value()}\r\n--b--\r\n`;
  return request('/v1/videos', 'multipart/form-data; boundary=b', part);
}

/** A body of a megabyte of spaces, each in a chunk of its own. */
function chunkedBody(keyOf: (caller: HostileCaller) => string) {
  return (caller: HostileCaller): Buffer => {
    const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked';
    return Buffer.from(`${head(submit, keyOf(caller), type)}${'1\r\n \r\n'.repeat(megabyte)}0\r\n\r\n`);
  };
}

function head(path: string, key: string, more: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Connection: close',
    more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Base64 of 9 MB of a PNG whose chunks are empty. */
function emptyChunks(): string {
  const start = Buffer.from('89504e470d0a1a0a0000000d4948445200000008000000080802000000', 'hex');
  const chunk = Buffer.from('000000007445587400000000', 'hex');
  return Buffer.concat([
    start,
    ...Array.from({ length: (9 * megabyte) / chunk.length }, () => chunk),
  ]).toString('base64');
}
