/**
 * npm run test:ops -- proxies: nginx and Caddy with the sample configurations of ops/,
 * between clients and a real server.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import { before, test } from 'node:test';
import { startTestApp, until, type TestApp } from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { signedIn } from '../support/clients/console-client.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';
import {
  callThrough,
  openThrough,
  reverseProxies,
  type ReverseProxy,
} from '../support/programs/reverse-proxies.ts';
import { smallClip } from '../support/clients/video-client.ts';

const mib = 1024 * 1024;
let scriptedServer: ScriptedServer;
let kinora: TestApp;

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp({
    engines: [scriptedEngine(scriptedServer.url)],
    cards: scriptedCards,
    settings: { KINORA_TRUSTED_PROXIES: '127.0.0.1' },
  });
});

for (const [name, { programs, start }] of Object.entries(reverseProxies)) {
  const program = skipWithoutPrograms(...programs);
  let reverseProxy: Promise<ReverseProxy> | undefined;
  const startProxy = () => (reverseProxy ??= start(kinora.url));

  test(`a grid is generated through ${name}, and its URLs lead through the proxy`, program, async () => {
    const proxy = await startProxy();
    const request = { key: kinora.imageKey };
    const prompt = 'a fox';
    const submission = await callThrough(proxy, '/mj/submit/imagine', { ...request, json: { prompt } });
    assert.equal(submission.body.code, 1);
    const { imageUrl } = await until(
      async () => (await callThrough(proxy, `/mj/task/${submission.body.result}/fetch`, request)).body,
      ({ status }) => status === 'SUCCESS',
    );
    assert.match(imageUrl, /^https:\/\/localhost(:\d+)?\//);
    const { status, headers, bytes } = await callThrough(proxy, new URL(imageUrl).pathname);
    assert.deepEqual([status, headers['content-type']], [200, 'image/jpeg']);
    assert.equal(bytes.length, Number(headers['content-length']));
  });

  test(`a clip is downloaded through ${name}, completely and in ranges`, program, async () => {
    const proxy = await startProxy();
    const request = { key: kinora.videoKey };
    const path = `/v1/videos/${await newClip(proxy, 'a boat')}`;
    await until(
      async () => (await callThrough(proxy, path, request)).body,
      ({ status }) => status === 'completed',
    );
    const { bytes, headers } = await callThrough(proxy, `${path}/content`, request);
    assert.deepEqual([headers['content-type'], headers['accept-ranges']], ['video/mp4', 'bytes']);
    const part = await callThrough(proxy, `${path}/content`, {
      ...request,
      headers: { range: 'bytes=100-299' },
    });
    assert.deepEqual([part.status, part.headers['content-range']], [206, `bytes 100-299/${bytes.length}`]);
    assert.deepEqual(part.bytes, bytes.subarray(100, 300));
  });

  test(`events arrive through ${name} while their clip is in progress`, program, async () => {
    const proxy = await startProxy();
    const id = await newClip(proxy, '{"check":"hang"}');
    const headers = { accept: 'text/event-stream' };
    const stream = await openThrough(proxy, `/v1/videos/${id}/events`, { key: kinora.videoKey, headers });
    assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/);
    // The clip never ends by itself, so a proxy that buffers would hold back all events.
    await untilRead(stream, id);
    await callThrough(proxy, `/v1/videos/${id}`, { key: kinora.videoKey, method: 'DELETE' });
    await waitForEnd(stream);
  });

  test(`${name} accepts forms of the maximum size and rejects larger ones`, program, async () => {
    const proxy = await startProxy();
    const ask = (sizeBytes: number) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
      return callThrough(proxy, '/v1/videos', {
        key: kinora.videoKey,
        method: 'POST',
        headers,
        body: makeForm(Buffer.alloc(sizeBytes)),
      });
    };
    const large = await ask(60 * mib);
    assert.ok(large.body, `${name} responded itself: ${large.status}`);
    assert.equal((await ask(80 * mib)).status, 413);
  });

  test(`an upload with an unknown key is rejected through ${name} before it is sent`, program, async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(10 * mib) };
    const request = { key: 'kn_unknown', method: 'POST', headers, keepsBody: true };
    const response = await openThrough(await startProxy(), '/v1/videos', request);
    assert.equal(response.statusCode, 401);
    response.destroy();
  });

  test(`${name} forwards the real client address, whatever the client claims`, program, async () => {
    const proxy = await startProxy();
    const operator = await signedIn(kinora, 'operator');
    const tokenFields = { group: 'video', name, addresses: '127.0.0.2' };
    const { key } = await operator.done('token create', tokenFields);
    const ask = (localAddress: string) =>
      callThrough(proxy, '/v1/models', { key, localAddress, headers: { 'x-forwarded-for': '127.0.0.2' } });
    assert.equal((await ask('127.0.0.2')).status, 200);
    assert.equal((await ask('127.0.0.1')).status, 403);
  });

  test(`${name} speaks HTTP/2, redirects to TLS and hides health checks`, program, async () => {
    const { port, plainPort, ca } = await startProxy();
    const session = connect(`https://localhost:${port}`, { ca, family: 4 } as object);
    const stream = session.request({ ':path': '/v1/models', authorization: `Bearer ${kinora.videoKey}` });
    const [headers] = await once(stream, 'response');
    assert.equal(headers[':status'], 200);
    session.destroy();
    for (const path of ['/livez', '/readyz', '/readyz/', '/livez//', '//readyz', '/%72eadyz', '/x/../readyz'])
      assert.equal((await callThrough(await startProxy(), path)).status, 404);
    const plain = await fetch(`http://localhost:${plainPort}/console`, { redirect: 'manual' });
    assert.ok([301, 308].includes(plain.status));
    assert.match(plain.headers.get('location') ?? '', /^https:\/\/localhost(:\d+)?\/console$/);
  });
}

async function newClip(proxy: ReverseProxy, prompt: string): Promise<string> {
  const json = { ...smallClip, prompt };
  const { body } = await callThrough(proxy, '/v1/videos', { key: kinora.videoKey, json });
  return body.id;
}

/**
 * Written by hand, because building so large a form takes seconds, in which the server of
 * this process would not respond.
 */
function makeForm(file: Uint8Array): Buffer {
  const fields = [
    'Content-Disposition: form-data; name="prompt"\r\n\r\na boat',
    'Content-Disposition: form-data; name="input_reference"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  ];
  const head = Buffer.from(fields.map(field => `--edge\r\n${field}`).join('\r\n'));
  return Buffer.concat([head, file, Buffer.from('\r\n--edge--\r\n')]);
}

async function untilRead(stream: IncomingMessage, text: string): Promise<void> {
  for (let read = ''; !read.includes(text);) read += String((await once(stream, 'data'))[0]);
}

async function waitForEnd(stream: IncomingMessage): Promise<void> {
  stream.resume();
  if (!stream.readableEnded) await once(stream, 'end');
}
