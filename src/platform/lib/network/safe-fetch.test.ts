import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts';
import { type SafeFetchCode, SafeFetchError } from './safe-fetch-error.ts';

const limits = {
  maxBytes: 1000,
  timeoutMs: 20_000,
  types: ['image/*', 'application/octet-stream'],
  accountId: 'one',
};
const short = { ...limits, timeoutMs: 100 };
const okHead = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n';

test('a file is returned with its type, and the request has a user agent and the accepted types', async t => {
  const receivedRequest = Promise.withResolvers<unknown>();
  const { base, fetcher } = await serve(t, ({ url, headers }, response) => {
    receivedRequest.resolve([
      url,
      headers['user-agent'],
      headers.accept,
      headers['accept-encoding'],
      headers.connection,
    ]);
    response.writeHead(200, { 'content-type': 'Image/PNG; charset=binary' }).end('pixels');
  });
  const { bytes, contentType, finalUrl } = await fetcher.get(`${base}/a?b=c#d`, limits);
  assert.equal(Buffer.from(bytes).toString(), 'pixels');
  assert.deepEqual([contentType, finalUrl], ['image/png', `${base}/a?b=c`]);
  const accept = 'image/*, application/octet-stream';
  assert.deepEqual(await receivedRequest.promise, ['/a?b=c', 'Kinora/1', accept, 'identity', 'close']);
});

test('a name is resolved once per hop, and the connection goes to that address', async t => {
  const lookUps: string[] = [];
  const { port } = await serve(t, (request, response) => {
    if (request.url === '/first')
      response.writeHead(302, { location: `http://b.invalid:${port}/second` }).end();
    else response.end(request.headers.host);
  });
  const answers = [['127.0.0.1'], ['127.0.0.1'], ['10.0.0.1']];
  const resolve = async (host: string) => {
    lookUps.push(host);
    return answers[lookUps.length - 1] ?? [];
  };
  const fetcher = open(t, { resolve });
  // No DNS has these names, so the response can only come from the checked address.
  const { bytes } = await fetcher.get(`http://a.invalid:${port}/first`, limits);
  assert.equal(Buffer.from(bytes).toString(), `b.invalid:${port}`);
  assert.deepEqual(lookUps, ['a.invalid', 'b.invalid']);
  await fails(fetcher.get(`http://a.invalid:${port}/`, limits), 'unreachable');
});

test('if an address does not respond, the next one is tried', async t => {
  const { port } = await serve(t, (_request, response) => response.end('here'));
  const fetcher = open(t, { resolve: async () => ['127.0.0.2', '127.0.0.1'] });
  const { bytes } = await fetcher.get(`http://a.invalid:${port}/`, limits);
  assert.equal(Buffer.from(bytes).toString(), 'here');
});

test('every hop of a redirect is checked like the first', async t => {
  const { base, fetcher } = await serve(t, ({ url = '' }, response) => {
    response.writeHead(307, { location: decodeURIComponent(url.slice(1)) }).end('body');
  });
  const ends: readonly (readonly [string, SafeFetchCode])[] = [
    ['http://10.0.0.1/', 'address_refused'],
    ['//169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://[::ffff:10.0.0.1]/', 'address_refused'],
    ['http://0x0a000001/', 'address_refused'],
    ['file:///etc/passwd', 'url_invalid'],
    ['http://user:word@a.example/', 'url_invalid'],
    ['http://a.example:25/', 'url_invalid'],
  ];
  for (const [location, code] of ends)
    await fails(fetcher.get(`${base}/${encodeURIComponent(location)}`, limits), code);
});

test('up to three redirects are followed, including relative and non-ASCII ones', async t => {
  const { base, fetcher } = await serve(t, ({ url = '' }, response) => {
    const remainingRedirects = Number(url.at(-1));
    if (remainingRedirects === 0) return response.end('there');
    response.setHeader('location', Buffer.from(`./猫-${remainingRedirects - 1}`).toString('latin1'));
    return response.writeHead(302).end();
  });
  assert.equal((await fetcher.get(`${base}/3`, limits)).finalUrl, encodeURI(`${base}/猫-0`));
  await fails(fetcher.get(`${base}/4`, limits), 'too_many_redirects');
});

test('error statuses, other content types and compressed responses are rejected', async t => {
  const { base, fetcher } = await serve(t, ({ url = '' }, response) => {
    const [status, type, encoding] = url.slice(1).split(',').map(decodeURIComponent);
    if (type) response.setHeader('content-type', type);
    if (encoding) response.setHeader('content-encoding', encoding);
    response.writeHead(Number(status)).end(gzipSync('pixels'));
  });
  const get = (...parts: string[]) => fetcher.get(`${base}/${parts.map(encodeURIComponent).join()}`, limits);
  for (const status of ['302', '304', '404', '500']) await fails(get(status), 'status');
  for (const type of ['text/html; charset=utf-8', 'imagex/png', 'video/mp4'])
    await fails(get('200', type), 'type_refused');
  for (const encoding of ['gzip', 'br', 'gzip, gzip'])
    await fails(get('200', 'image/png', encoding), 'type_refused');
  assert.equal(
    (await get('200', 'application/octet-stream', 'identity')).contentType,
    'application/octet-stream',
  );
  assert.equal((await get('200')).contentType, '');
});

test('a body over the limit is rejected, with or without a length, and its connection is closed', async t => {
  const endless = (socket: Socket) => {
    const more = () => {
      while (socket.writable && socket.write(Buffer.alloc(100)));
    };
    socket.write(`${okHead}\r\n`);
    socket.on('drain', more);
    more();
  };
  await fails((await speak(t, endless)).get(limits), 'too_large');
  await fails((await speak(t, `${okHead}content-length: 1001\r\n\r\n`)).get(limits), 'too_large');
  const chunk = `200\r\n${'x'.repeat(512)}\r\n`;
  await fails(
    (await speak(t, `${okHead}transfer-encoding: chunked\r\n\r\n${chunk}${chunk}`)).get(limits),
    'too_large',
  );
});

test('a body at exactly the limit is returned in full', async t => {
  const { base, fetcher } = await serve(t, (_request, response) => response.end(Buffer.alloc(1000)));
  assert.equal((await fetcher.get(base, limits)).bytes.length, 1000);
});

test('a response that is truncated, has a wrong length or is not HTTP is unreachable', async t => {
  const answers = [
    `${okHead}content-length: 500\r\n\r\nonly this`,
    `${okHead}transfer-encoding: chunked\r\n\r\n5\r\nab`,
    `${okHead}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${okHead}x-long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'SSH-2.0-OpenSSH_9.6\r\n',
    '',
  ];
  for (const answer of answers) await fails((await speak(t, { end: answer })).get(limits), 'unreachable');
});

test('a closed port is unreachable', async t => {
  const { base, server, fetcher } = await serve(t, () => {});
  server.close();
  await fails(fetcher.get(base, limits), 'unreachable');
});

test('the timeout covers DNS, headers, body and redirects together', async t => {
  const never = new Promise<never>(() => {});
  await fails(open(t, { resolve: () => never }).get('http://a.invalid/', short), 'timeout');
  await fails((await speak(t, '')).get(short), 'timeout');
  await fails((await speak(t, `${okHead}\r\nno length, no end`)).get(short), 'timeout');
  await fails((await speak(t, `${okHead}content-length: 99\r\n\r\nthe start`)).get(short), 'timeout');
  const { base, fetcher } = await serve(t, ({ url }, response) => {
    if (url === '/') response.writeHead(302, { location: '/hanging' }).end();
  });
  await fails(fetcher.get(base, short), 'timeout');
});

test('at most sixteen requests run at once, and closing ends all of them', async t => {
  const paths: string[] = [];
  const full = Promise.withResolvers<void>();
  const { base, fetcher } = await serve(t, ({ url = '' }) => {
    if (paths.push(url) === 16) full.resolve();
  });
  const waiting = Array.from({ length: 16 }, (_, index) =>
    fails(fetcher.get(`${base}/held`, { ...limits, accountId: `${index >> 2}` }), 'closed'),
  );
  await full.promise;
  await fails(fetcher.get(`${base}/next`, short), 'timeout');
  assert.ok(!paths.includes('/next'));
  fetcher.close();
  await Promise.all(waiting);
  await fails(fetcher.get(base, limits), 'closed');
});

test('hanging requests of one account take four places and do not block other accounts', async t => {
  const { base, fetcher } = await serve(t, ({ url }, response) => {
    if (url === '/good') response.end('good');
  });
  const hanging = Array.from({ length: 30 }, () => fails(fetcher.get(`${base}/held`, limits), 'closed'));
  const other = { ...limits, accountId: 'other' };
  assert.equal(Buffer.from((await fetcher.get(`${base}/good`, other)).bytes).toString(), 'good');
  fetcher.close();
  await Promise.all(hanging);
});

test('a lookup ends at its timeout', async t => {
  const requestArrived = Promise.withResolvers<void>();
  const resolve = (_host: string, signal: AbortSignal) => {
    signal.addEventListener('abort', () => requestArrived.resolve());
    return new Promise<never>(() => {});
  };
  await fails(open(t, { resolve }).get('http://slow.invalid/', short), 'timeout');
  await requestArrived.promise;
});

test('a few informational responses are skipped, and too many are an error', async t => {
  const hints = (count: number) => 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(count);
  const good = `${okHead}content-length: 4\r\n\r\ngood`;
  const { bytes } = await (await speak(t, hints(3) + good)).get(limits);
  assert.equal(Buffer.from(bytes).toString(), 'good');
  await fails((await speak(t, hints(50) + good)).get(limits), 'unreachable');
});

test('a message is posted unchanged, and the status is returned even for a redirect', async t => {
  const { base, fetcher } = await serve(t, async (request, response) => {
    const body = (await request.toArray()).join('');
    const { 'content-type': type, 'content-length': length, 'user-agent': agent } = request.headers;
    response.writeHead(307, { location: '/elsewhere' });
    response.end([request.method, request.url, type, length, agent, body].join('|') + 'x'.repeat(5000));
  });
  const headers = { 'content-type': 'application/json' };
  const { status, bodyStart } = await fetcher.post(`${base}/hook`, {
    headers,
    body: '"猫"',
    timeoutMs: 20_000,
    accountId: 'one',
  });
  assert.equal(status, 307);
  assert.match(bodyStart, /^POST\|\/hook\|application\/json\|5\|Kinora\/1\|"猫"x+$/);
  assert.equal(Buffer.byteLength(bodyStart), 1024);
});

test('messages to internal addresses are rejected, and an endless response still has a status', async t => {
  const message = { headers: {}, body: '{}', timeoutMs: 20_000, accountId: 'one' };
  await fails(open(t).post('http://10.0.0.1/', message), 'address_refused');
  await fails(open(t).post('mailto:a@b.example', message), 'url_invalid');
  const { base, fetcher } = await speak(t, 'HTTP/1.1 202 Accepted\r\n\r\nstart');
  assert.deepEqual(await fetcher.post(base, { ...message, timeoutMs: 300 }), {
    status: 202,
    bodyStart: 'start',
  });
});

function fails(fetching: Promise<unknown>, code: SafeFetchCode): Promise<void> {
  return assert.rejects(fetching, error => {
    assert.ok(error instanceof SafeFetchError, String(error));
    assert.equal(error.code, code, error.message);
    return true;
  });
}

function open(t: TestContext, options: Pick<SafeFetchOptions, 'resolve'> = {}): SafeFetch {
  const fetcher = openSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'Kinora/1', ...options });
  t.after(() => fetcher.close());
  return fetcher;
}

async function serve(t: TestContext, listener: RequestListener) {
  return listen(t, createServer(listener));
}

/** A server that always answers with these bytes and then hangs or ends. Every connection must end. */
async function speak(t: TestContext, answer: string | { end: string } | ((socket: Socket) => void)) {
  const server = net.createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (typeof answer === 'function') answer(socket);
      else if (typeof answer === 'string') socket.write(answer);
      else socket.end(answer.end);
    });
  });
  const site = await listen(t, server);
  return { ...site, get: (some: typeof limits) => site.fetcher.get(site.base, some) };
}

/** Waits at the end of the test until the client has closed every connection. */
async function listen(t: TestContext, server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fetcher = open(t);
  t.after(() => server.listening && new Promise(resolve => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { server, port, base: `http://127.0.0.1:${port}`, fetcher };
}
